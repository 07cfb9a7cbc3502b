import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { widthOf } from '../../src/cli/text.ts';
import { machineWithInbox } from './inbox.ts';
import { Machine, repository } from './machine.ts';
import { hasTmux, Tmux } from './tmux.ts';

interface Entry {
  id: string;
  type: string;
  status: string;
  news: string;
  content: string;
  before: { content: string } | null;
  replaced: { id: string; status: string; content: string }[];
  turns: { who: string; text: string; at: string }[];
  flagged_at: string | null;
}
interface Inbox {
  waiting: number;
  items: Entry[];
}
const inbox = (machine: Machine): Promise<Inbox> => machine.json<Inbox>(['review']);
const ALL = ['sign000001', 'fact000001', 'port000001', 'test000001', 'pnpm000001'];

test('as JSON it is the whole inbox, newest first, with the turns and what was replaced; reading it changes nothing', async () => {
  const machine = machineWithInbox();
  const { waiting, items } = await inbox(machine);
  expect(waiting).toBe(5);
  expect(items.map(({ id }) => id)).toEqual(ALL);
  expect(items[0]).toMatchObject({ news: 'not_followed', flagged_at: expect.stringMatching(/^2026/) });
  expect(items[3]).toMatchObject({ news: 'reworded', before: { content: 'Run vitest once with --run.' } });
  expect(items[4]).toMatchObject({
    news: 'new',
    replaced: [{ id: 'npm0000001', status: 'ARCHIVED', content: 'Use npm, not pnpm.' }],
    turns: [{ who: 'you', text: 'no, pnpm. npm breaks the workspace links', at: '2026-03-02T09:01:00.000Z' }],
  });
  expect(await inbox(machine)).toEqual({ waiting, items });
});

test('where there is no terminal it says how to go on, prints nothing to stdout, and does not wait', async () => {
  const machine = machineWithInbox();
  const { code, stdout, stderr } = await machine.run(['review']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  for (const option of ['--list', '--json', '--yes']) expect(stderr).toContain(option);
});

test('--list prints every entry with its id, in any width, and what to do', async () => {
  const machine = machineWithInbox();
  for (const COLUMNS of ['40', '120']) {
    const { stdout } = await machine.run(['review', '--list'], { env: { COLUMNS } });
    for (const id of ALL) expect(stdout).toContain(id.slice(0, 6));
    for (const line of stdout.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(Number(COLUMNS));
    expect(stdout).not.toContain('\u001b');
  }
  const { stdout } = await machine.run(['review', '--list']);
  expect(stdout).toContain('│ you forgot -s again');
  expect(stdout).toContain('claude-smart keep');
});

test('--yes keeps all of it, as one act that undo takes back', async () => {
  const machine = machineWithInbox();
  expect((await machine.run(['review', '--yes'])).stdout).toContain('Kept 5 items');
  expect(await inbox(machine)).toEqual({ waiting: 0, items: [] });
  expect((await machine.run(['review', '--list'])).stdout).toContain('Nothing to review');
  await machine.run(['undo']);
  expect((await inbox(machine)).waiting).toBe(5);
  expect(await machine.json(['review', '--yes'])).toMatchObject({ kept: 5 });
});

test('before anything was learned it says so, and makes nothing', async () => {
  const machine = new Machine();
  expect(await inbox(machine)).toEqual({ waiting: 0, items: [] });
  expect((await machine.run(['review', '--list'])).stdout).toContain('Nothing has been learned yet');
  expect(fs.existsSync(machine.paths.database)).toBe(false);
});

const inTmux = test.skipIf(!hasTmux);
/** The document has the same screen, so that it cannot rot. */
const CAPTURED = /```\n(claude-smart review {2}5 to look at[\s\S]*?)\n```/;

inTmux('at a terminal: look, keep, archive, take back, edit, forget, leave; and the store says the same', async () => {
  const machine = machineWithInbox();
  const EDITOR = path.join(machine.root, 'ed');
  fs.writeFileSync(EDITOR, '#!/bin/sh\nsed -i "s/5174/5175/" "$1"\n', { mode: 0o755 });
  const tmux = new Tmux(machine);
  tmux.start(['review'], { columns: 80, rows: 24 }, { EDITOR, TZ: 'UTC' });
  const list = await tmux.sees(/❯ ● sign00[\s\S]*q quit/);
  const documented = CAPTURED.exec(fs.readFileSync(path.join(repository, 'README.md'), 'utf8'))?.[1];
  expect(list.replace(/\n{2,}/g, '\n\n').trim()).toBe(documented?.trim());
  tmux.keys('Down', 'Down', 'Down');
  await tmux.sees(/❯ ● test00/);
  tmux.keys('Enter');
  await tmux.sees(/- running the tests: Run vitest once with --run\.[\s\S]*│ in CI it is npm test, leave that/);
  tmux.keys('y');
  await tmux.sees(/4 to look at/);
  tmux.keys('Escape');
  await tmux.sees(/✓ test00[\s\S]*❯ ● pnpm00/);
  tmux.keys('a');
  await tmux.sees(/✓ pnpm00[\s\S]*Archived/);
  tmux.keys('u');
  await tmux.sees(/❯ ● pnpm00[\s\S]*Undone/);
  tmux.keys('r');
  await tmux.sees(/✓ pnpm00[\s\S]*is back/);
  tmux.keys('g', 'j', 'j', 'e');
  await tmux.sees(/✓ port00[\s\S]*5175[\s\S]*Changed/);
  tmux.keys('k', 'f');
  await tmux.sees(/Forget fact00\?[\s\S]*cannot be undone/);
  tmux.keys('y');
  await tmux.sees(/✓ fact00[\s\S]*Forgotten/);
  expect(tmux.screen()).not.toContain('payment service');
  tmux.keys('q');
  const after = await tmux.sees(/ended with 0/);
  expect(after).toContain('4 items looked at. 1 item still to look at.');
  expect(after).not.toContain('q quit');
  expect((await inbox(machine)).items.map(({ id }) => id)).toEqual(['sign000001']);
  const { rules, profile } = await machine.json<{ rules: Entry[]; profile: Entry[] }>(['show']);
  expect(rules.map(({ id }) => id).sort()).toEqual(['npm0000001', 'port000001', 'sign000001', 'test000001']);
  expect(profile).toEqual([]);
});

inTmux('it fits 40 columns and 200, and goes with the terminal from one to the other', async () => {
  const machine = machineWithInbox();
  const tmux = new Tmux(machine);
  tmux.start(['review'], { columns: 40, rows: 16 });
  const narrow = await tmux.sees(/❯ ● sign00/);
  for (const line of narrow.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(40);
  tmux.resize(200, 30);
  const wide = await tmux.sees(/sign00 .*│ sign00/);
  expect(wide.match(/claude-smart review/g)).toHaveLength(1);
  expect(wide).toMatch(/│ you forgot -s again|you forgot -s again/);
  tmux.resize(60, 12);
  const small = await tmux.sees(/^claude-smart review[\s\S]*q quit/);
  expect(small.match(/claude-smart review/g)).toHaveLength(1);
  tmux.keys('C-c');
  await tmux.sees(/ended with 0/);
});

inTmux('NO_COLOR is honoured, and everybody else gets colours', async () => {
  for (const [env, wants] of [
    [{ NO_COLOR: '1' }, false],
    [{}, true],
  ] as const) {
    const machine = machineWithInbox();
    const tmux = new Tmux(machine);
    tmux.start(['review'], { columns: 80, rows: 24 }, env);
    await tmux.sees(/❯ ● sign00/);
    // Cyan ids; tmux writes the colours back as it keeps them.
    expect(/\u001b\[3[0-9]m/.test(tmux.screen(true))).toBe(wants);
  }
});

inTmux('two reviewers at once: the second one is shown what the first one did, and runs nothing over', async () => {
  const machine = machineWithInbox();
  const tmux = new Tmux(machine);
  tmux.start(['review'], { columns: 80, rows: 24 });
  await tmux.sees(/❯ ● sign00/);
  const words = '--- when ---\ncommitting\n--- what ---\nAlways sign off.\n--- why ---\n--- cues ---\n';
  await machine.run(['edit', 'sign00', '--from', '-'], { input: words });
  tmux.keys('a');
  await tmux.sees(/❯ ● sign00 {2}committing: Always sign off[\s\S]*changed meanwhile/);
  tmux.keys('a');
  await tmux.sees(/✓ sign00/);
});

inTmux('forget at the prompt: it says first that it cannot be undone, and whatever is not a yes is a no', async () => {
  const machine = machineWithInbox();
  const tmux = new Tmux(machine);
  tmux.start(['forget', 'fact00'], { columns: 80, rows: 24 });
  await tmux.sees(/payment service[\s\S]*cannot be undone[\s\S]*Forget it\? \[y\/N\]/);
  tmux.keys('Enter');
  await tmux.sees(/Nothing was forgotten[\s\S]*ended with 0/);
  expect((await machine.json<{ profile: Entry[] }>(['show'])).profile).toHaveLength(1);
});

test('no other command waits for ink and React: they are imported by a file that only review loads', () => {
  const bundle = (name: string) => fs.readFileSync(path.join(repository, 'dist', name), 'utf8');
  const UI = /from "(?:ink|react)[/"]/;
  expect(bundle('cli.mjs')).not.toMatch(UI);
  expect(bundle('cli.mjs').match(/.*review\.mjs.*/g)).toEqual([
    expect.stringContaining('await import("./review.mjs")'),
  ]);
  expect(bundle('review.mjs')).toMatch(UI);
});
