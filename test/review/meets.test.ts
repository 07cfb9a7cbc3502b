/** Acts that meet other lessons than the one they name: what it goes against, what covers it, what it lives on in. */
import { expect, test } from 'vitest';
import { type Act, type Acted, act, undoLast } from '../../src/review/act.ts';
import type { Store } from '../../src/store/open.ts';
import { insertFact } from '../../src/store/profile.ts';
import { findProject } from '../../src/store/projects.ts';
import { getRule, insertRule, type Rule, toldRules, updateRule } from '../../src/store/rules.ts';
import { PROJECT, temporaryStore } from '../reconcile/world.ts';
import { factRow, ruleRow } from '../store/items.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const HERE = { id: PROJECT, label: 'one', path: '/one' };
const NEVER_SEEN = { id: 'never-seen', label: 'new', path: '/new' };

function world(...rows: Rule[]): Store {
  const store = temporaryStore();
  for (const row of rows) insertRule(store.db, row);
  return store;
}
const doing = (store: Store, what: Act): Acted => store.transaction((tx) => act(tx, what, NOW));
const undo = (store: Store, past = false): Acted => store.transaction((tx) => undoLast(tx, NOW, { past }));
const rule = (store: Store, id: string): Rule => getRule(store.db, id) as Rule;
const told = (store: Store): string[] =>
  toldRules(store.db, PROJECT)
    .map(({ id }) => id)
    .sort();
const meaning = ({ version: _v, updated_at: _u, ...row }: Rule) => row;

test('what replaced it and was merged since is what goes when it comes back', () => {
  const store = world(ruleRow('npm', { status: 'ARCHIVED', superseded_by: 'pnpm' }), ruleRow('pnpm'), ruleRow('pnpm2'));
  doing(store, { do: 'merge', id: 'pnpm', into: 'pnpm2' });
  doing(store, { do: 'restore', id: 'npm' });
  expect(told(store)).toEqual(['npm']);
  expect(rule(store, 'pnpm2')).toMatchObject({ status: 'ARCHIVED', superseded_by: 'npm' });
});

test('what was merged into something that was then replaced comes back against what replaced that', () => {
  const store = world(
    ruleRow('npm2', { status: 'ARCHIVED', merged_into: 'npm' }),
    ruleRow('npm', { status: 'ARCHIVED', superseded_by: 'pnpm' }),
    ruleRow('pnpm'),
  );
  doing(store, { do: 'restore', id: 'npm2' });
  expect(told(store)).toEqual(['npm2']);
});

test('what only lives on in another comes back beside it', () => {
  const store = world(ruleRow('a', { status: 'ARCHIVED', merged_into: 'b' }), ruleRow('b'));
  doing(store, { do: 'restore', id: 'a' });
  expect(told(store)).toEqual(['a', 'b']);
});

test('what comes back against a rule that a shared one covered wins over the shared one at home', () => {
  const store = world(
    ruleRow('npm', { status: 'ARCHIVED', superseded_by: 'pnpm' }),
    ruleRow('pnpm', { covered_by: 'shared' }),
    ruleRow('shared', { project_id: null }),
  );
  expect(told(store)).toEqual(['shared']);
  doing(store, { do: 'restore', id: 'npm' });
  expect(told(store)).toEqual(['npm']);
  expect(rule(store, 'pnpm')).toMatchObject({ status: 'ARCHIVED', superseded_by: 'npm', covered_by: null });
  undo(store);
  expect(told(store)).toEqual(['shared']);
  expect(rule(store, 'pnpm').covered_by).toBe('shared');
});

test('sharing what goes against a shared rule archives that one, and says so', () => {
  const store = world(ruleRow('wide', { project_id: null }), ruleRow('own', { overrules: ['wide', 'gone'] }));
  expect(doing(store, { do: 'share', id: 'own' })).toMatchObject({ ok: true, said: expect.stringMatching(/archived/) });
  expect(told(store)).toEqual(['own']);
  expect(rule(store, 'wide')).toMatchObject({ status: 'ARCHIVED', superseded_by: 'own' });
  undo(store);
  expect(told(store)).toEqual(['own']);
  expect(rule(store, 'wide').status).toBe('CURRENT');
});

test('what a shared rule or fact says in the same words is not shared a second time; how to make them one is said', () => {
  const same = { trigger: 'adding', content: 'Use pnpm.' };
  const store = world(ruleRow('wide', { ...same, project_id: null }), ruleRow('own', { ...same, content: 'use pnpm' }));
  expect(doing(store, { do: 'share', id: 'own' })).toMatchObject({
    ok: false,
    hint: expect.stringMatching(/merge own wide/),
  });
  insertFact(store.db, factRow('me', { project_id: null, content: 'Ana' }));
  insertFact(store.db, factRow('here', { content: 'Ana.' }));
  expect(doing(store, { do: 'share', id: 'here' })).toMatchObject({
    ok: false,
    hint: expect.stringMatching(/merge here me/),
  });
  expect(doing(store, { do: 'merge', id: 'own', into: 'wide' })).toMatchObject({ ok: true });
});

test('what a shared rule covered can be shared once that one is gone, before learning has noticed', () => {
  const store = world(ruleRow('shared', { project_id: null }), ruleRow('own', { covered_by: 'shared' }));
  expect(doing(store, { do: 'share', id: 'own' })).toMatchObject({ ok: false });
  doing(store, { do: 'archive', id: 'shared' });
  expect(doing(store, { do: 'share', id: 'own' })).toMatchObject({ ok: true });
  expect(rule(store, 'own')).toMatchObject({ project_id: null, covered_by: null });
});

test('taking back to one project works where nothing was ever captured, names the project, and counts one rule as one', () => {
  const store = world(
    ruleRow('wide', { project_id: null }),
    ruleRow('lifted', { project_id: null }),
    ruleRow('member', { covered_by: 'lifted' }),
  );
  expect(doing(store, { do: 'unshare', id: 'wide', project: NEVER_SEEN })).toMatchObject({
    ok: true,
    said: expect.stringMatching(/\bnew\b/),
  });
  expect(rule(store, 'wide').project_id).toBe('never-seen');
  expect(findProject(store.db, 'never-seen')).toMatchObject({ label: 'new' });
  const acted = doing(store, { do: 'unshare', id: 'lifted', project: HERE });
  expect(acted).toMatchObject({ ok: true, said: expect.stringMatching(/1 rule of a project counts/) });
});

test('nothing is taken back to a project that holds to something else instead', () => {
  const store = world(ruleRow('wide', { project_id: null }), ruleRow('own', { overrules: ['wide'] }));
  expect(doing(store, { do: 'unshare', id: 'wide', project: HERE })).toMatchObject({
    ok: false,
    hint: expect.stringMatching(/why own/),
  });
  expect(told(store)).toEqual(['own']);
});

test('merging two shared rules leaves what the first stood for under the second, and undo brings it back', () => {
  const rows = [
    ruleRow('one', { project_id: null }),
    ruleRow('two', { project_id: null }),
    ruleRow('member', { covered_by: 'one' }),
  ];
  const store = world(...rows);
  doing(store, { do: 'merge', id: 'one', into: 'two' });
  expect(told(store)).toEqual(['two']);
  undo(store);
  expect(rows.map(({ id }) => meaning(rule(store, id)))).toEqual(rows.map(meaning));
});

test('a rule of all projects is not merged into one project’s, and the refusal says which is which', () => {
  const store = world(ruleRow('wide', { project_id: null }), ruleRow('own'));
  const refused = doing(store, { do: 'merge', id: 'wide', into: 'own' });
  expect(refused).toMatchObject({
    ok: false,
    message: expect.stringMatching(/all projects/),
    hint: expect.stringMatching(/merge own wide/),
  });
});

test('words that a person changes are told, also where a shared rule stood for the old ones', () => {
  const store = world(ruleRow('shared', { project_id: null }), ruleRow('own', { covered_by: 'shared' }));
  const words = { trigger: 'installing', content: 'content of own', rationale: '', cues: ['cue'] };
  doing(store, { do: 'edit', id: 'own', words });
  expect(told(store)).toEqual(['shared']);
  const acted = doing(store, { do: 'edit', id: 'own', words: { ...words, content: 'mine' } });
  expect(acted).toMatchObject({ ok: true, said: expect.stringMatching(/beside/) });
  expect(told(store)).toEqual(['own', 'shared']);
  undo(store);
  expect(told(store)).toEqual(['shared']);
});

test('an undo that is refused says in plain words what is other now, and can be passed over', () => {
  const store = world(ruleRow('a'), ruleRow('b'));
  doing(store, { do: 'archive', id: 'a' });
  doing(store, { do: 'share', id: 'b' });
  updateRule(store.db, 'b', 2, { project_id: PROJECT, version: 3 });
  for (let i = 0; i < 2; i++) {
    const refused = undo(store);
    expect(refused).toMatchObject({ ok: false, code: 'changed_meanwhile', hint: expect.stringMatching(/undo --past/) });
    expect(refused).toMatchObject({ message: expect.stringMatching(/whose it is/) });
  }
  expect(undo(store, true)).toMatchObject({ ok: true });
  expect(rule(store, 'a').status).toBe('CURRENT');
  expect(undo(store, true)).toMatchObject({ ok: false, code: 'nothing_to_undo' });
});
