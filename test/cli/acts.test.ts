import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { snapshotFile } from '../../src/inject/snapshot.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { recordChange } from '../../src/store/changes.ts';
import { AT, addFact, addRule, Machine, repository } from './machine.ts';

interface Item {
  id: string;
  type: string;
  status: string;
  content: string;
  superseded_by: string | null;
  merged_into: string | null;
  scope: string;
  version: number;
}
interface Done {
  done: string;
  act: string | null;
  items: Item[];
}
interface Failed {
  error: { code: string; message: string; hint: string | null };
}

/** npm was superseded by pnpm; tests are run with vitest; one fact. */
function learned(): Machine {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'npm0000001', {
      status: 'ARCHIVED',
      content: 'Use npm, not pnpm.',
      superseded_by: 'pnpm000001',
    });
    addRule(store, project, 'pnpm000001');
    addRule(store, project, 'test000001', { trigger: 'testing', content: 'Run vitest once, never in watch mode.' });
    addFact(store, null, 'fact000001', { content: 'Ana maintains the payment service.' });
    for (const item_id of ['pnpm000001', 'test000001', 'fact000001'])
      recordChange(store.db, { item_id, at: AT, change: 'add', before: null, after: {}, why: 'learned', turns: [] });
  });
  return machine;
}
const current = async (machine: Machine): Promise<string[]> => {
  const { rules, profile } = await machine.json<{ rules: Item[]; profile: Item[] }>(['show']);
  return [...rules, ...profile].map(({ id }) => id).sort();
};
const told = (machine: Machine): string =>
  fs.readFileSync(snapshotFile(machine.paths, projectOf(machine.project).id), 'utf8');
const script = (machine: Machine, body: string): string => {
  const file = path.join(machine.root, `editor ${Math.random()}.sh`);
  fs.writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return `"${file}"`;
};

test('archive, restore and undo change what counts, and what the next session is told', async () => {
  const machine = learned();
  const done = await machine.json<Done>(['archive', 'test00']);
  expect(done).toMatchObject({ done: 'Archived.', items: [{ id: 'test000001', type: 'rule', status: 'ARCHIVED' }] });
  expect(await current(machine)).toEqual(['fact000001', 'pnpm000001']);
  expect(told(machine)).not.toContain('vitest');
  const { code, stdout } = await machine.run(['restore', 'NPM000']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('what had replaced it is archived') });
  expect(stdout).toContain('ARCHIVED, superseded by npm000');
  expect(await current(machine)).toEqual(['fact000001', 'npm0000001']);
  expect(told(machine)).toContain('Use npm');
  const first = (await machine.run(['undo'])).stdout;
  expect(first).toMatch(/^Undone: you brought it back\.\n/);
  expect(first).not.toContain('claude-smart undo');
  expect((await machine.run(['undo'])).stdout).toMatch(/^Undone: you archived it\.\n/);
  expect(await current(machine)).toEqual(['fact000001', 'pnpm000001', 'test000001']);
  expect(told(machine)).toContain('vitest');
  expect(await machine.run(['undo'])).toMatchObject({ code: 3, stderr: expect.stringContaining('nothing to undo') });
});

test('archived rules appear nowhere but in history', async () => {
  const machine = learned();
  await machine.run(['archive', 'test00']);
  for (const command of [['show'], ['search', 'vitest watch mode']])
    expect((await machine.run(command)).stdout).not.toContain('vitest once');
  expect(told(machine)).not.toContain('vitest once');
  expect((await machine.run(['history'])).stdout).toContain('vitest once');
});

test('share, unshare, merge and keep say what is there now', async () => {
  const machine = learned();
  expect(await machine.json<Done>(['share', 'test00'])).toMatchObject({ items: [{ scope: 'shared' }] });
  expect(await machine.json<Done>(['unshare', 'test00'])).toMatchObject({ items: [{ scope: 'project' }] });
  expect(await machine.json<Done>(['unshare', 'fact00'])).toMatchObject({
    items: [{ type: 'fact', scope: 'project' }],
  });
  const merged = await machine.json<Done>(['merge', 'test00', 'pnpm00']);
  expect(merged.items).toMatchObject([
    { id: 'test000001', status: 'ARCHIVED', merged_into: 'pnpm000001' },
    { id: 'pnpm000001', status: 'CURRENT', content: 'Use pnpm, not npm.' },
  ]);
  expect(await machine.json<Failed>(['merge', 'fact00', 'pnpm00'])).toMatchObject({ error: { code: 'not_possible' } });
  expect(await machine.json<Done>(['keep', 'fact00'])).toMatchObject({ done: 'It counts already.', act: null });
});

test('an id that means several names them, and does nothing', async () => {
  const machine = learned();
  machine.seed((store, project) => addRule(store, project, 'test000002', { content: 'Another one.' }));
  const ran = await machine.run(['archive', 'test', '--json']);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('test000002  Another one.');
  expect(await current(machine)).toContain('test000001');
  expect(await machine.run(['archive', 'zzz'])).toMatchObject({ code: 3 });
  expect(await new Machine().run(['archive', 'zzz'])).toMatchObject({ code: 3 });
});

test('edit opens a private file with the words, and takes over what was written', async () => {
  const machine = learned();
  const look = path.join(machine.root, 'seen');
  const EDITOR = script(
    machine,
    `stat -c %a "$2" > '${look}'; cat "$2" >> '${look}'; sed -i 's/Run vitest once.*/Run vitest with --run./; s/^--- cues.*/&\\n- run the tests/' "$2"`,
  );
  const ran = await machine.run(['edit', 'test00'], { env: { EDITOR: `${EDITOR} --wait`, VISUAL: '' } });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const seen = fs.readFileSync(look, 'utf8');
  expect(seen).toMatch(/^600\n/);
  for (const part of ['test00', '--- when ---', 'testing', '--- what ---', 'Run vitest once, never in watch mode.'])
    expect(seen).toContain(part);
  const { rules } = await machine.json<{ rules: (Item & { cues: string[] })[] }>(['show']);
  expect(rules.find(({ id }) => id === 'test000001')).toMatchObject({
    content: 'Run vitest with --run.',
    cues: ['run the tests', 'install a package'],
    version: 2,
  });
});

const editing = async (machine: Machine, body: string) =>
  machine.run(['edit', 'test00'], { env: { VISUAL: script(machine, body) } });
const fileIn = (text: string): string => /What you wrote is in (.+)/.exec(text)?.[1] ?? 'none';

test('an editor that fails loses nothing: the text stays where the message says, and can be taken over', async () => {
  const machine = learned();
  const failed = await editing(machine, `sed -i 's/Run vitest.*/Half an ide/' "$1"; exit 3`);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('ended with code 3') });
  expect(fs.readFileSync(fileIn(failed.stderr), 'utf8')).toContain('Half an ide');
  expect(fs.statSync(fileIn(failed.stderr)).mode & 0o777).toBe(0o600);
  const version = async () =>
    (await machine.json<{ rules: Item[] }>(['show'])).rules.find(({ id }) => id === 'test000001')?.version;
  expect(await version()).toBe(1);
  expect(await machine.run(['edit', 'test00', '--from', fileIn(failed.stderr)])).toMatchObject({ code: 0 });
  expect(await version()).toBe(2);
  fs.rmSync(path.dirname(fileIn(failed.stderr)), { recursive: true });

  const broken = await editing(machine, `sed -i '/^--- what/d' "$1"`);
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('--- what ---') });
  expect(fs.existsSync(fileIn(broken.stderr))).toBe(true);
  fs.rmSync(path.dirname(fileIn(broken.stderr)), { recursive: true });
  for (const body of ['exit 1', ': > "$1"', 'true', 'rm "$1"']) {
    const same = await editing(machine, body);
    expect(same.stdout + same.stderr).toMatch(/nothing was changed/i);
    expect(await version()).toBe(2);
  }
});

test('a rule that was rewritten while its editor was open is not run over: both texts are there', async () => {
  const machine = learned();
  const other = `${process.execPath} ${JSON.stringify(machine.program)} edit test00 --from -`;
  const words = '--- when ---\ntesting\n--- what ---\nA job wrote this.\n--- why ---\n--- cues ---\n';
  const lost = await editing(machine, `printf '%s' '${words}' | ${other}; sed -i 's/Run vitest.*/I wrote this./' "$1"`);
  expect(lost.code).toBe(1);
  expect(lost.stderr).toContain('changed meanwhile');
  expect(lost.stderr).toContain('A job wrote this.');
  expect(fs.readFileSync(fileIn(lost.stderr), 'utf8')).toContain('I wrote this.');
  fs.rmSync(path.dirname(fileIn(lost.stderr)), { recursive: true });
});

test('secrets in what is written do not reach the store', async () => {
  const machine = learned();
  const key = `sk-ant-api03-${'a1B2'.repeat(20)}`;
  const input = `--- when ---\n--- what ---\nUse ${key} here.\n--- why ---\n--- cues ---\n`;
  await machine.run(['edit', 'test00', '--from', '-'], { input });
  expect((await machine.run(['show'])).stdout).toMatch(/Use .+ here\./);
  expect((await machine.run(['history', '--json'])).stdout).not.toContain(key);
});

test('where what sessions start with cannot be written, nothing was done: no act, no undo, nothing forgotten', async () => {
  const machine = learned();
  fs.mkdirSync(machine.paths.home, { recursive: true });
  fs.writeFileSync(machine.paths.inject, 'a file');
  const before = await machine.json(['history']);
  for (const args of [
    ['archive', 'test00'],
    ['review', '--yes'],
    ['forget', 'test00', '--yes'],
  ]) {
    expect(await machine.run(args), args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(await machine.json(['history'])).toEqual(before);
  }
  expect(await machine.run(['undo'])).toMatchObject({ code: 3 });
  fs.rmSync(machine.paths.inject);
  expect(await machine.run(['archive', 'test00'])).toMatchObject({ code: 0 });
});

test('an id that nobody can mean is refused in a line, however it was typed', async () => {
  const machine = learned();
  expect(await machine.run(['archive', ' '])).toMatchObject({ code: 3, stderr: expect.stringContaining('empty') });
  for (const typed of ['a'.repeat(9_000), 'a\nb', '\u001b[31mred', '😀', '%']) {
    const { code, stderr } = await machine.run(['archive', typed]);
    expect(code).toBe(3);
    expect(stderr.length).toBeLessThan(200);
    expect(stderr.trim().split('\n')).toHaveLength(2);
  }
});

test('an editor whose own path has blanks needs no quotes, and what --from names is said in words', async () => {
  const machine = learned();
  const EDITOR = script(machine, 'sed -i "s/watch mode/watch/" "$1"').slice(1, -1);
  expect(EDITOR).toContain(' ');
  expect(await machine.run(['edit', 'test00'], { env: { EDITOR } })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('never in watch.'),
  });
  const from = async (file: string, input = '') => machine.run(['edit', 'test00', '--from', file], { input });
  expect(await from('/not/there')).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no such file') });
  expect(await from('/')).toMatchObject({ code: 2, stderr: expect.stringContaining('it is a folder') });
  expect(await from('')).toMatchObject({ code: 2, stderr: expect.stringContaining('empty') });
  expect((await from('-', 'no titles')).stderr).not.toContain('The text is in');
});

test('where the database cannot be written, whoever wrote in an editor is told where the text is', async () => {
  const machine = learned();
  const held = path.join(machine.root, 'held');
  // Another program takes the database while the editor is open, and keeps it for longer than anybody waits.
  const hold = `const d = new (require('better-sqlite3'))('${machine.paths.database}');
    d.exec('begin immediate'); require('fs').writeFileSync('${held}', ''); setTimeout(() => {}, 14_000);`;
  const holder = machine.start(process.execPath, ['-e', hold], { cwd: repository });
  while (!fs.existsSync(held)) await new Promise((resolve) => setTimeout(resolve, 20));
  const EDITOR = script(machine, 'sed -i "s/watch mode/watch/" "$1"');
  const { code, stderr } = await machine.run(['edit', 'test00'], { env: { EDITOR } });
  await holder;
  expect(code).toBe(1);
  expect(stderr).toContain('held by another program');
  const file = /What you wrote is in (.*)/.exec(stderr)?.[1] ?? '';
  expect(fs.readFileSync(file, 'utf8')).toContain('never in watch.');
  fs.rmSync(path.dirname(file), { recursive: true });
}, 30_000);
