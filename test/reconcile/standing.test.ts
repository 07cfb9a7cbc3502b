import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/reconcile/apply.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { changesOf, recordChange } from '../../src/store/changes.ts';
import { addEvidence } from '../../src/store/evidence.ts';
import { recordInjections } from '../../src/store/injections.ts';
import type { Store } from '../../src/store/open.ts';
import { allFacts, currentFacts } from '../../src/store/profile.ts';
import { allRules, currentRules, getRule, insertRule, toldRules, updateRule } from '../../src/store/rules.ts';
import { ruleRow } from '../store/items.ts';
import { clock, day, fact, learn, model, never, PROJECT, rule, temporaryStore } from './world.ts';

const rows = (store: Store) => allRules(store.db, PROJECT);
const current = (store: Store) => currentRules(store.db, PROJECT).map(({ content }) => content);
const recipe = (content: string, at: number) => rule(content, at, { kind: 'recipe' });
const contradicts = model(() => 'contradicts');

describe('an exception', () => {
  const general = rule('Indent with tabs.', 1, { trigger: 'formatting code' });
  const exception = rule('Indent with 2 spaces.', 2, { trigger: 'formatting YAML files' });

  test('is written into the general lesson, in place, which goes on', async () => {
    const store = temporaryStore();
    await learn(store, never, [general]);
    const [before] = currentRules(store.db, PROJECT);
    const content = 'Indent with tabs; YAML files with 2 spaces.';
    await learn(
      store,
      model(() => ({ relation: 'narrows', trigger: 'formatting code', content })),
      [exception],
    );
    expect(rows(store)).toMatchObject([{ id: before?.id, content, version: 2, evidence: 2, learned_at: day(2) }]);
    expect(changesOf(store.db, before?.id ?? '').at(-1)).toMatchObject({
      change: 'narrow',
      why: 'an exception: Indent with 2 spaces.',
      before: { content: general.content, version: 1, created_at: expect.any(String) },
      after: { said: { content: exception.content } },
    });
  });

  test.each([
    ['loses what either names', 'Indent with tabs, but not YAML files.'],
    ['names what neither does', 'Indent with tabs; deploy/app.yaml with 2 spaces.'],
  ])('whose combined words %s is put beside the general words instead', async (_, content) => {
    const store = temporaryStore();
    await learn(store, never, [general]);
    await learn(
      store,
      model(() => ({ relation: 'narrows', trigger: 'formatting code', content })),
      [exception],
    );
    expect(current(store)).toEqual(['Indent with tabs; Indent with 2 spaces. (when formatting YAML files)']);
  });

  test('without the combined words is no answer', async () => {
    const store = temporaryStore();
    await learn(store, never, [general]);
    const ask = model(() => 'narrows');
    expect(await reconcile({ db: store.db, ask, projectId: PROJECT, candidates: [exception], clock })).toMatchObject({
      ok: false,
      class: 'malformed',
    });
  });
});

describe('what the person said stands', () => {
  test.each([
    ['later', 9],
    ['earlier', 1],
  ])('against what was observed %s', async (_, at) => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with pnpm', 5)]);
    await learn(store, contradicts, [recipe('npm install works here', at)]);
    expect(current(store)).toEqual(['install with pnpm']);
    const observed = rows(store).find(({ kind }) => kind === 'recipe');
    expect(observed).toMatchObject({ status: 'ARCHIVED', superseded_by: currentRules(store.db, PROJECT)[0]?.id });
    const why = 'contradicted by what the person said: install with pnpm';
    expect(changesOf(store.db, observed?.id ?? '').at(-1)).toMatchObject({ change: 'supersede', why });
    await learn(store, never, [recipe('npm install works here', at + 20)]);
    expect(rows(store)).toHaveLength(2);
  });

  test('also as a note, until a later word of theirs', async () => {
    const store = temporaryStore();
    insertRule(store.db, ruleRow('note', { content: 'pnpm!', trigger: '', provisional: true, said_at: day(2) }));
    addEvidence(store.db, 'note', [{ session_id: 'session', seq: 2 }]);
    await learn(store, contradicts, [recipe('pnpm is missing, npm install works', 9)]);
    expect(current(store)).toEqual(['pnpm!']);
    await learn(
      store,
      model((older, newer) => ([older, newer].includes('pnpm!') ? 'contradicts' : 'unrelated')),
      [rule('pnpm no more, install with yarn', 5)],
    );
    expect(current(store)).toEqual(['pnpm no more, install with yarn']);
  });
});

describe('a recipe', () => {
  const port = (value: number, at: number) => recipe(`Start the API with make api; it listens on ${value}.`, at);

  test('takes a new value in place, without a model', async () => {
    const store = temporaryStore();
    await learn(store, never, [port(3000, 1)]);
    await learn(store, never, [port(4000, 2)]);
    expect(rows(store)).toMatchObject([
      { content: port(4000, 2).content, version: 2, evidence: 2, learned_at: day(2) },
    ]);
    expect(changesOf(store.db, rows(store)[0]?.id ?? '').at(-1)).toMatchObject({
      change: 'refine',
      before: { content: port(3000, 1).content },
    });
    expect(await learn(store, never, [port(3000, 1)])).toMatchObject({ known: 1, refined: 0 });
  });

  test('has the newest value whatever was read first, and every turn once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }), async (order) => {
        const store = temporaryStore();
        for (const at of order) await learn(store, never, [port(3000 + (at % 3), at)]);
        expect(rows(store)).toMatchObject([{ content: port(3002, 5).content, evidence: 5 }]);
      }),
      { numRuns: 12 },
    );
  });

  test('of other words, or said by the person, is no new value', async () => {
    const store = temporaryStore();
    const unrelated = model(() => 'unrelated');
    await learn(store, unrelated, [port(3000, 1), recipe('Stop the API with make down; it listens on 3000.', 2)]);
    expect(rows(store)).toHaveLength(2);
    await learn(store, unrelated, [
      rule('Wait 20 seconds before the call.', 3),
      rule('Wait 30 seconds before the call.', 4),
    ]);
    expect(rows(store)).toHaveLength(4);
  });
});

describe('what a person wrote by hand', () => {
  const byHand = (store: Store) => {
    const row = currentRules(store.db, PROJECT)[0];
    if (!row) throw new Error('nothing to edit');
    const set = {
      content: 'pnpm, always',
      edited_at: day(50),
      said_at: day(50),
      learned_at: day(50),
      version: row.version + 1,
    };
    expect(updateRule(store.db, row.id, row.version, set)).toBe(true);
    const common = { item_id: row.id, at: day(50), change: 'edit' as const, why: 'you edited it', turns: [] };
    recordChange(store.db, { ...common, before: row, after: { ...row, ...set }, actor: 'person' });
    return row.id;
  };

  test.each<[string, unknown]>([
    ['refined', { relation: 'refines', content: 'install with pnpm, frozen' }],
    ['narrowed', { relation: 'narrows', content: 'install with pnpm, frozen in ci' }],
    ['said again in better words', 'same'],
    ['contradicted', 'contradicts'],
  ])('is not rewritten when it is %s by something said before that', async (_, relation) => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with pnpm', 1)]);
    const id = byHand(store);
    await learn(
      store,
      model(() => relation as never),
      [rule('pnpm installs, frozen', 20)],
    );
    expect(current(store)).toEqual(['pnpm, always']);
    expect(getRule(store.db, id)).toMatchObject({ learned_at: day(50), edited_at: day(50) });
  });

  test('gives way to what the person says later', async () => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with pnpm', 1)]);
    byHand(store);
    await learn(store, contradicts, [rule('pnpm no more, use yarn', 55)]);
    expect(current(store)).toEqual(['pnpm no more, use yarn']);
  });

  test('while a job asks the model: the job decides again, and the edit stands', async () => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with pnpm', 1)]);
    const request = { db: store.db, projectId: PROJECT, candidates: [rule('pnpm installs, frozen', 20)], clock };
    const refines = model(() => ({ relation: 'refines', content: 'install with pnpm, frozen' }));
    const first = await reconcile({
      ...request,
      ask: async (asked) => {
        byHand(store);
        return refines(asked);
      },
    });
    if (!first.ok) throw new Error(first.message);
    const apply = (plan: typeof first.plan) =>
      store.transaction((tx) => applyPlan(tx, plan, { extractionId: null, clock }));
    expect(() => apply(first.plan)).toThrowError(expect.objectContaining({ code: 'plan_stale' }));
    expect(current(store)).toEqual(['pnpm, always']);
    const second = await reconcile({ ...request, ask: refines });
    if (!second.ok) throw new Error(second.message);
    apply(second.plan);
    expect(currentRules(store.db, PROJECT)).toMatchObject([{ content: 'pnpm, always', evidence: 2 }]);
    expect(changesOf(store.db, rows(store)[0]?.id ?? '').map(({ change }) => change)).toEqual(['add', 'edit', 'merge']);
  });
});

test('a project’s own lesson overrules the one that holds everywhere, whichever was said later, and only there', async () => {
  for (const at of [1, 9]) {
    const store = temporaryStore();
    insertRule(store.db, ruleRow('shared', { project_id: null, content: 'Indent with tabs.', trigger: 'formatting' }));
    await learn(store, contradicts, [rule('Indent with spaces.', at, { trigger: 'formatting' })]);
    const told = (project: string) => toldRules(store.db, project).map(({ content }) => content);
    expect([told(PROJECT), told('project-two')]).toEqual([['Indent with spaces.'], ['Indent with tabs.']]);
    expect(currentRules(store.db, PROJECT)).toHaveLength(2);
    const own = currentRules(store.db, PROJECT).find(({ project_id }) => project_id === PROJECT);
    expect(changesOf(store.db, own?.id ?? '').map(({ change }) => change)).toEqual(['add', 'overrule']);
  }
});

describe('a rule that is corrected again', () => {
  const tell = (store: Store, seq: number) =>
    recordInjections(store.db, [
      { session_id: 'session', seq, item_id: rows(store)[0]?.id ?? '', event: 'SessionStart', at: day(seq) },
    ]);

  test('in a session that had been told it was not followed, and says so', async () => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with pnpm', 1)]);
    tell(store, 5);
    await learn(store, never, [rule('Install with pnpm.', 9)]);
    expect(rows(store)).toMatchObject([{ flagged_at: day(9), evidence: 2, status: 'CURRENT' }]);
    expect(changesOf(store.db, rows(store)[0]?.id ?? '').at(-1)).toMatchObject({
      change: 'flag',
      turns: [{ session_id: 'session', seq: 9 }],
    });
  });

  test.each([
    ['told only afterwards', () => rule('Install with pnpm.', 3)],
    ['in another session', () => rule('Install with pnpm.', 9, { evidence: [{ session_id: 'other', seq: 9 }] })],
    ['found out rather than corrected', () => recipe('Install with pnpm.', 9)],
  ])('but %s it was not ignored', async (_, said) => {
    const store = temporaryStore();
    await learn(store, never, [rule('install with pnpm', 1)]);
    tell(store, 5);
    await learn(store, never, [said()]);
    expect(rows(store)).toMatchObject([{ flagged_at: null, evidence: 2 }]);
  });
});

describe('facts live the same life', () => {
  test('a new role replaces the old one, in any order, and the old one is linked', async () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const store = temporaryStore();
      for (const at of order) {
        const said = at === 1 ? fact('works as a technical writer', 1) : fact('works as a developer', 2);
        await learn(store, contradicts, [said]);
      }
      expect(currentFacts(store.db, PROJECT)).toMatchObject([{ content: 'works as a developer' }]);
      const old = allFacts(store.db, PROJECT).find(({ status }) => status === 'ARCHIVED');
      expect(old?.superseded_by).toBe(currentFacts(store.db, PROJECT)[0]?.id);
    }
  });

  test('a part that changed is rewritten in place, with the row before in the history', async () => {
    const store = temporaryStore();
    await learn(store, never, [fact('works on payments in Lisbon', 1)]);
    const content = 'works on payments in Porto';
    await learn(
      store,
      model(() => ({ relation: 'refines', trigger: '', content })),
      [fact('moved to Porto with the payments work', 2)],
    );
    const [row] = allFacts(store.db, PROJECT);
    expect(row).toMatchObject({ content, version: 2, evidence: 2 });
    expect(changesOf(store.db, row?.id ?? '').at(-1)).toMatchObject({
      change: 'refine',
      before: { id: row?.id, kind: 'role', content: 'works on payments in Lisbon', expires_at: null },
      after: { content },
    });
  });
});
