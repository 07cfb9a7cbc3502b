import path from 'node:path';
import { expect, test } from 'vitest';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { learned, related, rule } from '../fixtures/replies.ts';
import { addRule, Machine } from './machine.ts';

interface Turn {
  who: string;
  type: string;
  at: string;
  text: string;
  seq: number;
  session_id: string;
  signal: { kind: string; score: number; reason: string } | null;
}
interface Why {
  id: string;
  type: string;
  status: string;
  content: string;
  turns: Turn[];
  extractions: { prompt: string; model: string; at: string; session_id: string; outcome: string }[];
  changes: { change: string; why: string; extraction_id: string | null }[];
  replaced: { id: string; content: string }[];
  replaced_by: { id: string; content: string } | null;
  injections: { session_id: string; event: string; at: string }[];
}

const at = (day: number, second: number) => `2026-01-0${day}T09:00:0${second}.000Z`;
const corrected = (day: number, said: string): BufferRecord[] => [
  { type: 'User', ts: at(day, 1), text: 'add zod' },
  { type: 'ToolStart', ts: at(day, 2), tool: 'Bash', tool_use_id: 't', input: { command: 'npm i zod' } },
  { type: 'ToolEnd', ts: at(day, 3), tool: 'Bash', tool_use_id: 't', status: 'rejected', output: '', reason: said },
  { type: 'SessionEnd', ts: at(day, 4), reason: 'other' },
];

/** npm was refused for pnpm on one day, and pnpm for yarn on another. */
async function twiceCorrected(): Promise<Machine> {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  claude.reply(learned([rule('installing', 'Use pnpm, not npm.', [1, 2])]));
  machine.session('one', corrected(1, 'no, pnpm'));
  await machine.run(['learn']);
  claude.rules([{ match: '<pairs>', reply: related('contradicts') }]);
  claude.reply(learned([rule('installing', 'Use yarn, not pnpm.', [2])]));
  machine.session('two', corrected(2, 'no, yarn now. not pnpm'));
  await machine.run(['learn']);
  return machine;
}
const idOf = async (machine: Machine, content: string): Promise<string> => {
  const { rules } = await machine.json<{ rules: { id: string; content: string }[] }>(['history']);
  return rules.find((one) => one.content === content)?.id ?? 'none';
};

test('it tells the exact turns, the reading, the changes, what replaced what, and whom it was told', async () => {
  const machine = await twiceCorrected();
  const [pnpm, yarn] = [await idOf(machine, 'Use pnpm, not npm.'), await idOf(machine, 'Use yarn, not pnpm.')];
  machine.session('three', [{ type: 'Injected', ts: at(3, 1), event: 'SessionStart', ids: [yarn], units: 100 }]);
  await machine.run(['learn']);

  const old = await machine.json<Why>(['why', pnpm]);
  expect(old).toMatchObject({ id: pnpm, type: 'rule', status: 'ARCHIVED', content: 'Use pnpm, not npm.' });
  expect(old.turns).toMatchObject([
    { who: 'you', type: 'User', at: at(1, 1), text: 'add zod', session_id: 'one' },
    { who: 'tool', type: 'ToolStart', text: 'Bash: npm i zod', signal: null },
    { who: 'you', text: 'rejected Bash: no, pnpm', signal: { kind: 'rejection', reason: expect.stringMatching(/./) } },
  ]);
  expect(old.extractions).toMatchObject([{ prompt: expect.stringMatching(/^extract@\d+$/), model: 'haiku' }]);
  expect(old.changes.map(({ change }) => change)).toEqual(['add', 'supersede']);
  expect(old.replaced_by).toEqual({ id: yarn, content: 'Use yarn, not pnpm.' });
  expect(old.injections).toEqual([]);
  expect(await machine.json<Why>(['why', yarn])).toMatchObject({
    replaced: [{ id: pnpm, content: 'Use pnpm, not npm.' }],
    replaced_by: null,
    injections: [{ session_id: 'three', event: 'SessionStart', at: at(3, 1) }],
  });

  const { stdout } = await machine.run(['why', yarn.slice(0, 8)], { env: { COLUMNS: '120' } });
  for (const said of ['Use yarn, not pnpm.', 'rejected Bash: no, yarn now.', '(rejection 0.', 'with prompt extract@']) {
    expect(stdout).toContain(said);
  }
  expect(stdout).toMatch(/it replaced \w{6,}: Use pnpm, not npm\./);
  expect(stdout).toContain('1 time in 1 session, last on 2026-01-03 09:00');
});

test('a note says that no model has read it', async () => {
  const machine = new Machine();
  machine.session('one', corrected(1, 'no'));
  await machine.run(['tag', 'pnpm, please']);
  const { stdout } = await machine.run(['why', await idOf(machine, 'pnpm, please')]);
  expect(stdout).toContain('You noted it; no model has read it yet.');
  expect(stdout).toContain('note 1.00: the person noted a correction');
});

test('an id may be short; one that means several is bad usage with the candidates, one that means none is nothing found', async () => {
  const machine = new Machine();
  expect(await machine.run(['why', 'abc'])).toMatchObject({ code: 3, stdout: '' });
  machine.seed((store, project) => {
    addRule(store, project, 'abc1230000');
    addRule(store, null, 'abc1240000', { content: 'Tag first.', status: 'ARCHIVED' });
  });
  expect(await machine.json<Why>(['why', 'ABC123'])).toMatchObject({ id: 'abc1230000', turns: [], extractions: [] });
  const both = await machine.run(['why', 'abc', '--json']);
  expect(both.code).toBe(2);
  expect(both.stderr).toMatch(
    /2 rules and facts begin with abc\.\nabc123 {2}Use pnpm, not npm\.\nabc124 {2}Tag first\./,
  );
  expect(JSON.parse(both.stdout)).toMatchObject({ error: { code: 'ambiguous_id' } });
  expect(await machine.run(['why', 'zzz'])).toMatchObject({ code: 3, stderr: expect.stringContaining('zzz') });
  expect(await machine.run(['why', ''])).toMatchObject({ code: 3 });
  expect(await machine.run(['why'])).toMatchObject({ code: 2 });
});

test('where a shared rule is told in its place, or it in another’s, both say so', async () => {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, null, 'wide000001', { content: 'Never push to main.' });
    addRule(store, project, 'part000001', { content: 'Do not push to main.', covered_by: 'wide000001' });
    addRule(store, project, 'part000002', { content: 'Old words.', status: 'ARCHIVED', covered_by: 'wide000001' });
    addRule(store, project, 'here000001', { content: 'Push to main.', overrules: ['wide000001', 'gone000001'] });
  });
  const wide = { id: 'wide000001', content: 'Never push to main.' };
  expect(await machine.json(['why', 'part000001'])).toMatchObject({ told_as: wide, told_for: [] });
  expect(await machine.json(['why', 'here00'])).toMatchObject({ told_as: null, instead_of: [wide] });
  expect(await machine.json(['why', 'wide00'])).toMatchObject({ told_for: [{ id: 'part000001' }], instead_of: [] });
  const { stdout } = await machine.run(['why', 'part000001']);
  expect(stdout).toContain('a shared rule is told in its place: wide00: Never push to main.');
});

test('what undo took back ends in one stop', async () => {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'one0000001', { content: 'Use pnpm.' });
    addRule(store, project, 'two0000001', { content: 'Use pnpm here.' });
  });
  await machine.run(['merge', 'one000', 'two000']);
  expect((await machine.run(['undo'])).stdout).toMatch(/^Undone: .*Use pnpm\.\n/);
});
