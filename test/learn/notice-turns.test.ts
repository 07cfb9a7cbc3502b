/** The second look, end to end: buffers, publish, the real model, the gate. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { type Context, openContext } from '../../src/learn/context.ts';
import { learn } from '../../src/learn/learn.ts';
import { noticeTurns } from '../../src/learn/notice-turns.ts';
import { publishAll } from '../../src/learn/publish-all.ts';
import { BorrowedModel } from '../../src/learn/text-model.ts';
import { bundledModelDir } from '../../src/platform/embed/find-model.ts';
import { interactionsFrom } from '../../src/store/interactions.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { learned } from '../fixtures/replies.ts';
import { assistant, sessionEnd, toolEnd, toolStart, user, writeSession } from '../fixtures/sessions.ts';

function world(env: Record<string, string> = {}): { context: Context; claude: FakeClaude } {
  const home = temporaryHome('привет 家');
  const claude = fakeClaude(path.join(home.root, 'fake'));
  claude.reply(learned([]));
  const context = openContext({ ...home.env, ...claude.env, ...env }, systemClock);
  onTestFinished(() => context.store.close());
  return { context, claude };
}

/** As the command does it: with a model for its time. */
async function learnWithModel(context: Context, told: string[] = []) {
  const model = new BorrowedModel(context, (why) => told.push(why));
  try {
    return await learn(context, { model });
  } finally {
    await model.close();
  }
}

const signals = ({ store }: Context, session = 's') =>
  interactionsFrom(store.db, session, 0, 500).flatMap(({ record, signal }) =>
    record.type === 'User' ? [{ text: record.text, ...signal }] : [],
  );

/** A session without a known phrase: one turn corrects, the others do not. */
const PLAIN = [
  user('group the rows by year'),
  assistant('I added the library lodash for grouping.'),
  user('Object.groupBy is built in'),
  assistant('I removed lodash and use Object.groupBy.'),
  user('now group it by month'),
  assistant('The rows are grouped by month.'),
];
/** So many that one doubtful turn among them opens nothing. */
const ROUTINE = [
  'run them',
  'add a test for it',
  'rename the file to report.ts',
  'commit and push',
  'open a pull request',
]
  .concat(['write the changelog entry', 'which node version does ci use?'])
  .flatMap((text) => [user(text), assistant('Done.')]);

test('learning weighs by meaning what no phrase explains, says so, and the gate opens for it', async () => {
  const { context, claude } = world();
  writeSession(context.paths, { id: 's' }, [...PLAIN, ...ROUTINE, sessionEnd]);
  await learnWithModel(context);
  expect(signals(context).slice(0, 3)).toMatchObject([
    { kind: 'opening' },
    { kind: 'correction', by: 'model', reason: expect.stringContaining('the model noticed it') },
    { kind: 'prompt', by: 'model', reason: expect.stringContaining('nor does the model') },
  ]);
  expect(claude.calls()).toHaveLength(1);
});

test('without a model the phrases stand alone, and nothing is said of it', async () => {
  const { context, claude } = world({ EMEND_MODEL_DIR: '/nowhere' });
  writeSession(context.paths, { id: 's' }, [...PLAIN, ...ROUTINE, sessionEnd]);
  const told: string[] = [];
  const report = await learnWithModel(context, told);
  expect(report.failures).toEqual([]);
  expect(report.jobs.waiting).toBe(0);
  expect(told).toEqual([]);
  expect(claude.calls()).toEqual([]);
  expect(signals(context).filter(({ by }) => by !== undefined)).toEqual([]);
  expect(signals(context)[1]?.kind).toBe('prompt');
});

test('a model that fails is told once, however many turns and sessions wait', async () => {
  const root = temporaryHome().root;
  const dir = path.join(root, 'model');
  fs.mkdirSync(dir);
  fs.copyFileSync(path.join(bundledModelDir(), 'tokenizer.json'), path.join(dir, 'tokenizer.json'));
  // As large as a whole one, and no model.
  fs.writeFileSync(path.join(dir, 'model.onnx'), '');
  fs.truncateSync(path.join(dir, 'model.onnx'), 91_000_000);
  const { context } = world({ EMEND_MODEL_DIR: dir });
  for (const id of ['s', 't']) writeSession(context.paths, { id }, [...PLAIN, sessionEnd]);
  const told: string[] = [];
  const report = await learnWithModel(context, told);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('phrases alone');
  expect(report.jobs.waiting).toBe(0);
  expect(signals(context, 't').every(({ by }) => by === undefined)).toBe(true);
});

test('what has a reason keeps it, and no turn is weighed twice', async () => {
  const { context } = world();
  const records = [
    ...PLAIN,
    user('no, that is wrong, I said by quarter'),
    assistant('Grouped by quarter.'),
    toolStart('a', 'git push'),
    toolEnd('a', '', 'rejected', 'push is done by the pipeline'),
    user('thanks, looks good'),
  ];
  writeSession(context.paths, { id: 's' }, records);
  publishAll(context);
  const before = interactionsFrom(context.store.db, 's', 0, 500);
  const seen: string[] = [];
  const model = new BorrowedModel(context, (why) => expect.fail(why));
  onTestFinished(() => model.close());
  const embed = (text: string) => {
    seen.push(text);
    return model.embed(text);
  };
  expect(await noticeTurns(context, 's', embed)).toEqual({ weighed: 2, corrections: 1 });
  expect(seen).toEqual([
    'Object.groupBy is built in',
    'I added the library lodash for grouping.',
    'now group it by month',
    'I removed lodash and use Object.groupBy.',
  ]);
  const after = interactionsFrom(context.store.db, 's', 0, 500);
  const changed = after.filter(({ signal }, i) => JSON.stringify(signal) !== JSON.stringify(before[i]?.signal));
  expect(changed.map(({ record }) => record)).toMatchObject([
    { text: 'Object.groupBy is built in' },
    { text: 'now group it by month' },
  ]);
  expect(after.map(({ record }) => record)).toEqual(before.map(({ record }) => record));
  expect(await noticeTurns(context, 's', embed)).toEqual({ weighed: 0, corrections: 0 });
  expect(seen).toHaveLength(4);
});

test('it weighs so many turns at a time, goes on where it was, and ends when told', async () => {
  const { context } = world();
  const turns = Array.from({ length: 70 }, (_, n) => [user(`add a${n} b${n} c${n} d${n}`), assistant('Added it.')]);
  writeSession(context.paths, { id: 's' }, [user('begin'), assistant('Ready.'), ...turns.flat()]);
  publishAll(context);
  const vector = Float32Array.from({ length: 384 }, (_, i) => (i === 0 ? 1 : 0));
  const stop = new AbortController();
  let asked = 0;
  const embed = async () => {
    asked += 1;
    if (asked === 5) stop.abort();
    return vector;
  };
  expect((await noticeTurns(context, 's', embed, stop.signal)).weighed).toBe(3);
  expect((await noticeTurns(context, 's', embed)).weighed).toBe(64);
  expect((await noticeTurns(context, 's', embed)).weighed).toBe(3);
  expect((await noticeTurns(context, 'unknown', embed)).weighed).toBe(0);
  expect((await noticeTurns(context, 's', async () => undefined)).weighed).toBe(0);
});
