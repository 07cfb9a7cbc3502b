/** A person's machine in a temporary folder, for tests of the built command line: real processes, a home of its own. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { type Paths, pathsFrom } from '../../src/platform/paths.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { type Fact, insertFact } from '../../src/store/profile.ts';
import { noteProject } from '../../src/store/projects.ts';
import { insertRule, type Rule } from '../../src/store/rules.ts';

export const repository = path.resolve(import.meta.dirname, '../..');

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}
export interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
}

export class Machine {
  readonly root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'smart-cli-')));
  readonly home = path.join(this.root, 'some one 山田');
  readonly project = path.join(this.home, 'work', 'shop front');
  readonly paths: Paths;
  env: Record<string, string>;
  program = path.join(repository, 'dist', 'cli.mjs');

  constructor() {
    fs.mkdirSync(this.project, { recursive: true });
    // No test may meet the `claude` of whoever runs it.
    this.env = {
      HOME: this.home,
      PATH: process.env.PATH ?? '',
      CLAUDE_SMART_CLAUDE: path.join(this.root, 'no-claude'),
    };
    this.paths = pathsFrom(this.env);
    onTestFinished(async () => {
      if (fs.existsSync(this.paths.run)) await this.run(['daemon', 'stop']);
      fs.rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });
  }

  run(args: string[], options: RunOptions = {}): Promise<Ran> {
    return this.start(process.execPath, [this.program, ...args], options);
  }

  shell(line: string, options: RunOptions = {}): Promise<Ran> {
    return this.start('/bin/sh', ['-c', line], options);
  }

  async json<T>(args: string[], options: RunOptions = {}): Promise<T> {
    return JSON.parse((await this.run([...args, '--json'], options)).stdout) as T;
  }

  start(program: string, args: string[], options: RunOptions): Promise<Ran> {
    const child = spawn(program, args, { cwd: options.cwd ?? this.project, env: { ...this.env, ...options.env } });
    const ran = { code: -1, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      ran.stdout += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      ran.stderr += part;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code: code ?? -1 })));
  }

  /** A session's buffer in a folder, with its header and these records. */
  session(id: string, records: BufferRecord[] = [], cwd = this.project): string {
    const file = path.join(this.paths.sessions, `${id}.jsonl`);
    const { id: project_id, label: project_label } = projectOf(cwd);
    const ts = new Date().toISOString();
    const header = { type: 'Session' as const, ts, session_id: id, cwd, project_id, project_label };
    appendRecords(file, [{ type: 'SessionStart', ts, source: 'startup' }, ...records], () => header);
    return file;
  }

  bufferOf(id: string): Record<string, unknown>[] {
    const text = fs.readFileSync(path.join(this.paths.sessions, `${id}.jsonl`), 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Puts rows into the store as learning would, and closes it again. */
  seed(work: (store: Store, projectId: string) => void): void {
    const store = openStore(this.paths.database);
    const { id, label, root } = projectOf(this.project);
    try {
      noteProject(store.db, { id, label, path: root }, AT);
      work(store, id);
    } finally {
      store.close();
    }
  }
}

export const AT = '2026-03-01T10:00:00.000Z';
const lesson = (id: string) => ({
  id,
  status: 'CURRENT' as const,
  cues: ['install a package'],
  evidence: 2,
  version: 1,
  learned_at: AT,
  created_at: AT,
  updated_at: AT,
  superseded_by: null,
  merged_into: null,
  withdrawn_at: null,
  edited_at: null,
  overrules: null,
  proposal: null,
});

export function addRule(store: Store, projectId: string | null, id: string, set: Partial<Rule> = {}): void {
  const text = {
    trigger: 'installing packages',
    content: 'Use pnpm, not npm.',
    rationale: 'The lockfile is pnpm-lock.yaml.',
  };
  insertRule(store.db, {
    ...lesson(id),
    project_id: projectId,
    kind: 'correction',
    provisional: false,
    said_at: null,
    covered_by: null,
    flagged_at: null,
    ...text,
    ...set,
  });
}

export function addFact(store: Store, projectId: string | null, id: string, set: Partial<Fact> = {}): void {
  const fact = {
    project_id: projectId,
    kind: 'role' as const,
    content: 'Maintains the payment service.',
    expires_at: null,
  };
  insertFact(store.db, { ...lesson(id), ...fact, ...set });
}
