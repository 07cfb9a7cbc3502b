/** The two doors as they are shipped, built once a test file, and a way to hand them events. */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { readBuffer } from '../../src/core/watermark.ts';
import { type Home, REPO } from '../fixtures/home.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  ms: number;
}

export function builtDoors(): { hook: string; mcp: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doors-'));
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/build.mjs', '--doors', '--quiet', '--out', folder], { cwd: REPO });
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return { hook: path.join(folder, 'hook.mjs'), mcp: path.join(folder, 'mcp.mjs') };
}

export interface Feed {
  /** Pieces written one after another, `everyMs` apart. */
  pieces: (string | Buffer)[];
  everyMs?: number;
  /** stdin stays open, as some versions of Claude Code leave it. */
  keepOpen?: boolean;
}

export function runDoor(
  file: string,
  feed: string | Feed,
  env: Record<string, string>,
  args: string[] = [],
): Promise<Ran> {
  const { pieces, everyMs = 0, keepOpen = false }: Feed = typeof feed === 'string' ? { pieces: [feed] } : feed;
  const started = performance.now();
  const child = spawn(process.execPath, [file, ...args], { env, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdin.on('error', () => {});
  void (async () => {
    for (const piece of pieces) {
      child.stdin.write(piece);
      if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    if (!keepOpen) child.stdin.end();
  })();
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr, ms: performance.now() - started })),
  );
}

/** A payload of session `s1` in the home's project. */
export const payload = (home: Home, event: string, fields: object = {}): string =>
  JSON.stringify({
    session_id: 's1',
    transcript_path: path.join(home.root, 'transcript.jsonl'),
    cwd: home.project,
    hook_event_name: event,
    ...fields,
  });

export const bufferFile = (home: Home, session = 's1'): string => path.join(home.paths.sessions, `${session}.jsonl`);

export function records(home: Home, session = 's1'): BufferRecord[] {
  const file = bufferFile(home, session);
  return fs.existsSync(file) ? readBuffer(fs.readFileSync(file)).lines.map(({ record }) => record) : [];
}

export const types = (home: Home): string[] => records(home).map(({ type }) => type);
