import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { ModelCaller } from '../../src/extract/caller.ts';
import { type Context, openContext } from '../../src/learn/context.ts';
import { drain } from '../../src/learn/drain.ts';
import { liftShared } from '../../src/learn/lift.ts';
import { changesOf, recordChange } from '../../src/store/changes.ts';
import { addEvidence, evidenceOf } from '../../src/store/evidence.ts';
import { noteProject } from '../../src/store/projects.ts';
import { getRule, insertRule, type Rule, toldRules, updateRule } from '../../src/store/rules.ts';
import { currentStall } from '../../src/store/stall.ts';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { day, success } from '../reconcile/world.ts';
import { ruleRow } from '../store/items.ts';

interface World {
  context: Context;
  /** Puts a rule there as learning does, with a history row and a turn of its own. */
  taught: (id: string, project: string, content: string, more?: Partial<Rule>) => void;
  set: (id: string, set: Partial<Rule>, change?: 'archive' | 'refine' | 'unshare', actor?: 'person') => void;
  told: (project: string) => string[];
  shared: () => Rule[];
}

function world(env: Record<string, string> = {}): World {
  const home = temporaryHome();
  const context = openContext({ ...home.env, ...env }, systemClock);
  onTestFinished(() => context.store.close());
  const { db } = context.store;
  for (const id of ['shop', 'blog', 'game']) noteProject(db, { id, label: id, path: `/${id}` }, day(0));
  const record = (id: string, change: 'add' | 'archive' | 'refine' | 'unshare', actor?: 'person') =>
    recordChange(db, {
      item_id: id,
      at: day(1),
      change,
      before: null,
      after: getRule(db, id),
      why: '',
      turns: [],
      ...(actor ? { actor } : {}),
    });
  return {
    context,
    taught: (id, project_id, content, more = {}) => {
      insertRule(db, ruleRow(id, { project_id, content, trigger: 'installing packages', ...more }));
      addEvidence(db, id, [{ session_id: `session of ${id}`, seq: 1 }]);
      record(id, 'add');
    },
    set: (id, set, change = 'refine', actor) => {
      const row = getRule(db, id) as Rule;
      updateRule(db, id, row.version, { ...set, version: row.version + 1 });
      record(id, change, actor);
    },
    told: (project) =>
      toldRules(db, project)
        .map(({ content }) => content)
        .sort(),
    shared: () => toldRules(db, 'nowhere'),
  };
}

interface Asked {
  group: number;
  lessons: { lesson: number; project: string; do: string }[];
}
type Answer = { same: number[]; against?: number[]; trigger?: string; content?: string };
/** Names the groups as told; `asked` is what each call asked. */
function naming(name: (lessons: Asked['lessons']) => Answer): ModelCaller & { asked: Asked[][] } {
  const asked: Asked[][] = [];
  const caller: ModelCaller = async ({ prompt, purpose }) => {
    expect(purpose).toBe('lift');
    const groups: Asked[] = prompt
      .split('\n')
      .filter((line) => line.startsWith('{"group":'))
      .map((line) => JSON.parse(line));
    asked.push(groups);
    return success({ groups: groups.map(({ group, lessons }) => ({ group, ...name(lessons) })) });
  };
  return Object.assign(caller, { asked });
}
const never = naming(() => {
  throw new Error('the model must not be asked');
});
const allSame = (words: { trigger?: string; content?: string } = {}) =>
  naming((lessons) => ({ same: lessons.map(({ lesson }) => lesson), ...words }));

test('what two projects say in the same words is a shared rule, without a call, and each is told it once', async () => {
  const { context, taught, told, shared } = world();
  taught('a', 'shop', 'Use pnpm, not npm.', { evidence: 2 });
  taught('b', 'blog', 'use pnpm, not npm', { evidence: 3, learned_at: day(5) });
  expect(await liftShared(context, never)).toEqual({ outcome: 'lifted', lifted: 1, changed: 3 });
  expect(shared()).toMatchObject([{ project_id: null, evidence: 5, learned_at: day(5), status: 'CURRENT' }]);
  for (const project of ['shop', 'blog', 'game']) expect(told(project)).toEqual([shared()[0]?.content]);
  const { db } = context.store;
  const id = shared()[0]?.id ?? '';
  expect(getRule(db, 'a')).toMatchObject({ status: 'CURRENT', covered_by: id });
  expect(evidenceOf(db, id)).toHaveLength(2);
  expect(changesOf(db, id)).toMatchObject([{ change: 'share', before: null, actor: 'learned' }]);
  expect(changesOf(db, 'b').at(-1)).toMatchObject({ change: 'cover', before: { covered_by: null } });
  expect(await liftShared(context, never)).toEqual({ outcome: 'nothing' });
});

test('in other words a model is asked once; the group is asked about again when it changed', async () => {
  const { context, taught, set, shared } = world();
  taught('a', 'shop', 'Use pnpm to install, not npm.');
  taught('b', 'blog', 'npm is not used to install here, pnpm is.');
  const apart = naming(() => ({ same: [] }));
  expect(await liftShared(context, apart)).toEqual({ outcome: 'nothing' });
  expect(apart.asked).toMatchObject([
    [{ group: 1, lessons: [{ project: 'shop', do: 'Use pnpm to install, not npm.' }, { project: 'blog' }] }],
  ]);
  set('a', { cues: ['another cue'] });
  await liftShared(context, never);
  set('a', { content: 'Install with pnpm, npm is not used.' });
  const ask = allSame({ trigger: 'installing', content: 'Install with pnpm, not npm.' });
  expect(await liftShared(context, ask)).toMatchObject({ lifted: 1 });
  expect(shared()).toMatchObject([{ trigger: 'installing', content: 'Install with pnpm, not npm.' }]);
});

test('a third project joins the shared rule that is there, and its evidence is counted', async () => {
  const { context, taught, told, shared } = world();
  taught('a', 'shop', 'Use pnpm, not npm.');
  taught('b', 'blog', 'Use pnpm, not npm.');
  await liftShared(context, never);
  taught('c', 'game', 'Packages are installed using pnpm, not npm.');
  const ask = allSame();
  expect(await liftShared(context, ask)).toEqual({ outcome: 'lifted', lifted: 0, changed: 2 });
  expect(ask.asked[0]?.[0]?.lessons.map(({ project }) => project).sort()).toEqual(['game', 'shared']);
  expect(shared()).toMatchObject([{ evidence: 3 }]);
  expect(told('game')).toEqual(['Use pnpm, not npm.']);
});

test('a project that goes against it keeps its own, and is not told the shared one', async () => {
  const { context, taught, told } = world();
  taught('a', 'shop', 'Use pnpm to install packages.');
  taught('b', 'blog', 'Packages: use pnpm to install.');
  taught('c', 'game', 'Use npm to install packages.');
  const ask = naming((lessons) => ({
    same: lessons.filter((one) => one.do.includes('pnpm')).map(({ lesson }) => lesson),
    against: lessons.filter((one) => !one.do.includes('pnpm')).map(({ lesson }) => lesson),
    content: 'Install with pnpm.',
  }));
  await liftShared(context, ask);
  expect(told('shop')).toEqual(['Install with pnpm.']);
  expect(told('game')).toEqual(['Use npm to install packages.']);
  expect(changesOf(context.store.db, 'c').at(-1)?.change).toBe('overrule');
  await liftShared(context, never);
});

test('words that name what not every project names, and two values, are not taken from a model', async () => {
  const { context, taught, shared } = world();
  taught('a', 'shop', 'Start the grid with make grid first.');
  taught('b', 'blog', 'First start the grid: make grid.');
  taught('c', 'shop', 'The API listens on port 3000 locally.', { trigger: 'calling the API' });
  taught('d', 'blog', 'Locally the API listens on port 4000.', { trigger: 'calling the API' });
  await liftShared(context, allSame({ content: 'Start the grid with scripts/grid.sh first.' }));
  expect(shared().map(({ content }) => content)).toEqual(['First start the grid: make grid.']);
});

test('when fewer than two projects say it any more it goes, and the one that is left counts for itself', async () => {
  const { context, taught, set, told, shared } = world();
  taught('a', 'shop', 'Use pnpm, not npm.');
  taught('b', 'blog', 'Use pnpm, not npm.');
  await liftShared(context, never);
  const id = shared()[0]?.id ?? '';
  set('b', { status: 'ARCHIVED', withdrawn_at: day(9) }, 'archive');
  expect(await liftShared(context, never)).toMatchObject({ lifted: 0 });
  expect([shared(), told('blog'), told('shop')]).toEqual([[], [], ['Use pnpm, not npm.']]);
  expect(getRule(context.store.db, id)).toMatchObject({ status: 'ARCHIVED', withdrawn_at: null });
  expect(changesOf(context.store.db, id).at(-1)).toMatchObject({ change: 'unshare', actor: 'learned' });
  expect(getRule(context.store.db, 'a')).toMatchObject({ covered_by: null });
  taught('c', 'game', 'Use pnpm, not npm.');
  expect(await liftShared(context, never)).toMatchObject({ lifted: 1 });
});

test('what a person shared, or wrote anew, is theirs: nothing demotes it', async () => {
  const { context, taught, set, shared } = world();
  taught('a', 'shop', 'Use pnpm, not npm.');
  taught('b', 'blog', 'Use pnpm, not npm.');
  await liftShared(context, never);
  const id = shared()[0]?.id ?? '';
  set(id, { content: 'pnpm, always.', edited_at: day(8) }, 'refine', 'person');
  set('b', { status: 'ARCHIVED', withdrawn_at: day(9) }, 'archive');
  await liftShared(context, never);
  expect(shared()).toMatchObject([{ id, content: 'pnpm, always.' }]);
});

test('what a person took back to its projects is not lifted again', async () => {
  const { context, taught, set, told, shared } = world();
  taught('a', 'shop', 'Use pnpm, not npm.');
  taught('b', 'blog', 'Use pnpm, not npm.');
  await liftShared(context, never);
  set(shared()[0]?.id ?? '', { status: 'ARCHIVED', withdrawn_at: day(9) }, 'unshare', 'person');
  expect(told('shop')).toEqual(['Use pnpm, not npm.']);
  await liftShared(context, never);
  set('a', { content: 'Use pnpm and not npm.' });
  await liftShared(context, never);
  expect([shared(), told('blog')]).toEqual([[], ['Use pnpm, not npm.']]);
});

test('what changed beside hundreds of others is looked at as well, in a later turn', async () => {
  const { context, taught, shared } = world();
  for (let i = 0; i < 500; i++) taught(`a${i}`, 'shop', `Old habit ${i}.`, { status: 'ARCHIVED' });
  taught('one', 'shop', 'Use pnpm, not npm.');
  taught('other', 'blog', 'Use pnpm, not npm.');
  expect(await liftShared(context, never)).toEqual({ outcome: 'nothing' });
  expect(await liftShared(context, never)).toMatchObject({ lifted: 1 });
  expect(shared()).toHaveLength(1);
});

test('asked first, nothing is lifted', async () => {
  const { context, taught } = world({ CLAUDE_SMART_REVIEW: 'ask' });
  taught('a', 'shop', 'Use pnpm, not npm.');
  taught('b', 'blog', 'Use pnpm, not npm.');
  expect(await liftShared(context, never)).toEqual({ outcome: 'nothing' });
});

test.each<[string, Answer]>([
  ['a lesson named twice', { same: [1, 1] }],
  ['a lesson on both sides', { same: [1, 2], against: [2] }],
  ['a lesson that is not there', { same: [1, 9] }],
  ['a lesson 0', { same: [0, 1] }],
])('an answer with %s stores nothing, and is not paid for twice', async (_, answer) => {
  const { context, taught, shared } = world();
  taught('a', 'shop', 'Use pnpm to install, not npm.');
  taught('b', 'blog', 'npm is not used to install here, pnpm is.');
  expect(
    await liftShared(
      context,
      naming(() => answer),
    ),
  ).toEqual({ outcome: 'nothing' });
  expect(shared()).toEqual([]);
  await liftShared(context, never);
});

test('a call that failed is made again', async () => {
  const { context, taught } = world();
  taught('a', 'shop', 'Use pnpm to install, not npm.');
  taught('b', 'blog', 'npm is not used to install here, pnpm is.');
  const spent = { usd: 0, inputTokens: 0, outputTokens: 0, durationMs: 0 };
  const failing: ModelCaller = async () => ({ ok: false, class: 'transient', message: '', resetsAt: null, ...spent });
  expect(await liftShared(context, failing)).toMatchObject({ outcome: 'failed', class: 'transient' });
  expect(await liftShared(context, allSame())).toMatchObject({ lifted: 1 });
});

test('a rule that changes while the model is asked is not covered: it is looked at the next time', async () => {
  const { context, taught, set, shared } = world();
  taught('a', 'shop', 'Use pnpm to install, not npm.');
  taught('b', 'blog', 'npm is not used to install here, pnpm is.');
  const slow = allSame();
  const ask: ModelCaller = async (request) => {
    set('a', { content: 'Use yarn to install.' });
    return slow(request);
  };
  expect(await liftShared(context, ask)).toEqual({ outcome: 'nothing' });
  expect(shared()).toEqual([]);
  expect(getRule(context.store.db, 'a')).toMatchObject({ content: 'Use yarn to install.', covered_by: null });
});

test('a drain lifts when its jobs are done, and a login that ran out pauses learning', async () => {
  const home = temporaryHome();
  const claude = fakeClaude(`${home.root}/fake`);
  const context = openContext({ ...home.env, ...claude.env }, systemClock);
  onTestFinished(() => context.store.close());
  const { db } = context.store;
  for (const [id, project_id, content] of [
    ['a', 'shop', 'Use pnpm to install, not npm.'],
    ['b', 'blog', 'npm is not used to install here, pnpm is.'],
  ] as const) {
    noteProject(db, { id: project_id, label: project_id, path: `/${project_id}` }, day(0));
    insertRule(db, ruleRow(id, { project_id, content }));
    recordChange(db, { item_id: id, at: day(1), change: 'add', before: null, after: {}, why: '', turns: [] });
  }
  claude.reply({ error: 'Not logged in · Please run /login' });
  expect(await drain(context)).toBe('paused');
  expect(currentStall(db, day(400))).toMatchObject({ class: 'auth' });
});
