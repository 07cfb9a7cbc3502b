import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { readBuffer } from '../../src/core/watermark.ts';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { fact, learned, related, rule } from '../fixtures/replies.ts';
import { Machine } from './machine.ts';

interface Item {
  id: string;
  content: string;
  status: string;
}
interface Lists {
  rules: Item[];
  profile: Item[];
}
interface Forgotten {
  forgotten: string[];
  turns_erased: number;
  turns_kept: number;
}

const at = (second: number) => `2026-01-01T09:00:${String(second).padStart(2, '0')}.000Z`;
const HOME = 'I moved to Xanthippe Street last month, so ship test parcels there';
const PNPM = 'no, pnpm not npm. and quokkas are fine';
const conversation: BufferRecord[] = [
  { type: 'User', ts: at(1), text: 'add zod' },
  { type: 'Assistant', ts: at(2), text: 'Done with npm.' },
  { type: 'User', ts: at(3), text: PNPM, prompt_id: 'p2' },
  { type: 'Assistant', ts: at(4), text: 'Sorry.' },
  { type: 'User', ts: at(5), text: HOME },
  { type: 'SessionEnd', ts: at(6), reason: 'other' },
];

/** A rule that rests on the turn about pnpm, a second one on that turn too, and a fact on the turn about the street. */
async function learnedMachine(): Promise<Machine> {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  claude.rules([{ match: '<pairs>', reply: related('unrelated') }]);
  claude.reply(
    learned(
      [rule('adding a package', 'Use pnpm, not npm.', [3]), rule('naming branches', 'Quokkas are fine.', [3])],
      [fact('Lives in Xanthippe Street.', [5])],
    ),
  );
  machine.session('one', conversation);
  await machine.run(['learn']);
  return machine;
}
const all = (machine: Machine) => machine.json<Lists>(['history']);
const idOf = async (machine: Machine, content: string): Promise<string> => {
  const { rules, profile } = await all(machine);
  return [...rules, ...profile].find((one) => one.content === content)?.id ?? 'none';
};

/** Files of both homes that hold the word, in any letters' case. */
function filesWith(machine: Machine, word: string): string[] {
  const names = fs.readdirSync(machine.home, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const file = path.join(machine.home, name);
    return fs.statSync(file).isFile() && fs.readFileSync(file).toString('latin1').toLowerCase().includes(word);
  });
}

test('what is forgotten is in no file any more: store, log, journal, snapshot; and everything else still is', async () => {
  const machine = await learnedMachine();
  expect(filesWith(machine, 'xanthippe').length).toBeGreaterThan(2);
  const lines = () =>
    readBuffer(fs.readFileSync(path.join(machine.paths.sessions, 'one.jsonl'))).lines.map(
      ({ seq, record }) => `${seq} ${record.type} ${record.ts}`,
    );
  const before = lines();
  const id = await idOf(machine, 'Lives in Xanthippe Street.');
  expect(await machine.json<Forgotten>(['forget', id.slice(0, 8), '--yes'])).toMatchObject({
    forgotten: [id],
    turns_erased: 1,
    turns_kept: 0,
  });
  expect(filesWith(machine, 'xanthippe')).toEqual([]);
  expect(filesWith(machine, 'quokkas').length).toBeGreaterThan(1);
  // The journal's lines stand where they stood: places are numbers in the store.
  expect(lines()).toEqual(before);
  const { rules, profile } = await all(machine);
  expect([rules.length, profile.length]).toEqual([2, 0]);
  const gone = await machine.run(['why', id]);
  expect(gone).toMatchObject({ code: 3, stderr: expect.stringContaining('was forgotten on') });
});

test('a turn that another rule rests on keeps its words, and goes with the last one', async () => {
  const machine = await learnedMachine();
  const pnpm = await idOf(machine, 'Use pnpm, not npm.');
  expect(await machine.json<Forgotten>(['forget', pnpm, '--yes'])).toMatchObject({ turns_erased: 0, turns_kept: 1 });
  expect(filesWith(machine, 'use pnpm')).toEqual([]);
  const quokkas = await idOf(machine, 'Quokkas are fine.');
  expect((await machine.run(['why', quokkas])).stdout).toContain(PNPM);
  expect(await machine.json<Forgotten>(['forget', quokkas, '--yes'])).toMatchObject({ turns_erased: 1 });
  expect(filesWith(machine, 'quokkas')).toEqual([]);
});

test('it does not come back: not by learning again, not with a store rebuilt from the journal', async () => {
  const machine = await learnedMachine();
  await machine.run(['forget', await idOf(machine, 'Lives in Xanthippe Street.'), '--yes']);
  await machine.run(['learn']);
  expect(filesWith(machine, 'xanthippe')).toEqual([]);
  fs.rmSync(machine.paths.data, { recursive: true });
  fakeClaude(path.join(machine.root, 'model')).reply(learned([rule('adding a package', 'Use pnpm, not npm.', [3])]));
  await machine.run(['learn']);
  expect((await all(machine)).rules).toHaveLength(1);
  expect(filesWith(machine, 'xanthippe')).toEqual([]);
});

test('it asks first, and where nobody can answer it does nothing without --yes', async () => {
  const machine = await learnedMachine();
  const id = await idOf(machine, 'Use pnpm, not npm.');
  const ran = await machine.run(['forget', id]);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('cannot be undone');
  expect(ran.stderr).toContain('--yes');
  expect(await idOf(machine, 'Use pnpm, not npm.')).toBe(id);
});

test('forgetting cannot be taken back, and undo says so before it passes over it', async () => {
  const machine = await learnedMachine();
  const pnpm = await idOf(machine, 'Use pnpm, not npm.');
  await machine.run(['archive', await idOf(machine, 'Quokkas are fine.')]);
  await machine.run(['forget', pnpm, '--yes']);
  const undo = await machine.run(['undo']);
  expect(undo).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be undone') });
  expect(undo.stderr).toContain('--past');
  expect(await machine.run(['undo', '--past'])).toMatchObject({ code: 0 });
  expect((await all(machine)).rules).toMatchObject([{ content: 'Quokkas are fine.', status: 'CURRENT' }]);
});

/** Waits until the model was called so often. */
async function called(claude: ReturnType<typeof fakeClaude>, times: number): Promise<void> {
  for (const end = performance.now() + 15_000; claude.calls().length < times; ) {
    if (performance.now() > end) throw new Error(`the model was called ${claude.calls().length} times`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** A note about the street, a rule already; and what the model says of the session once somebody learns. */
function notedMachine(): { machine: Machine; claude: ReturnType<typeof fakeClaude> } {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  const note: BufferRecord = { type: '[correction]', ts: at(5), note: 'ship parcels to Xanthippe Street' };
  machine.session('one', [...conversation.slice(0, 4), note, ...conversation.slice(5)]);
  return { machine, claude };
}

test('what is forgotten while a model reads it does not come back with the reply; what else it says is learned', async () => {
  const { machine, claude } = notedMachine();
  const reply = learned([rule('shipping', 'Ship to Xanthippe Street.', [5]), rule('adding', 'Use pnpm.', [3])]);
  claude.reply({ ...reply, delayMs: 4_000 });
  const learning = machine.run(['learn']);
  await called(claude, 1);
  const noted = await idOf(machine, 'ship parcels to Xanthippe Street');
  expect(await machine.run(['forget', noted, '--yes'])).toMatchObject({ code: 0 });
  expect(await learning).toMatchObject({ code: 0 });
  expect((await all(machine)).rules.map(({ content }) => content)).toEqual(['Use pnpm.']);
  expect(filesWith(machine, 'xanthippe')).toEqual([]);
});

test('what is forgotten while its reply is being compared does not come back either', async () => {
  const { machine, claude } = notedMachine();
  const other = rule('shipping parcels', 'Ship parcels with the courier to Xanthippe Street.', [5]);
  claude.reply(learned([other, rule('shipping parcels', 'Ship parcels with the courier by pnpm.', [3])]));
  claude.rules([{ match: '<pairs>', reply: related('unrelated') }]);
  claude.replyTo(2, { ...related('unrelated', 'unrelated'), delayMs: 4_000 });
  const learning = machine.run(['learn']);
  await called(claude, 2);
  const noted = await idOf(machine, 'ship parcels to Xanthippe Street');
  expect(await machine.run(['forget', noted, '--yes'])).toMatchObject({ code: 0 });
  expect(await learning).toMatchObject({ code: 0 });
  expect((await all(machine)).rules.map(({ content }) => content)).toEqual(['Ship parcels with the courier by pnpm.']);
  expect(filesWith(machine, 'xanthippe street')).toEqual([]);
});
