/** Why something was not learned: every turn of a session is found with its signal and where it ended. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import { userRecord } from '../../src/capture/record.ts';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { learned, rule, takenBack } from '../fixtures/replies.ts';
import { Machine } from './machine.ts';

interface Turn {
  turn: number;
  seq: number | null;
  text: string;
  signal: { kind: string; score: number; reason: string } | null;
  fate: string;
  items: { id: string; type: string; status: string; content: string; noted: boolean }[];
  taken_back: string[];
}
interface WhyNot {
  session_id: string;
  project: string;
  ended: boolean;
  turns: Turn[];
  readings: {
    from_turn: number | null;
    to_turn: number | null;
    outcome: string;
    why: string | null;
    prompt: string | null;
    strongest: { turn: number | null; kind: string; score: number } | null;
    changed: { id: string; change: string; content: string }[];
    refused: { what: string; why: string }[];
  }[];
  unread: { interactions: number; turns: number; unpublished: number };
  waiting: {
    job: { state: string; failure: string | null } | null;
    paused: { class: string } | null;
    capped: string | null;
  } | null;
}

const at = (minute: number) => `2026-01-01T09:${String(minute).padStart(2, '0')}:00.000Z`;
const user = (minute: number, text: string): BufferRecord => userRecord(at(minute), text);
const agent = (minute: number, text: string): BufferRecord => ({ type: 'Assistant', ts: at(minute), text });
const end = (minute: number): BufferRecord => ({ type: 'SessionEnd', ts: at(minute), reason: 'other' });

function teachable(): { machine: Machine; claude: FakeClaude } {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  return { machine, claude };
}
const SMALL_TALK = [user(1, 'hi'), agent(2, 'Hello!'), user(3, 'thanks, that is all'), end(4)];
const CORRECTED = [
  user(11, 'add zod'),
  agent(12, 'I ran npm install zod.'),
  user(13, 'no, never npm <private>abc</private>'),
  end(14),
];
const later = (machine: Machine, records: BufferRecord[]) =>
  appendRecords(path.join(machine.paths.sessions, 'aaa-one.jsonl'), records);

test('a sentence is found with its signal: at the gate, in a rule, in nothing, and not read yet', async () => {
  const { machine, claude } = teachable();
  machine.session('aaa-one', SMALL_TALK);
  await machine.run(['learn']);
  claude.reply(learned([rule('installing', 'Use pnpm, not npm.', [6]), rule('installing', 'Use bunx.', [3])]));
  later(machine, CORRECTED);
  await machine.run(['learn']);
  later(machine, [user(21, 'and the lint script?')]);

  const told = await machine.json<WhyNot>(['why-not', 'aaa']);
  expect(told).toMatchObject({ session_id: 'aaa-one', project: 'shop front', ended: true });
  expect(told.turns.map(({ turn, text, fate }) => [turn, text, fate])).toEqual([
    [1, 'hi', 'skipped'],
    [2, 'thanks, that is all', 'skipped'],
    [3, 'add zod', 'nothing'],
    [4, 'no, never npm [private]', 'learned'],
    [5, 'and the lint script?', 'unpublished'],
  ]);
  expect(told.turns[3]).toMatchObject({
    signal: { kind: 'correction', reason: expect.stringContaining('begins with no') },
    items: [{ type: 'rule', status: 'CURRENT', content: 'Use pnpm, not npm.', noted: false }],
  });
  expect(told.readings).toMatchObject([
    { from_turn: 1, to_turn: 2, outcome: 'skipped', prompt: null, why: 'nothing in it looks like a lesson' },
    {
      from_turn: 3,
      to_turn: 4,
      outcome: 'learned',
      prompt: expect.stringMatching(/^extract@/),
      changed: [{ change: 'add', content: 'Use pnpm, not npm.' }],
      refused: [{ what: 'Use bunx.', why: expect.stringContaining('cites') }],
    },
  ]);
  expect(told.readings[0]?.strongest).toMatchObject({ turn: expect.any(Number), score: expect.any(Number) });
  expect(told.unread).toEqual({ interactions: 0, turns: 0, unpublished: 1 });

  const { stdout } = await machine.run(['why-not'], { env: { COLUMNS: '140' } });
  for (const said of [
    /Turns 1 to 2 \(3 interactions\): not worth a call on/,
    /Why: nothing in it looks like a lesson; the surest sign was turn \d, \w+ 0\.\d\d: /,
    /4 {2}“no, never npm \[private\]”\n +correction 0\.\d\d: .*begins with no.*\n +→ a rule: \w{6} Use pnpm, not npm\./,
    /refused: Use bunx\. \(cites /,
    /3 {2}“add zod”\n.*\n +→ read by the model; no lesson rests on it/,
    /Not read yet\n {2}In the journal only: 1 interaction; .*\n +5 {2}“and the lint script\?”\n +→ captured, and not in the store yet/,
  ]) {
    expect(stdout).toMatch(said);
  }
});

test('a note is a rule at once and says so, also while learning is paused, whose reason is told', async () => {
  const { machine, claude } = teachable();
  claude.reply({ error: 'Not logged in · Please run /login' });
  machine.session('aaa-one', [
    ...CORRECTED.slice(0, 2),
    { type: '[correction]', ts: at(13), note: 'always pnpm here' },
  ]);
  await machine.run(['learn']);

  const told = await machine.json<WhyNot>(['why-not']);
  expect(told.readings).toEqual([]);
  expect(told.turns.at(-1)).toMatchObject({
    text: 'always pnpm here',
    fate: 'learned',
    items: [{ content: 'always pnpm here', noted: true }],
  });
  expect(told.turns[0]).toMatchObject({ text: 'add zod', fate: 'unread' });
  expect(told.unread).toMatchObject({ interactions: 3, turns: 2 });
  expect(told.waiting).toMatchObject({ paused: { class: 'auth' }, job: { state: 'waiting' } });
  const { stdout } = await machine.run(['why-not'], { env: { COLUMNS: '200' } });
  expect(stdout).toMatch(/→ a rule at once, as you noted it: \w{6} always pnpm here/);
  expect(stdout).toMatch(/Not read yet\n {2}claude-smart has paused learning.*\/login/);
});

test('a reading that failed for good is told with its reason and its mend, and its turns as not read', async () => {
  const { machine, claude } = teachable();
  claude.reply({ text: 'Sorry, no.' });
  machine.session('aaa-one', CORRECTED);
  for (const _ of [1, 2, 3]) await machine.run(['learn']);
  const told = await machine.json<WhyNot>(['why-not', 'aaa-one']);
  expect(told.readings.length).toBeGreaterThan(0);
  for (const { outcome, why } of told.readings) {
    expect({ outcome, why }).toEqual({ outcome: 'failed', why: expect.stringContaining('JSON object') });
  }
  expect(told.turns.map(({ fate }) => fate)).toEqual(['unread', 'unread']);
  expect(told.waiting?.job).toMatchObject({ failure: 'malformed' });
  const { stdout } = await machine.run(['why-not'], { env: { COLUMNS: '200' } });
  expect(stdout).toMatch(/Turns 1 to 2 \(3 interactions\): reading failed \d times, last on .*\n {2}Why: /);
  expect(stdout).toMatch(/reply could not be used[\s\S]*claude-smart learn/);
});

test('what was taken back is told at the turn that did it; a window that taught nothing says so', async () => {
  const { machine, claude } = teachable();
  claude.reply(takenBack('The user works at Acme.', [3]));
  machine.session('aaa-one', [...CORRECTED.slice(0, 2), user(13, 'no. forget that I work at Acme, always'), end(14)]);
  await machine.run(['learn']);
  const told = await machine.json<WhyNot>(['why-not']);
  expect(told.turns[1]).toMatchObject({ fate: 'taken_back', taken_back: ['The user works at Acme.'], items: [] });

  claude.reply(learned([]));
  machine.session('bbb-two', CORRECTED);
  await machine.run(['learn']);
  expect(await machine.json<WhyNot>(['why-not', 'bbb'])).toMatchObject({
    readings: [{ outcome: 'nothing', changed: [], refused: [] }],
    turns: [{ fate: 'nothing' }, { fate: 'nothing' }],
    waiting: { job: null },
  });
});

test('the session may be left out, shortened, or be unknown, and every error names the mend', async () => {
  const machine = new Machine();
  expect(await machine.run(['why-not'])).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('claude-smart status'),
  });
  machine.session('aaa-one', SMALL_TALK);
  machine.session('aaa-two', SMALL_TALK);
  // Nothing is published, so there is no store: the buffers alone tell it.
  const told = await machine.json<WhyNot>(['why-not', 'aaa-t']);
  expect(told).toMatchObject({ session_id: 'aaa-two', waiting: null, readings: [], unread: { unpublished: 3 } });
  expect(told.turns).toMatchObject([{ text: 'hi', fate: 'unpublished', seq: null, signal: null }, {}]);
  const both = await machine.run(['why-not', 'aaa', '--json']);
  expect(both.code).toBe(2);
  expect(both.stderr).toMatch(/2 sessions begin with aaa\.\naaa-\w+ {2}shop front, /);
  expect(JSON.parse(both.stdout)).toMatchObject({ error: { code: 'ambiguous_session' } });
  for (const unknown of ['zzz', '']) {
    const ran = await machine.run(['why-not', unknown]);
    expect(ran).toMatchObject({ code: 3, stderr: expect.stringMatching(/was captured\.\n.*last ones.*\naaa-/) });
  }
  expect(await machine.run(['why-not'], { cwd: machine.home })).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/no session of .* was captured yet\.\n.*name a session.*\naaa-/),
  });
});
