import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Act, type Acted, act, undoLast } from '../../src/review/act.ts';
import { homeProject } from '../../src/review/home.ts';
import { readLesson } from '../../src/review/lessons.ts';
import { unreviewed } from '../../src/store/acts.ts';
import { changesOf, recordChange } from '../../src/store/changes.ts';
import { addEvidence, evidenceOf } from '../../src/store/evidence.ts';
import type { Store } from '../../src/store/open.ts';
import { insertFact } from '../../src/store/profile.ts';
import { getRule, insertRule, type Rule, updateRule } from '../../src/store/rules.ts';
import { day, PROJECT, temporaryStore } from '../reconcile/world.ts';
import { factRow, ruleRow } from '../store/items.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const ONE = { id: PROJECT, label: 'one', path: '/one' };
const TWO = { id: 'project-two', label: 'two', path: '/two' };

/** A store with these rules, each learned and waiting to be looked at. */
function world(...rows: Rule[]): Store {
  const store = temporaryStore();
  for (const row of rows) {
    insertRule(store.db, row);
    learned(store, row.id);
  }
  return store;
}
const learned = (store: Store, id: string, change: 'add' | 'supersede' | 'refine' = 'add') =>
  recordChange(store.db, {
    item_id: id,
    at: day(1),
    change,
    before: null,
    after: getRule(store.db, id),
    why: '',
    turns: [],
  });
const doing = (store: Store, what: Act, now = NOW): Acted => store.transaction((tx) => act(tx, what, now));
const undo = (store: Store): Acted => store.transaction((tx) => undoLast(tx, NOW));
const waiting = (store: Store): string[] => unreviewed(store.db, PROJECT).map(({ item_id }) => item_id);
const rule = (store: Store, id: string): Rule => getRule(store.db, id) as Rule;

/** npm was superseded by pnpm, and that by yarn. */
const chain = () =>
  world(
    ruleRow('npm', { status: 'ARCHIVED', superseded_by: 'pnpm', learned_at: day(1) }),
    ruleRow('pnpm', { status: 'ARCHIVED', superseded_by: 'yarn', learned_at: day(2) }),
    ruleRow('yarn', { learned_at: day(3) }),
  );

test('archiving takes a rule out, with everything that was said before, and leaves who did it and the whole row', () => {
  const store = world(ruleRow('a'));
  expect(doing(store, { do: 'archive', id: 'a' })).toMatchObject({ ok: true, said: 'Archived.' });
  expect(rule(store, 'a')).toMatchObject({ status: 'ARCHIVED', withdrawn_at: NOW, version: 2, updated_at: NOW });
  const [, last] = changesOf(store.db, 'a');
  expect(last).toMatchObject({ change: 'archive', actor: 'person', reviewed_at: NOW, before: ruleRow('a') });
  expect(last?.after).toEqual(rule(store, 'a'));
  expect(waiting(store)).toEqual([]);
  expect(doing(store, { do: 'archive', id: 'a' })).toMatchObject({ ok: true, act: null, changed: [] });
  expect(changesOf(store.db, 'a')).toHaveLength(2);
});

test('npm, pnpm, yarn: bringing npm back archives what counts now, and every chain still ends in what is CURRENT', () => {
  const store = chain();
  expect(doing(store, { do: 'restore', id: 'npm' })).toMatchObject({ ok: true });
  expect(rule(store, 'npm')).toMatchObject({ status: 'CURRENT', superseded_by: null, learned_at: NOW, said_at: NOW });
  expect(rule(store, 'yarn')).toMatchObject({ status: 'ARCHIVED', superseded_by: 'npm' });
  expect(rule(store, 'pnpm')).toMatchObject({ status: 'ARCHIVED', superseded_by: 'yarn' });
  expect(undo(store)).toMatchObject({ ok: true, changed: [{}, {}] });
  for (const row of [rule(store, 'npm'), rule(store, 'yarn')]) {
    expect(row).toMatchObject({ version: 3 });
  }
  expect(rule(store, 'npm')).toMatchObject({ status: 'ARCHIVED', superseded_by: 'pnpm', learned_at: day(1) });
  expect(rule(store, 'yarn')).toMatchObject({ status: 'CURRENT', superseded_by: null });
});

test('an edit replaces the words and nothing else, is no edit when they are the same, and is not done to what is archived', () => {
  const store = world(ruleRow('a', { flagged_at: day(2), provisional: true }), ruleRow('b', { status: 'ARCHIVED' }));
  const words = { trigger: 'adding', content: 'Use pnpm.', rationale: 'The lockfile.', cues: ['add zod'] };
  doing(store, { do: 'edit', id: 'a', words });
  expect(rule(store, 'a')).toMatchObject({ ...words, edited_at: NOW, flagged_at: null, provisional: false });
  expect(doing(store, { do: 'edit', id: 'a', words })).toMatchObject({ ok: true, act: null });
  expect(doing(store, { do: 'edit', id: 'b', words })).toMatchObject({ ok: false, code: 'not_possible' });
});

test('sharing and taking back, of a rule and of a fact', () => {
  const store = world(
    ruleRow('a'),
    ruleRow('lifted', { project_id: null }),
    ruleRow('member', { covered_by: 'lifted' }),
  );
  insertFact(store.db, factRow('f'));
  doing(store, { do: 'share', id: 'a' });
  doing(store, { do: 'share', id: 'f' });
  expect([rule(store, 'a').project_id, readLesson(store.db, 'f')?.project_id]).toEqual([null, null]);
  doing(store, { do: 'unshare', id: 'a', project: TWO });
  expect(rule(store, 'a').project_id).toBe('project-two');
  expect(doing(store, { do: 'share', id: 'member' })).toMatchObject({ ok: false });
  // What it was lifted from is still there, so it only goes.
  doing(store, { do: 'unshare', id: 'lifted', project: ONE });
  expect(rule(store, 'lifted')).toMatchObject({ project_id: null, status: 'ARCHIVED' });
});

test('what was shared came from where it last was, whatever was done and taken back since', () => {
  const store = world(ruleRow('a'));
  doing(store, { do: 'share', id: 'a' });
  doing(store, { do: 'unshare', id: 'a', project: TWO });
  doing(store, { do: 'archive', id: 'a' });
  undo(store);
  undo(store);
  expect([rule(store, 'a').project_id, homeProject(store.db, 'a')]).toEqual([null, PROJECT]);
  doing(store, { do: 'unshare', id: 'a', project: TWO });
  doing(store, { do: 'share', id: 'a' });
  expect(homeProject(store.db, 'a')).toBe('project-two');
});

test('merging moves the turns that are new, each once, and taking it back moves them home', () => {
  const store = world(ruleRow('a', { evidence: 2, cues: ['one'] }), ruleRow('b', { evidence: 2, cues: ['two'] }));
  const turn = (seq: number) => ({ session_id: 's', seq });
  addEvidence(store.db, 'a', [turn(1), turn(2)]);
  addEvidence(store.db, 'b', [turn(2), turn(3)]);
  doing(store, { do: 'merge', id: 'a', into: 'b' });
  expect(rule(store, 'a')).toMatchObject({ status: 'ARCHIVED', merged_into: 'b' });
  expect(rule(store, 'b')).toMatchObject({ evidence: 3, cues: ['two', 'one'], content: 'content of b' });
  expect(evidenceOf(store.db, 'b')).toHaveLength(3);
  expect(undo(store)).toMatchObject({ ok: true });
  expect(rule(store, 'b')).toMatchObject({ evidence: 2, cues: ['two'] });
  expect(evidenceOf(store.db, 'b')).toEqual([turn(2), turn(3)]);
  expect(rule(store, 'a')).toMatchObject({ status: 'CURRENT', merged_into: null });
  for (const wrong of [{ id: 'a', into: 'a' }])
    expect(doing(store, { do: 'merge', ...wrong })).toMatchObject({ ok: false });
});

test('keeping settles what waits, with what went up in it, and taking it back puts it before the person again', () => {
  const store = chain();
  learned(store, 'pnpm', 'supersede');
  doing(store, { do: 'keep', id: 'yarn' });
  expect(waiting(store)).toEqual([]);
  expect(rule(store, 'yarn').version).toBe(1);
  expect(doing(store, { do: 'keep', id: 'yarn' })).toMatchObject({ ok: true, act: null });
  undo(store);
  expect(waiting(store)).toEqual(['npm', 'pnpm', 'yarn', 'pnpm']);
});

test('undo goes back act by act, never takes back an undo, and ends by saying so', () => {
  const store = world(ruleRow('a'), ruleRow('b'));
  doing(store, { do: 'archive', id: 'a' });
  doing(store, { do: 'archive', id: 'b' });
  doing(store, { do: 'restore', id: 'b' });
  for (const status of ['ARCHIVED', 'CURRENT']) {
    undo(store);
    expect(rule(store, 'b').status).toBe(status);
  }
  undo(store);
  expect(rule(store, 'a').status).toBe('CURRENT');
  expect(undo(store)).toMatchObject({ ok: false, code: 'nothing_to_undo' });
});

test('taking an edit back keeps the turns that were counted since, and is not done over words that were rewritten since', () => {
  const store = world(ruleRow('a'), ruleRow('b'));
  const words = { trigger: '', content: 'mine', rationale: '', cues: [] };
  doing(store, { do: 'edit', id: 'a', words });
  updateRule(store.db, 'a', 2, { evidence: 2, version: 3, learned_at: day(90) });
  expect(undo(store)).toMatchObject({ ok: true });
  expect(rule(store, 'a')).toMatchObject({
    content: 'content of a',
    evidence: 2,
    learned_at: day(90),
    edited_at: null,
  });
  doing(store, { do: 'edit', id: 'b', words });
  updateRule(store.db, 'b', 2, { content: 'a job’s', version: 3 });
  expect(undo(store)).toMatchObject({ ok: false, code: 'changed_meanwhile', now: [{ content: 'a job’s' }] });
  expect(rule(store, 'b').content).toBe('a job’s');
});

test('what a person acts on is what they saw: somebody else’s change is not run over, a turn counted meanwhile is none', () => {
  const store = world(ruleRow('a'));
  const seen = [readLesson(store.db, 'a')].flatMap((one) => one ?? []);
  updateRule(store.db, 'a', 1, { evidence: 5, version: 2 });
  const late = (what: Act) => store.transaction((tx) => act(tx, what, NOW, seen));
  expect(late({ do: 'share', id: 'a' })).toMatchObject({ ok: true });
  expect(late({ do: 'archive', id: 'a' })).toMatchObject({
    ok: false,
    code: 'changed_meanwhile',
    now: [{ project_id: null, status: 'CURRENT' }],
  });
  expect(rule(store, 'a').status).toBe('CURRENT');
  expect(late({ do: 'archive', id: 'gone' })).toMatchObject({ ok: false, code: 'unknown_id' });
});

test('whatever is done, taking all of it back leaves every rule as it was, and no chain ever has a cycle or two heads', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const one = fc.constantFrom(...ids);
  const anAct: fc.Arbitrary<Act> = fc.oneof(
    fc.record({
      do: fc.constantFrom('keep' as const, 'archive' as const, 'restore' as const, 'share' as const),
      id: one,
    }),
    fc.record({ do: fc.constant('unshare' as const), id: one, project: fc.constant(ONE) }),
    fc.record({ do: fc.constant('merge' as const), id: one, into: one }),
    fc.record({
      do: fc.constant('edit' as const),
      id: one,
      words: fc.record({
        trigger: fc.constant(''),
        content: fc.constantFrom('x', 'y'),
        rationale: fc.constant(''),
        cues: fc.constant<string[]>([]),
      }),
    }),
  );
  const meaning = ({ version: _v, updated_at: _u, ...row }: Rule) => row;
  fc.assert(
    fc.property(fc.array(anAct, { maxLength: 12 }), (acts) => {
      const store = world(
        ruleRow('a', { status: 'ARCHIVED', superseded_by: 'b' }),
        ruleRow('b', { status: 'ARCHIVED', superseded_by: 'c' }),
        ruleRow('c', { cues: ['c'] }),
        ruleRow('d'),
      );
      for (const id of ids) addEvidence(store.db, id, [{ session_id: 's', seq: ids.indexOf(id) }]);
      const before = ids.map((id) => [meaning(rule(store, id)), evidenceOf(store.db, id)]);
      const wait = waiting(store).sort();
      acts.forEach((what, i) => {
        doing(store, what, day(100 + i));
        for (const id of ids) {
          const passed = new Set<string>();
          for (let at: string | null = id; at !== null; at = rule(store, at).superseded_by) {
            expect(passed.has(at)).toBe(false);
            passed.add(at);
          }
        }
      });
      while (undo(store).ok);
      expect(ids.map((id) => [meaning(rule(store, id)), evidenceOf(store.db, id)])).toEqual(before);
      expect(waiting(store).sort()).toEqual(wait);
    }),
    { numRuns: 60 },
  );
});
