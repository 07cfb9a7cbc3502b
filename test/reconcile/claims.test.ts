import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../src/core/rule.ts';
import type { ModelCaller } from '../../src/extract/caller.ts';
import { type Applied, applyPlan } from '../../src/reconcile/apply.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { changesOf } from '../../src/store/changes.ts';
import { addEvidence, evidenceOf } from '../../src/store/evidence.ts';
import type { Store } from '../../src/store/open.ts';
import { allFacts } from '../../src/store/profile.ts';
import { allRules, currentRules, insertRule } from '../../src/store/rules.ts';
import { ruleRow } from '../store/items.ts';
import { clock, day, fact, model, never, PROJECT, rule, temporaryStore } from './world.ts';

async function take(store: Store, ask: ModelCaller, ...candidates: Candidate[]): Promise<Applied> {
  const reconciled = await reconcile({ db: store.db, ask, projectId: PROJECT, candidates, clock });
  if (!reconciled.ok) throw new Error(reconciled.message);
  return store.transaction((tx) => applyPlan(tx, reconciled.plan, { extractionId: 'extraction', clock }));
}

/** A note as publish leaves it: provisional, in the person's words, on the turn of day `at`. */
function noted(store: Store, id: string, content: string, at: number): void {
  insertRule(
    store.db,
    ruleRow(id, { content, trigger: '', provisional: true, learned_at: day(at), cues: ['add zod'] }),
  );
  addEvidence(store.db, id, [{ session_id: 'session', seq: at }]);
}
const turns = (...seqs: number[]) => ({ evidence: seqs.map((seq) => ({ session_id: 'session', seq })) });
const rows = (store: Store) => allRules(store.db, PROJECT);

test('the extraction that reads a note puts its rule into words, in place and without a second call', async () => {
  const store = temporaryStore();
  noted(store, 'note', 'no, pnpm', 1);
  const said = rule('Use pnpm, not npm.', 1, { ...turns(0, 1), rationale: 'links', cues: ['bump zod'] });
  expect(await take(store, never, said)).toMatchObject({ added: 0, refined: 1, archived: 0, ids: ['note'] });
  expect(rows(store)).toMatchObject([
    {
      id: 'note',
      provisional: false,
      trigger: 'installing dependencies',
      content: 'Use pnpm, not npm.',
      rationale: 'links',
      cues: ['bump zod'],
      evidence: 2,
      version: 2,
    },
  ]);
  expect(evidenceOf(store.db, 'note').map(({ seq }) => seq)).toEqual([0, 1]);
  expect(changesOf(store.db, 'note')).toMatchObject([
    { change: 'refine', before: { content: 'no, pnpm' }, extraction_id: 'extraction' },
  ]);
  expect(await take(store, never, said)).toMatchObject({ refined: 0, known: 1, ids: [] });
});

test('said in the very words of the note it is put in place too: cues and kind come from the extraction', async () => {
  const store = temporaryStore();
  noted(store, 'note', 'use pnpm', 1);
  await take(store, never, rule('Use pnpm', 1, { trigger: '', cues: ['bump zod'] }));
  expect(rows(store)).toMatchObject([{ id: 'note', provisional: false, cues: ['bump zod'], version: 2 }]);
});

test('an extraction that returns nothing for it, or something else, leaves a note as it stands', async () => {
  const store = temporaryStore();
  noted(store, 'note', 'no, pnpm', 1);
  await take(store, never);
  await take(
    store,
    model(() => 'unrelated'),
    rule('Tests run with make check.', 2, { trigger: 'testing' }),
    rule('Start the grid first.', 1, { kind: 'recipe', trigger: 'running e2e', cues: [], ...turns(0, 1) }),
  );
  expect(rows(store).find(({ id }) => id === 'note')).toMatchObject({
    provisional: true,
    version: 1,
    content: 'no, pnpm',
  });
  expect(rows(store)).toHaveLength(3);
});

test('of two lessons of one note the likest takes its place, the other stands beside it', async () => {
  const store = temporaryStore();
  noted(store, 'note', 'pnpm here, and commits are signed', 1);
  await take(
    store,
    model(() => 'unrelated'),
    rule('Ask before pushing.', 1, { trigger: 'pushing', cues: [] }),
    rule('Commits are signed, pnpm here.', 1, { trigger: 'committing' }),
  );
  expect(rows(store).map(({ id, content }) => [id === 'note', content])).toEqual(
    expect.arrayContaining([
      [true, 'Commits are signed, pnpm here.'],
      [false, 'Ask before pushing.'],
    ]),
  );
});

describe('a note whose lesson has a home already', () => {
  test.each([
    ['says the same', 'same'],
    ['refines it', { relation: 'refines', content: 'Use pnpm; in CI with --frozen-lockfile' }],
  ])('is absorbed there when it %s', async (_, relation) => {
    const store = temporaryStore();
    await take(store, never, rule('Use pnpm', 1));
    noted(store, 'note', 'pnpm, in CI --frozen-lockfile', 5);
    const [home] = currentRules(store.db, PROJECT).filter(({ id }) => id !== 'note');
    await take(
      store,
      model(() => relation),
      rule('pnpm installs, in CI --frozen-lockfile', 5),
    );
    expect(currentRules(store.db, PROJECT)).toMatchObject([{ id: home?.id, evidence: 2, learned_at: day(5) }]);
    expect(rows(store).find(({ id }) => id === 'note')).toMatchObject({ status: 'ARCHIVED', merged_into: home?.id });
    expect(changesOf(store.db, 'note')).toMatchObject([{ change: 'absorb', after: { merged_into: home?.id } }]);
  });

  test('or was a fact all along: the fact stays, the note is absorbed', async () => {
    const store = temporaryStore();
    noted(store, 'note', 'I am on call this week', 1);
    await take(store, never, fact('The user is on call this week.', 1));
    const [known] = allFacts(store.db, PROJECT);
    expect(rows(store)).toMatchObject([{ id: 'note', status: 'ARCHIVED', merged_into: known?.id }]);
  });

  test('two notes of one lesson become one rule', async () => {
    const store = temporaryStore();
    noted(store, 'one', 'no, pnpm', 1);
    noted(store, 'two', 'pnpm!', 2);
    await take(store, never, rule('Use pnpm, not npm.', 2, turns(1, 2)));
    expect(currentRules(store.db, PROJECT)).toMatchObject([{ content: 'Use pnpm, not npm.', evidence: 2 }]);
    expect(rows(store).filter(({ merged_into }) => merged_into !== null)).toHaveLength(1);
  });
});

test('a note put into words supersedes what it contradicts', async () => {
  const store = temporaryStore();
  await take(store, never, rule('Use npm', 1));
  noted(store, 'note', 'pnpm from now on', 2);
  await take(
    store,
    model(() => 'contradicts'),
    rule('Use pnpm', 2),
  );
  expect(currentRules(store.db, PROJECT)).toMatchObject([{ id: 'note', content: 'Use pnpm' }]);
  expect(rows(store).find(({ content }) => content === 'Use npm')).toMatchObject({ superseded_by: 'note' });
});

test('a note that something later contradicted before it was read takes its words where it is, archived', async () => {
  const store = temporaryStore();
  noted(store, 'note', 'use npm', 1);
  const contradicts = model(() => 'contradicts');
  await take(store, contradicts, rule('Use pnpm', 2));
  expect(rows(store).find(({ id }) => id === 'note')).toMatchObject({ status: 'ARCHIVED', provisional: true });
  await take(store, contradicts, rule('Install with npm.', 1));
  expect(currentRules(store.db, PROJECT)).toMatchObject([{ content: 'Use pnpm' }]);
  expect(rows(store)).toHaveLength(2);
  expect(rows(store).find(({ id }) => id === 'note')).toMatchObject({
    status: 'ARCHIVED',
    content: 'Install with npm.',
    provisional: false,
  });
});
