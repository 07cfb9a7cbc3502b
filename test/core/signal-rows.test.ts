/** The bench that measures signals: what it reads, prints and writes, and how it fails. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';
import { figures, readRows } from '../../bench/signal-rows.ts';
import { signalsOptions } from '../../bench/signals.ts';
import { REPO } from '../fixtures/home.ts';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'signal rows '));
afterAll(() => fs.rmSync(dir, { recursive: true }));
const write = (name: string, text: string): string => {
  fs.writeFileSync(path.join(dir, name), text);
  return path.join(dir, name);
};
const row = { id: 'a', lang: 'en', text: 'no, tabs', prev: 'Used spaces.', context: 'prompt', correction: true };
const bench = (...args: string[]) =>
  execa(process.execPath, ['--import', 'tsx', 'bench/run.ts', 'signals', ...args], { cwd: REPO, reject: false });

test('a bad line is named by file and line', () => {
  const file = write('bad.jsonl', `${JSON.stringify(row)}\n\n{"id": 1}\n`);
  expect(() => readRows(file)).toThrow(`${file}:3: id`);
  expect(() => readRows(write('torn.jsonl', '{"id":'))).toThrow('torn.jsonl:1: not JSON');
  expect(() => readRows(write('empty.jsonl', '\n'))).toThrow('holds no rows');
  expect(() => readRows(path.join(dir, 'none.jsonl'))).toThrow('cannot be read');
});

test('figures of nothing, of nothing found and of everything found', () => {
  expect(figures([])).toMatchObject({ rows: 0, f1: 1 });
  expect(figures([{ correction: true, decision: false }])).toMatchObject({ precision: 0, recall: 0, f1: 0 });
  expect(figures([{ correction: true, decision: true }])).toMatchObject({ precision: 1, recall: 1, f1: 1 });
});

test('options', () => {
  expect(signalsOptions(['f', '--rows', 'o'])).toEqual({ file: 'f', rows: 'o' });
  expect(signalsOptions(['--rows'])).toContain('--rows needs');
  expect(signalsOptions(['--row', 'o'])).toContain('no option --row');
  expect(signalsOptions(['a', 'b'])).toContain('one file');
  expect(signalsOptions(['--phrases', 'f'])).toEqual({ file: 'f', phrases: true });
});

test('the bench prints a table and writes a line a row', async () => {
  const file = write(
    'good.jsonl',
    `${JSON.stringify(row)}\n${JSON.stringify({ ...row, id: 'b', text: 'thanks', correction: false })}\n`,
  );
  const out = path.join(dir, 'rows.jsonl');
  const { stdout, exitCode } = await bench(file, '--rows', out);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^en +2 +1 +1\.00 +1\.00 +1\.00$/m);
  const rows = fs
    .readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ id, label, decision }) => [id, label, decision])).toEqual([
    ['a', true, true],
    ['b', false, false],
  ]);
  expect(Object.keys(rows[0])).toEqual(['id', 'label', 'decision', 'score', 'reason']);
});

test('the bench says what is wrong with a file and ends with 2', async () => {
  const { stderr, exitCode } = await bench(path.join(dir, 'none.jsonl'));
  expect(stderr).toContain('none.jsonl: cannot be read');
  expect(exitCode).toBe(2);
});
