/** A lesson said in other words, end to end: a buffer, the real embedding model, scripted verdicts. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { type Context, openContext } from '../../src/learn/context.ts';
import { learn } from '../../src/learn/learn.ts';
import { meaningOf } from '../../src/learn/meaning.ts';
import { BorrowedModel, type TextModel } from '../../src/learn/text-model.ts';
import { bundledModelDir } from '../../src/platform/embed/find-model.ts';
import { lexicalSimilarity } from '../../src/reconcile/similar.ts';
import { vectorsFor } from '../../src/store/embeddings.ts';
import { noteProject } from '../../src/store/projects.ts';
import { currentRules, insertRule } from '../../src/store/rules.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { learned, related, rule, takenBack } from '../fixtures/replies.ts';
import { assistant, sessionEnd, user, writeSession } from '../fixtures/sessions.ts';
import { rule as candidate, day, forget, pairsIn } from '../reconcile/world.ts';
import { ruleRow } from '../store/items.ts';

const KNOWN = { trigger: 'deleting files', content: 'Always ask before removing anything.', cues: ['clean up'] };
const SAID = { trigger: 'destructive commands', content: 'Get my permission prior to erasing things.' };
const TURNS = [
  user('tidy the folder'),
  assistant('Done, everything is gone.'),
  user('no! get my permission prior to erasing things'),
  assistant('I will.'),
  sessionEnd,
];
/** More than are all measured with care, about other matters. */
const OTHERS = Array.from({ length: 20 }, (_, i) => ({
  trigger: `working on part ${i}`,
  content: `Keep port ${3000 + i} for the ${['parser', 'invoice', 'map', 'queue'][i % 4]} service.`,
  cues: [],
}));

function world(env: Record<string, string> = {}): { context: Context; claude: FakeClaude } {
  const home = temporaryHome();
  const claude = fakeClaude(path.join(home.root, 'fake'));
  const context = openContext({ ...home.env, ...claude.env, ...env }, systemClock);
  onTestFinished(() => context.store.close());
  noteProject(context.store.db, { id: 'project-a', label: 'a', path: '/a' }, day(0));
  [KNOWN, ...OTHERS].forEach((words, i) => {
    insertRule(context.store.db, ruleRow(`known${i}`, { ...words, project_id: 'project-a', learned_at: day(0) }));
  });
  claude.rules([
    { match: '^\\{"pair":|\\n\\{"pair":1', reply: related('same') },
    { match: 'permission', reply: learned([{ ...rule(SAID.trigger, SAID.content, [3]), cues: ['wipe the disk'] }]) },
  ]);
  return { context, claude };
}

const borrowed = (context: Context, told: string[] = []): BorrowedModel => {
  const model = new BorrowedModel(context, (why) => told.push(why));
  onTestFinished(() => model.close());
  return model;
};
const contents = ({ store }: Context) => currentRules(store.db, 'project-a').map(({ content }) => content);
const paired = (claude: FakeClaude) => claude.calls().flatMap(({ stdin }) => pairsIn(stdin));

test('what shares no word with the rule it repeats is compared with it, and merged', async () => {
  expect(lexicalSimilarity({ type: 'rule', ...SAID, cues: ['wipe the disk'] }, [{ type: 'rule', ...KNOWN }])).toEqual([
    0,
  ]);
  const { context, claude } = world();
  writeSession(context.paths, { id: 's' }, TURNS);
  const { learned: counts } = await learn(context, { model: borrowed(context) });
  expect(paired(claude)).toMatchObject([{ older: { do: KNOWN.content }, newer: { do: SAID.content } }]);
  expect(counts).toMatchObject({ added: 0, merged: 1 });
  expect(contents(context)).toHaveLength(1 + OTHERS.length);
});

test('without a model it stands alone, and nobody is asked', async () => {
  const { context, claude } = world({ EMEND_MODEL_DIR: '/nowhere' });
  writeSession(context.paths, { id: 's' }, TURNS);
  const told: string[] = [];
  const { learned: counts } = await learn(context, { model: borrowed(context, told) });
  expect(paired(claude)).toEqual([]);
  expect(counts).toMatchObject({ added: 1, merged: 0 });
  expect(contents(context)).toContain(SAID.content);
  expect(told).toEqual([]);
});

test('a model that does not load is told once, and learning goes on by words', async () => {
  const dir = path.join(temporaryHome().root, 'model');
  fs.mkdirSync(dir);
  fs.copyFileSync(path.join(bundledModelDir(), 'tokenizer.json'), path.join(dir, 'tokenizer.json'));
  fs.writeFileSync(path.join(dir, 'model.onnx'), '');
  fs.truncateSync(path.join(dir, 'model.onnx'), 91_000_000);
  const { context } = world({ EMEND_MODEL_DIR: dir });
  for (const id of ['s', 't']) writeSession(context.paths, { id }, TURNS);
  const told: string[] = [];
  const { learned: counts, failures } = await learn(context, { model: borrowed(context, told) });
  expect(told).toEqual([expect.stringMatching(/goes by words and phrases alone: .*does not load/)]);
  expect(counts).toMatchObject({ added: 1, merged: 1 });
  expect(failures).toEqual([]);
});

test('what is taken back in other words is found, too', async () => {
  const { context, claude } = world();
  claude.rules([
    { match: '^\\{"pair":|\\n\\{"pair":1', reply: related('withdraws') },
    { match: 'cleanup', reply: takenBack('confirming every cleanup', [3]) },
  ]);
  writeSession(context.paths, { id: 's' }, [
    ...TURNS.slice(0, 2),
    user('no more confirming every cleanup, forget that'),
    sessionEnd,
  ]);
  await learn(context, { model: borrowed(context) });
  expect(contents(context)).toHaveLength(OTHERS.length);
  expect(contents(context)).not.toContain(KNOWN.content);
});

test('the model is not asked where there is nothing to compare, gives up where it ends, and makes what is missing', async () => {
  const { context } = world();
  const real = borrowed(context);
  let asked = 0;
  const counting = (most: number): TextModel => ({
    modelId: real.modelId,
    embed: async (text) => (++asked > most ? undefined : real.embed(text)),
  });
  const candidates = [candidate(SAID.content, 3, { ...SAID, cues: [] }), forget('asking first', 4)];
  expect(await meaningOf(context, counting(9), { projectId: 'elsewhere', candidates })).toBeUndefined();
  expect(await meaningOf(context, counting(9), { projectId: 'project-a', candidates: [] })).toBeUndefined();
  expect(asked).toBe(0);
  expect(await meaningOf(context, counting(1), { projectId: 'project-a', candidates })).toBeUndefined();
  expect(vectorsFor(context.store.db, real.modelId ?? '').size).toBe(0);
  const meaning = await meaningOf(context, real, { projectId: 'project-a', candidates });
  expect(vectorsFor(context.store.db, real.modelId ?? '').size).toBe(1 + OTHERS.length);
  expect(meaning?.(SAID)?.best(1)).toMatchObject([{ id: 'known0' }]);
  expect(meaning?.({ trigger: '', content: 'asking first' })?.best(1)).toMatchObject([{ id: 'known0' }]);
  expect(meaning?.({ trigger: '', content: 'something else' })).toBeUndefined();
});
