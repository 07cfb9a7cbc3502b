import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import type { SessionRecord } from '../../src/core/interaction.ts';
import { readBuffer } from '../../src/core/watermark.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';

const TS = '2030-01-02T03:04:05.678Z';
const header = (): SessionRecord => ({
  type: 'Session',
  ts: TS,
  session_id: 's',
  cwd: '/',
  project_id: 'p',
  project_label: 'l',
});
const user = (text: string) => ({ type: 'User' as const, ts: TS, text });
const textsOf = (file: string) =>
  readBuffer(fs.readFileSync(file)).lines.map(({ record }) => ('text' in record ? record.text : record.type));

test('a new buffer begins with its header, in a folder and a file that only their owner can open', () => {
  const { paths } = temporaryHome();
  const file = path.join(paths.sessions, 's.jsonl');
  appendRecords(file, [user('one'), user('two')], header);
  appendRecords(file, [user('three')], header);
  expect(textsOf(file)).toEqual(['Session', 'one', 'two', 'three']);
  if (process.platform === 'win32') return;
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(paths.sessions).mode & 0o777).toBe(0o700);
  expect(fs.statSync(paths.home).mode & 0o777).toBe(0o700);
});

test('nothing to append makes no file', () => {
  const { paths } = temporaryHome();
  appendRecords(path.join(paths.sessions, 's.jsonl'), [], header);
  expect(fs.existsSync(paths.home)).toBe(false);
});

test('a torn last line costs itself and nothing else', () => {
  const { root } = temporaryHome();
  const file = path.join(root, 's.jsonl');
  appendRecords(file, [user('one')], header);
  fs.appendFileSync(file, '{"type":"User","ts":"20');
  appendRecords(file, [user('two')], header);
  appendRecords(file, [user('three')], header);
  expect(textsOf(file)).toEqual(['Session', 'one', 'two', 'three']);
  expect(fs.readFileSync(file, 'utf8')).not.toContain('\n\n');
});

test('sixteen programs that append two hundred records each leave 3,200 whole lines', async () => {
  const { root } = temporaryHome();
  const file = path.join(root, 's.jsonl');
  const script = path.join(root, 'append.mjs');
  const { build } = await import('esbuild');
  await build({
    stdin: {
      resolveDir: REPO,
      loader: 'ts',
      contents: `import { appendRecords } from './src/capture/buffer.ts';
        for (let i = 0; i < 200; i++) appendRecords(${JSON.stringify(file)}, [{ type: 'User', ts: ${JSON.stringify(TS)}, text: process.argv[2] + '.' + i + '.' + 'x'.repeat(i * 50) }]);`,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  });
  const children = [...Array(16)].map((_, i) => spawn(process.execPath, [script, String(i)], { stdio: 'inherit' }));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual(Array(16).fill(0));

  const { lines, broken } = readBuffer(fs.readFileSync(file));
  expect(broken).toBe(0);
  const names = lines.map(({ record }) => (record.type === 'User' ? record.text.split('.').slice(0, 2).join('.') : ''));
  expect(new Set(names).size).toBe(3_200);
});
