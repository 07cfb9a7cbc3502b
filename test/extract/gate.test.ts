import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measureGate } from '../../bench/gate.ts';
import { readRows } from '../../bench/signal-rows.ts';
import { assistantRecord, toolEndRecord, toolStartRecord, userRecord } from '../../src/capture/record.ts';
import type { Interaction } from '../../src/core/interaction.ts';
import { signalOf } from '../../src/core/signal.ts';
import { type GatedTurn, gate } from '../../src/extract/gate.ts';
import { REPO } from '../fixtures/home.ts';

const TS = '2026-01-01T00:00:00.000Z';
const user = (text: string) => userRecord(TS, text);
const agent = (text: string) => assistantRecord(TS, text);
const ran = (id: string, command: string, output: string, status: 'ok' | 'error' = 'ok') => [
  toolStartRecord(TS, 'Bash', id, { command }),
  toolEndRecord(TS, 'Bash', id, { status, output }),
];

/** The gate's word on these interactions, with the signals that publish would store. */
const decide = (records: Interaction[]) =>
  gate(records.map((record, i) => ({ record, signal: signalOf(record, records.slice(0, i)) ?? null })));

test.each<[string, Interaction[]]>([
  ['a short correction', [user('add zod'), agent('Installed zod with npm install zod.'), user('no, pnpm.')]],
  [
    'a short correction in another language',
    [user('füg zod hinzu'), agent('Ich habe npm install zod ausgeführt.'), user('nein, pnpm')],
  ],
  ['a note', [{ type: '[correction]', ts: TS, note: 'tabs here' }]],
  [
    'a rejection with a reason',
    [
      toolStartRecord(TS, 'Bash', 't', { command: 'git push origin main' }),
      toolEndRecord(TS, 'Bash', 't', {
        status: 'rejected',
        output: '',
        reason: 'never push to main, open a pull request',
      }),
    ],
  ],
  [
    'a plan turned down with a comment',
    [
      toolEndRecord(TS, 'ExitPlanMode', 't', {
        status: 'rejected',
        plan: 'rejected',
        output: '',
        reason: 'no, keep the old endpoint, mobile still uses it',
      }),
    ],
  ],
  [
    'a failure and another command that worked',
    [
      user('run the tests'),
      ...ran('a', 'pnpm test', 'Exit code 1\nERR no such table', 'error'),
      ...ran('b', 'pnpm test --pool=forks --no-cache', 'Tests 10 passed'),
    ],
  ],
  ['a rule stated before any work', [user('never default exports, named exports only')]],
  ['a choice stated before any work', [user('use pnpm not npm')]],
  ['where things are here', [user('in this repo tests live next to the source')]],
  [
    'an exception that is named by its place',
    [user('the converter needs argument errors'), agent('It returns a code.'), user('in tools/ throwing is fine')],
  ],
  [
    'something taken back',
    [user('add an alarm'), agent("I'll ask Ines for approval."), user('no need to ask Ines any more')],
  ],
  [
    'a lasting fact about the writer',
    [user('rename the topic'), agent('Done.'), user("i'm the only one working on this repo, so skip the reviewers")],
  ],
])('%s is worth a call', (_, records) => {
  expect(decide(records)).toMatchObject({ pass: true });
});

test('what only states facts may wait for the end of its session; what teaches besides may not', () => {
  const stated = [user('rename the topic'), agent('Done.'), user("btw i'm the only one working on this repo")];
  expect(decide(stated)).toMatchObject({ pass: true, patient: true });
  const corrected = [...stated, agent('I also renamed the queue.'), user('no, undo that, i only said the topic')];
  expect(decide(corrected)).toMatchObject({ pass: true, patient: false });
});

test.each<[string, Interaction[]]>([
  ['small talk', [user('hi'), agent('Hello!'), user('thanks, that is all for today'), agent('Bye.')]],
  [
    'a question',
    [
      user('how does the retry in the mailer work?'),
      agent('It waits 1, 2, 4 seconds.'),
      user('and what happens after the last one?'),
    ],
  ],
  [
    'routine edits',
    [
      user('rename getUser to loadUser'),
      agent('Renamed in 4 files.'),
      user('now add a test for it'),
      agent('Added.'),
      user('great, commit'),
    ],
  ],
  [
    'a tool that failed and was mended in the ordinary way',
    [
      user('run the tests'),
      ...ran('a', 'pnpm test', 'Exit code 1\n1 failed', 'error'),
      ...ran('b', 'pnpm test', '10 passed'),
      agent('Fixed the typo; all pass.'),
    ],
  ],
  ['nobody typing at all', [agent('Hello.'), ...ran('a', 'ls', 'a b')]],
  ['a log that says no, pasted', [user('look at this:\n```\nno, wrong: never use npm, use pnpm instead\n```')]],
])('%s costs nothing', (_, records) => {
  expect(decide(records)).toMatchObject({ pass: false, why: 'nothing in it looks like a lesson' });
});

test('few words are enough for a phrase that says it, not for what only the model noticed', () => {
  const routine = Array.from({ length: 10 }, () => user('add a test for it'));
  const turns: GatedTurn[] = [...routine, user('pnpm here')].map((record) => ({
    record,
    signal: { kind: 'prompt', score: 0.1, reason: 'nothing speaks for a correction' },
  }));
  const last = (score: number, by: { by?: 'model' }) =>
    gate(turns.with(-1, { record: user('pnpm here'), signal: { kind: 'correction', score, reason: 'why', ...by } }))
      .pass;
  expect(last(0.6, {})).toBe(true);
  expect(last(0.6, { by: 'model' })).toBe(false);
  expect(last(0.8, { by: 'model' })).toBe(true);
});

const SHARED = path.resolve(REPO, '../shared/data/signals-dev.jsonl');
test.runIf(fs.existsSync(SHARED))(
  'of windows of ten turns, 98 % with a correction are read at once, and at most 40 % of those without',
  () => {
    const figures = measureGate(readRows(SHARED));
    expect(figures.with).toBeGreaterThanOrEqual(0.98);
    expect(figures.without).toBeLessThanOrEqual(0.4);
  },
);
