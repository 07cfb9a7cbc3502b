import { expect, test } from 'vitest';
import { act, keepAll, undoLast } from '../../src/review/act.ts';
import { type Entry, inboxOf, waitingFor } from '../../src/review/inbox.ts';
import type { Store } from '../../src/store/open.ts';
import { allRules } from '../../src/store/rules.ts';
import { clock, fact, learn, model, never, PROJECT, rule, temporaryStore } from '../reconcile/world.ts';

const NOW = clock().toISOString();
const inbox = (store: Store, scope = PROJECT): Entry[] => inboxOf(store.db, scope);
const contents = (store: Store) => inbox(store).map(({ lesson, news }) => [news, lesson.content]);
const idOf = (store: Store, content: string): string =>
  allRules(store.db, PROJECT).find((one) => one.content === content)?.id ?? 'none';
const keep = (store: Store, content: string) =>
  store.transaction((tx) => act(tx, { do: 'keep', id: idOf(store, content) }, NOW));

test('npm, pnpm, npm again: one entry for what counts, with what it replaced; the older rows are looked at with it', async () => {
  const store = temporaryStore();
  for (const [content, at] of [
    ['Use npm.', 1],
    ['Use pnpm.', 2],
    ['Use npm, always.', 3],
  ] as const)
    await learn(
      store,
      model(() => 'contradicts'),
      [rule(content, at)],
    );
  const [entry, ...others] = inbox(store);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ news: 'new', lesson: { content: 'Use npm, always.' }, before: null });
  expect(entry?.replaced.map(({ content }) => content).sort()).toEqual(['Use npm.', 'Use pnpm.']);
  expect(entry?.turns).toEqual([{ session_id: 'session', seq: 3 }]);
  keep(store, 'Use npm, always.');
  expect(inbox(store)).toEqual([]);
  store.transaction((tx) => undoLast(tx, NOW));
  expect(inbox(store)).toHaveLength(1);
});

test('the newest is first; what is rewritten shows its words before; what is only said again is no news', async () => {
  const store = temporaryStore();
  await learn(store, never, [rule('Run the tests once.', 1, { trigger: 'testing' })]);
  await learn(store, never, [fact('works on payments', 2)]);
  expect(contents(store)).toEqual([
    ['new', 'works on payments'],
    ['new', 'Run the tests once.'],
  ]);
  keep(store, 'Run the tests once.');
  await learn(store, never, [rule('Run the tests once.', 3, { trigger: 'testing' })]);
  expect(contents(store)).toEqual([['new', 'works on payments']]);
  const narrow = model(() => ({
    relation: 'refines',
    trigger: 'testing',
    content: 'Run the tests once, except in CI.',
  }));
  await learn(store, narrow, [rule('Except in CI, run the tests once.', 4, { trigger: 'testing' })]);
  expect(inbox(store)[0]).toMatchObject({
    news: 'reworded',
    lesson: { content: 'Run the tests once, except in CI.' },
    before: { trigger: 'testing', content: 'Run the tests once.' },
  });
  expect(waitingFor(store.db, PROJECT)).toEqual({ entries: 2, pending: 0 });
});

test('another project’s news is not in this one’s inbox, and what counts everywhere is in every one', async () => {
  const store = temporaryStore();
  await learn(store, never, [rule('Use pnpm.', 1), fact('works on payments', 2)]);
  expect(inbox(store, 'project-two').map(({ lesson }) => lesson.content)).toEqual(['works on payments']);
  expect(inbox(store, 'all')).toHaveLength(2);
});

test('a project’s rule and what counts everywhere disagree: both stand, and the entry shows both', async () => {
  const store = temporaryStore();
  await learn(store, never, [rule('Use npm.', 1)]);
  store.transaction((tx) => act(tx, { do: 'share', id: idOf(store, 'Use npm.') }, NOW));
  await learn(
    store,
    model(() => 'contradicts'),
    [rule('Use pnpm.', 2)],
  );
  expect(inbox(store)).toMatchObject([
    { lesson: { content: 'Use pnpm.', project_id: PROJECT }, disagrees: [{ content: 'Use npm.', status: 'CURRENT' }] },
  ]);
});

test('what waits to be kept is said to, counts when it is kept, and waits again when that is taken back', async () => {
  const store = temporaryStore();
  await learn(store, never, [rule('Use npm.', 1)]);
  await learn(
    store,
    model(() => 'contradicts'),
    [rule('Use pnpm.', 2)],
    { mode: 'ask' },
  );
  expect(waitingFor(store.db, PROJECT)).toEqual({ entries: 2, pending: 1 });
  const before = allRules(store.db, PROJECT);
  expect(keep(store, 'Use pnpm.')).toMatchObject({ ok: true, said: 'Kept: it counts from now on.' });
  const by = (content: string) => allRules(store.db, PROJECT).find((one) => one.content === content);
  expect(by('Use pnpm.')).toMatchObject({ status: 'CURRENT', proposal: null });
  expect(by('Use npm.')).toMatchObject({ status: 'ARCHIVED', superseded_by: idOf(store, 'Use pnpm.') });
  expect(store.transaction((tx) => undoLast(tx, NOW))).toMatchObject({ ok: true });
  const meaning = ({ version: _v, updated_at: _u, ...row }: (typeof before)[number]) => row;
  expect(allRules(store.db, PROJECT).map(meaning)).toEqual(before.map(meaning));
  expect(waitingFor(store.db, PROJECT)).toEqual({ entries: 2, pending: 1 });
  expect(store.transaction((tx) => undoLast(tx, NOW))).toMatchObject({ ok: false, code: 'nothing_to_undo' });
});

test('what waits and is archived instead never counts, and keeping it is refused', async () => {
  const store = temporaryStore();
  await learn(store, never, [rule('Use pnpm.', 1)], { mode: 'ask' });
  store.transaction((tx) => act(tx, { do: 'archive', id: idOf(store, 'Use pnpm.') }, NOW));
  expect(inbox(store)).toEqual([]);
  expect(keep(store, 'Use pnpm.')).toMatchObject({ ok: false, code: 'not_possible' });
});

test('all of it is kept as one act, in the order of the turns, and taken back as one', async () => {
  const store = temporaryStore();
  const ask = { mode: 'ask' as const };
  await learn(
    store,
    model(() => 'contradicts'),
    [rule('Use pnpm.', 5)],
    ask,
  );
  await learn(
    store,
    model(() => 'contradicts'),
    [rule('Use npm.', 3)],
    ask,
  );
  await learn(store, never, [fact('works on payments', 4)]);
  const ids = inbox(store).map(({ lesson }) => lesson.id);
  expect(store.transaction((tx) => keepAll(tx, ids, NOW))).toMatchObject({ ok: true, said: 'Kept 3.' });
  expect(inbox(store)).toEqual([]);
  const status = () =>
    allRules(store.db, PROJECT)
      .map((one) => [one.content, one.status].join(' '))
      .sort();
  expect(status()).toEqual(['Use npm. ARCHIVED', 'Use pnpm. CURRENT']);
  store.transaction((tx) => undoLast(tx, NOW));
  expect(status()).toEqual(['Use npm. PENDING', 'Use pnpm. PENDING']);
  expect(inbox(store)).toHaveLength(3);
});
