/**
 * What every end-to-end test starts with: a loopback API, a person's home and the product in it. Whatever way the test
 * ends, the daemon is stopped with the product's own command, and then no process of this home may be left.
 */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { Conversation } from './conversation.ts';
import { Home, pluginFolder, type Ran, repository } from './home.ts';
import { LoopbackApi, type Script } from './loopback-api.ts';
import { Terminal, until } from './terminal.ts';

export type BufferLine = { type?: string; uuid?: string; [field: string]: unknown };

export class Sandbox {
  readonly api: LoopbackApi;
  readonly home: Home;
  readonly terminal: Terminal;
  readonly #talks: Conversation[] = [];

  private constructor(api: LoopbackApi, home: Home) {
    this.api = api;
    this.home = home;
    this.terminal = new Terminal(home);
  }

  static async open(script: Script, env: Record<string, string> = {}): Promise<Sandbox> {
    const api = await LoopbackApi.start(script);
    const sandbox = new Sandbox(api, Home.make(api.url, env));
    onTestFinished(() => sandbox.#close());
    return sandbox;
  }

  /** A session with the plugin loaded, as `--plugin-dir` does. */
  talkWithPlugin(...args: string[]): Conversation {
    return this.talk('--plugin-dir', pluginFolder, ...args);
  }

  talk(...args: string[]): Conversation {
    const talk = new Conversation(this.home, args);
    this.#talks.push(talk);
    return talk;
  }

  smart(...args: string[]): Promise<Ran> {
    return this.smartWith({}, ...args);
  }

  smartWith(env: Record<string, string>, ...args: string[]): Promise<Ran> {
    return this.home.run('node', [path.join(repository, 'dist', 'cli.mjs'), ...args], { env });
  }

  /** A command that must succeed, its one JSON document parsed. */
  async smartJson<T>(...args: string[]): Promise<T> {
    const ran = await this.smart(...args, '--json');
    expect(
      ran,
      `claude-smart ${args.join(' ')}: ${ran.stdout.slice(0, 1500)}${ran.stderr.slice(0, 500)}`,
    ).toMatchObject({ code: 0 });
    return JSON.parse(ran.stdout) as T;
  }

  /** Sessions that left a buffer, by id. */
  sessions(): string[] {
    const folder = path.join(this.home.home, '.claude-smart', 'sessions');
    if (!fs.existsSync(folder)) return [];
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return names.map((name) => name.slice(0, -'.jsonl'.length));
  }

  buffer(session: string): BufferLine[] {
    const file = path.join(this.home.home, '.claude-smart', 'sessions', `${session}.jsonl`);
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as BufferLine);
  }

  /** The types of a session's published interactions, in order. */
  published(session: string): string[] {
    const db = new Database(path.join(this.home.home, '.emend', 'data', 'emend.db'), { readonly: true });
    try {
      const rows = db.prepare('select type from interactions where session_id = ? order by seq').all(session);
      return (rows as { type: string }[]).map((row) => row.type);
    } finally {
      db.close();
    }
  }

  async #close(): Promise<void> {
    this.terminal.kill();
    for (const talk of this.#talks) talk.kill();
    if (fs.existsSync(path.join(repository, 'dist', 'cli.mjs'))) await this.smart('daemon', 'stop');
    try {
      await until(
        () => this.home.leftovers().length === 0,
        5_000,
        () => `left behind: ${this.home.leftovers().join('\n')}`,
      );
    } finally {
      this.home.endLeftovers();
      await this.api.stop();
      this.home.remove();
    }
  }
}
