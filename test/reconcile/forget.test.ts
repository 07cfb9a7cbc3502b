import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../src/core/rule.ts';
import type { ModelCaller } from '../../src/extract/caller.ts';
import { type Applied, applyPlan } from '../../src/reconcile/apply.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { changesOf } from '../../src/store/changes.ts';
import { addEvidence } from '../../src/store/evidence.ts';
import type { Store } from '../../src/store/open.ts';
import { allFacts, currentFacts } from '../../src/store/profile.ts';
import { allRules, currentRules, insertRule } from '../../src/store/rules.ts';
import { ruleRow } from '../store/items.ts';
import { clock, day, fact, forget, model, never, PROJECT, rule, success, temporaryStore } from './world.ts';

async function take(store: Store, ask: ModelCaller, ...candidates: Candidate[]): Promise<Applied> {
  const reconciled = await reconcile({ db: store.db, ask, projectId: PROJECT, candidates, clock });
  if (!reconciled.ok) throw new Error(reconciled.message);
  return store.transaction((tx) => applyPlan(tx, reconciled.plan, { extractionId: 'extraction', clock }));
}
/** Withdraws what holds this word; nothing else has to do with anything. */
const withdrawing = (word: string) => model((older) => (older.includes(word) ? 'withdraws' : 'unrelated'));
const facts = (store: Store) => currentFacts(store.db, PROJECT).map(({ content }) => content);

test('a fact that the person took back is archived, with the request, its turn and its time', async () => {
  const store = temporaryStore();
  const ask = withdrawing('Vim');
  await take(
    store,
    model(() => 'unrelated'),
    fact('The user edits in Vim.', 1),
    fact('The user edits photos.', 2),
  );
  expect(await take(store, ask, forget('the user edits in Vim', 5))).toMatchObject({ archived: 1, added: 0 });
  expect(facts(store)).toEqual(['The user edits photos.']);
  const [gone] = allFacts(store.db, PROJECT).filter(({ status }) => status === 'ARCHIVED');
  expect(gone).toMatchObject({ withdrawn_at: day(5), superseded_by: null, merged_into: null, version: 2, evidence: 1 });
  expect(changesOf(store.db, gone?.id ?? '').at(-1)).toMatchObject({
    change: 'withdraw',
    why: 'taken back: the user edits in Vim',
    turns: [{ session_id: 'session', seq: 5 }],
    extraction_id: 'extraction',
  });
  expect(ask.asked.at(-1)).toEqual([
    { pair: expect.any(Number), older: { do: 'The user edits in Vim.' }, forget: 'the user edits in Vim' },
    { pair: expect.any(Number), older: { do: 'The user edits photos.' }, forget: 'the user edits in Vim' },
  ]);
});

test('so is a rule, and what is true everywhere', async () => {
  const store = temporaryStore();
  const ask = withdrawing('friday');
  await take(store, never, rule('deploy on friday', 1), fact('friday is quiet', 2, { scope: 'user' }));
  await take(store, ask, forget('deploy on friday, friday is quiet', 3));
  expect([currentRules(store.db, PROJECT), currentFacts(store.db, PROJECT)]).toEqual([[], []]);
});

test('taken back twice is taken back once', async () => {
  const store = temporaryStore();
  const ask = withdrawing('Vim');
  await take(store, ask, fact('The user edits in Vim.', 1));
  await take(store, ask, forget('edits in Vim', 5));
  expect(await take(store, never, forget('edits in Vim', 5))).toMatchObject({ archived: 0, ids: [] });
});

describe('nothing is retired', () => {
  test('without likeness, and then nobody is asked', async () => {
    const store = temporaryStore();
    await take(store, never, fact('The user edits in Vim.', 1));
    expect(await take(store, never, forget('office hours in Lisbon', 5))).toMatchObject({ archived: 0 });
    expect(facts(store)).toHaveLength(1);
  });

  test.each(['unrelated', 'same', 'contradicts', 'refines'])(
    'on likeness alone, nor when a model says %s',
    async (named) => {
      const store = temporaryStore();
      await take(store, never, fact('The user edits in Vim.', 1));
      await take(
        store,
        model(() => named),
        forget('the user edits in Emacs', 5),
      );
      expect(facts(store)).toHaveLength(1);
    },
  );

  test('that was said after it', async () => {
    const store = temporaryStore();
    await take(store, never, fact('The user edits in Vim.', 9));
    await take(store, never, forget('the user edits in Vim', 5));
    expect(facts(store)).toHaveLength(1);
  });

  test('when the answer is unusable: it is asked again later', async () => {
    const store = temporaryStore();
    await take(store, never, fact('The user edits in Vim.', 1));
    const ask: ModelCaller = async () => success({ pairs: [] });
    const candidates = [forget('edits in Vim', 5)];
    const reconciled = await reconcile({ db: store.db, ask, projectId: PROJECT, candidates, clock });
    expect(reconciled).toMatchObject({ ok: false, class: 'malformed' });
  });
});

test('what was taken back stays so when it is read late, is new when it is said again, and archives nothing', async () => {
  const store = temporaryStore();
  const ask = withdrawing('Vim');
  await take(store, ask, fact('The user edits in Vim.', 2));
  await take(store, ask, forget('the user edits in Vim', 5));
  await take(store, never, fact('The user edits in vim', 3));
  expect(allFacts(store.db, PROJECT)).toMatchObject([{ status: 'ARCHIVED', evidence: 2 }]);
  await take(
    store,
    model(() => 'contradicts'),
    fact('The user edits in Emacs.', 4),
  );
  expect(facts(store)).toEqual(['The user edits in Emacs.']);
  await take(
    store,
    model(() => 'unrelated'),
    fact('The user edits in Vim.', 7),
  );
  expect(facts(store).sort()).toEqual(['The user edits in Emacs.', 'The user edits in Vim.']);
});

test('between two lessons a model that says "withdraws" means that the newer one stands', async () => {
  const store = temporaryStore();
  await take(store, never, rule('install with npm', 1));
  await take(
    store,
    model(() => 'withdraws'),
    rule('never install with npm', 2),
  );
  expect(currentRules(store.db, PROJECT)).toMatchObject([{ content: 'never install with npm' }]);
});

test('a note that was nothing but the request goes with it; one that says what holds instead stays', async () => {
  const store = temporaryStore();
  const note = (id: string, content: string, at: number) => {
    insertRule(store.db, ruleRow(id, { content, trigger: '', provisional: true, learned_at: day(at) }));
    addEvidence(store.db, id, [{ session_id: 'session', seq: at }]);
  };
  const ask = withdrawing('Vim');
  await take(store, ask, fact('The user edits in Vim.', 1));
  note('bare', 'forget that I edit in Vim', 5);
  await take(store, ask, forget('the user edits in Vim', 5));
  note('full', 'forget the Friday rule, deploy on Monday', 6);
  await take(store, ask, rule('Deploy on Monday.', 6, { trigger: 'deploying' }), forget('deploy on Friday', 6));
  expect(facts(store)).toEqual([]);
  expect(allRules(store.db, PROJECT).map(({ id, status }) => [id, status])).toEqual(
    expect.arrayContaining([
      ['bare', 'ARCHIVED'],
      ['full', 'CURRENT'],
    ]),
  );
});
