/**
 * One person's machine in a temporary folder: a home whose name has a space, a git project, a PATH on which `claude` is
 * the pinned binary. Every process started from here carries this HOME, which is how leftovers are found afterwards.
 */
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { claudeBinary } from './claude-binary.ts';

export const repository = path.resolve(import.meta.dirname, '../..');
export const pluginFolder = path.join(repository, 'plugin');
const FAKE_KEY = 'sk-ant-loopback-0000000000000000000000000000';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export class Home {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;

  private constructor(root: string, apiUrl: string, env: Record<string, string>) {
    this.root = root;
    this.home = path.join(root, 'some one');
    this.project = path.join(this.home, 'work', 'shop front');
    const bin = path.join(root, 'bin');
    this.env = {
      HOME: this.home,
      PATH: [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
      TMPDIR: path.join(root, 'tmp'),
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      ANTHROPIC_BASE_URL: apiUrl,
      ANTHROPIC_API_KEY: FAKE_KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Failures must show in seconds, not after minutes of retries.
      CLAUDE_CODE_MAX_RETRIES: '0',
      ...env,
    };
  }

  static make(apiUrl: string, env: Record<string, string> = {}): Home {
    const home = new Home(fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'smart-e2e-'))), apiUrl, env);
    for (const folder of [home.project, home.env.TMPDIR ?? '', path.join(home.root, 'bin')]) {
      fs.mkdirSync(folder, { recursive: true });
    }
    fs.symlinkSync(claudeBinary(), path.join(home.root, 'bin', 'claude'));
    fs.symlinkSync(process.execPath, path.join(home.root, 'bin', 'node'));
    fs.symlinkSync(path.join(repository, 'dist', 'cli.mjs'), path.join(home.root, 'bin', 'claude-smart'));
    home.#onboard();
    home.#makeProject();
    return home;
  }

  /** Interactive mode asks about theme, key and trust on the first start; this answers all of it beforehand. */
  #onboard(): void {
    const settings = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [FAKE_KEY.slice(-20)], rejected: [] },
      projects: { [this.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    };
    fs.writeFileSync(path.join(this.home, '.claude.json'), JSON.stringify(settings));
  }

  #makeProject(): void {
    fs.writeFileSync(path.join(this.project, 'package.json'), '{ "name": "shop-front" }\n');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: this.project, env: this.env, stdio: 'pipe' });
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'https://git.example.com/acme/shop-front.git');
  }

  /** Runs to the end and never throws for an exit code; stdin is closed at once unless text is given. */
  run(program: string, args: string[], options: { env?: Record<string, string>; input?: string; cwd?: string } = {}) {
    return new Promise<Ran>((resolve) => {
      const env = { ...this.env, ...options.env };
      const settings = { cwd: options.cwd ?? this.project, env, timeout: 150_000, maxBuffer: 64 << 20 };
      const child = execFile(program, args, settings, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.end(options.input ?? '');
    });
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** Processes that still carry this HOME, as `pid command line`. Linux only; elsewhere nothing is found. */
  leftovers(): string[] {
    if (!fs.existsSync('/proc/self/environ')) return [];
    const mark = Buffer.from(`HOME=${this.home}\0`);
    return (
      fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
        .filter((pid) => procFile(pid, 'environ')?.includes(mark))
        // A process that ended but was not yet waited for has no command line and an empty environment: it is not listed.
        .map((pid) => `${pid} ${procFile(pid, 'cmdline')?.toString().replaceAll('\0', ' ').trim()}`)
    );
  }

  /** So that a failed test does not burden the next one. */
  endLeftovers(): void {
    for (const line of this.leftovers()) {
      try {
        process.kill(Number.parseInt(line, 10), 'SIGKILL');
      } catch {
        // It ended by itself in between.
      }
    }
  }
}

/** Undefined when the process is gone or belongs to somebody else. */
function procFile(pid: string, name: string): Buffer | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`);
  } catch {
    return undefined;
  }
}
