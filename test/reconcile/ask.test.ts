import { describe, expect, test } from 'vitest';
import { type Applied, applyPlan } from '../../src/reconcile/apply.ts';
import { planKeep } from '../../src/reconcile/keep.ts';
import { changesOf } from '../../src/store/changes.ts';
import { addEvidence, evidenceOf } from '../../src/store/evidence.ts';
import type { Store } from '../../src/store/open.ts';
import { allFacts } from '../../src/store/profile.ts';
import { allRules, currentRules, getRule, insertRule, updateRule } from '../../src/store/rules.ts';
import { ruleRow } from '../store/items.ts';
import { clock, day, fact, forget, learn, model, never, PROJECT, rule, temporaryStore } from './world.ts';

const ASK = { mode: 'ask' as const };
const keep = (store: Store, id: string): Applied =>
  store.transaction((tx) => {
    const plan = planKeep(tx, id, PROJECT, clock().toISOString());
    if (!plan) throw new Error(`${id} does not wait`);
    return applyPlan(tx, plan, { extractionId: null, clock, as: { actor: 'person' } });
  });
const rows = (store: Store) => allRules(store.db, PROJECT);
const saying = (store: Store, content: string) => {
  const found = rows(store).find((row) => row.content === content);
  if (!found) throw new Error(`nothing says ${content}`);
  return found;
};
/** "install with pnpm", which waits to be kept and contradicts "install with npm", which counts. */
async function waitingBehindNpm(store: Store) {
  await learn(store, never, [rule('install with npm', 1)]);
  await learn(
    store,
    model(() => 'contradicts'),
    [rule('install with pnpm', 2)],
    ASK,
  );
  return saying(store, 'install with pnpm');
}
const current = (store: Store) => currentRules(store.db, PROJECT).map(({ content }) => content);

test('what is new waits, and nothing that counts changes', async () => {
  const store = temporaryStore();
  await learn(store, never, [rule('install with npm', 1)]);
  const before = currentRules(store.db, PROJECT);
  const { added, parked } = await learn(
    store,
    model(() => 'contradicts'),
    [rule('install with pnpm', 2), fact('works on payments', 3)],
    ASK,
  );
  expect({ added, parked }).toEqual({ added: 0, parked: 2 });
  expect(currentRules(store.db, PROJECT)).toEqual(before);
  const waiting = saying(store, 'install with pnpm');
  expect(waiting).toMatchObject({ status: 'PENDING', evidence: 1, proposal: { turns: [{ seq: 2 }] } });
  expect(waiting.proposal?.verdicts.map(([, { relation }]) => relation)).toEqual(['contradicts']);
  expect(allFacts(store.db, PROJECT)).toMatchObject([{ status: 'PENDING' }]);
  expect(changesOf(store.db, waiting.id)).toMatchObject([{ change: 'park', actor: 'learned', reviewed_at: null }]);
});

describe('kept', () => {
  test('it counts, and archives what it contradicts, without a model', async () => {
    const store = temporaryStore();
    const { id } = await waitingBehindNpm(store);
    keep(store, id);
    expect(getRule(store.db, id)).toMatchObject({ status: 'CURRENT', proposal: null, evidence: 1, version: 2 });
    expect(saying(store, 'install with npm')).toMatchObject({ status: 'ARCHIVED', superseded_by: id });
    expect(changesOf(store.db, id).at(-1)).toMatchObject({ change: 'keep', actor: 'person' });
    expect(planKeep(store.db, id, PROJECT, day(9))).toBeUndefined();
  });

  test('one that refines what counts goes up in it', async () => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with pnpm', 1)]);
    const [home] = currentRules(store.db, PROJECT);
    const content = 'install with pnpm, in ci frozen';
    await learn(
      store,
      model(() => ({ relation: 'refines', content })),
      [rule('in ci install frozen', 2)],
      ASK,
    );
    const { id } = saying(store, 'in ci install frozen');
    keep(store, id);
    expect(currentRules(store.db, PROJECT)).toMatchObject([{ id: home?.id, content, evidence: 2 }]);
    expect(getRule(store.db, id)).toMatchObject({ status: 'ARCHIVED', merged_into: home?.id });
    expect(evidenceOf(store.db, home?.id ?? '').map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('one that has become known meanwhile is counted there', async () => {
    const store = temporaryStore();
    await learn(store, never, [rule('pnpm is what installs here', 1)], ASK);
    await learn(
      store,
      model(() => 'same'),
      [rule('install with pnpm', 2)],
    );
    keep(store, saying(store, 'pnpm is what installs here').id);
    expect(currentRules(store.db, PROJECT)).toMatchObject([{ content: 'install with pnpm', evidence: 2 }]);
    expect(rows(store)).toHaveLength(2);
  });

  test.each([
    [0, 1],
    [1, 0],
  ])('two that contradict each other: the time of their turns decides, whichever is kept first', async (...order) => {
    const store = temporaryStore();
    const said = ['install with npm', 'install with pnpm'];
    const ask = model(() => 'contradicts');
    await learn(store, ask, [rule('install with npm', 1)], ASK);
    await learn(store, ask, [rule('install with pnpm', 2)], ASK);
    for (const i of order) keep(store, saying(store, said[i] as string).id);
    expect(current(store)).toEqual(['install with pnpm']);
    expect(saying(store, 'install with npm').superseded_by).toBe(saying(store, 'install with pnpm').id);
  });

  test('one that was archived by what came since, with review off, stays behind it', async () => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with npm', 1)], ASK);
    await learn(
      store,
      model(() => 'contradicts'),
      [rule('install with pnpm', 2)],
    );
    keep(store, saying(store, 'install with npm').id);
    expect(current(store)).toEqual(['install with pnpm']);
  });

  test('in a person’s own words it stands in them, and still meets what it was compared with', async () => {
    const store = temporaryStore();
    const { id } = await waitingBehindNpm(store);
    const words = { content: 'pnpm, and nothing else', edited_at: day(9), learned_at: day(9), said_at: day(9) };
    updateRule(store.db, id, 1, { ...words, version: 2 });
    keep(store, id);
    expect(current(store)).toEqual(['pnpm, and nothing else']);
  });

  test('a note that it puts into words is that note’s row', async () => {
    const store = temporaryStore();
    insertRule(store.db, ruleRow('note', { content: 'no, pnpm', trigger: '', provisional: true, said_at: day(1) }));
    addEvidence(store.db, 'note', [{ session_id: 'session', seq: 1 }]);
    await learn(store, never, [rule('Use pnpm, not npm.', 1)], ASK);
    expect(current(store)).toEqual(['no, pnpm']);
    keep(store, saying(store, 'Use pnpm, not npm.').id);
    expect(currentRules(store.db, PROJECT)).toMatchObject([
      { id: 'note', content: 'Use pnpm, not npm.', provisional: false, evidence: 1 },
    ]);
  });
});

test('what is said again is counted at once, on what counts and on what waits, and asks nothing twice', async () => {
  const store = temporaryStore();
  await learn(store, never, [rule('install with pnpm', 1)]);
  const signing = { trigger: 'committing', cues: [] };
  await learn(store, never, [rule('sign every commit', 2, signing)], ASK);
  await learn(store, never, [rule('Install with pnpm.', 3), rule('Sign every commit.', 4, signing)], ASK);
  expect(rows(store)).toHaveLength(2);
  expect(saying(store, 'install with pnpm')).toMatchObject({ status: 'CURRENT', evidence: 2 });
  const signed = saying(store, 'sign every commit');
  expect(signed).toMatchObject({ status: 'PENDING', evidence: 2 });
  const counted = await learn(store, never, [rule('Sign every commit.', 4, signing)], ASK);
  expect(counted).toMatchObject({ known: 1, parked: 0 });
  keep(store, signed.id);
  expect(evidenceOf(store.db, signed.id)).toHaveLength(2);
});

test('what waits goes with what the person takes back', async () => {
  const store = temporaryStore();
  await learn(store, never, [fact('The user edits in Vim.', 1)], ASK);
  await learn(
    store,
    model(() => 'withdraws'),
    [forget('the user edits in Vim', 5)],
    ASK,
  );
  expect(allFacts(store.db, PROJECT)).toMatchObject([{ status: 'ARCHIVED', withdrawn_at: day(5), proposal: null }]);
});
