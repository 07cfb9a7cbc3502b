import { expect, test } from 'vitest';
import type { Candidate } from '../../src/core/rule.ts';
import { NOTHING, recall } from '../../src/inject/recall.ts';
import { type InjectionEvent, loadConfig } from '../../src/platform/config.ts';
import { pathsFrom } from '../../src/platform/paths.ts';
import { applyPlan } from '../../src/reconcile/apply.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { Store } from '../../src/store/open.ts';
import { currentRules } from '../../src/store/rules.ts';
import { clock, day, fact, model, PROJECT, rule, temporaryStore } from '../reconcile/world.ts';

const config = loadConfig(pathsFrom({ HOME: '/nowhere' }), {});
const ask = (
  store: Store,
  query: string,
  seen: string[] = [],
  at = clock,
  event: InjectionEvent = 'UserPromptSubmit',
) => recall({ store, clock: at }, { event, projectId: PROJECT, query, seen: new Set(seen) }, config);

async function learn(store: Store, relation: string, ...candidates: Candidate[]): Promise<void> {
  const made = await reconcile({ db: store.db, ask: model(() => relation), projectId: PROJECT, candidates, clock });
  if (!made.ok) throw new Error(made.message);
  store.transaction((tx) => applyPlan(tx, made.plan, { extractionId: null, clock }));
}

test('tells the rule that a prompt needs, once a session', async () => {
  const store = temporaryStore();
  await learn(store, 'unrelated', rule('Use pnpm, not npm', 1));
  const [only] = currentRules(store.db, PROJECT);
  const told = ask(store, 'install the left-pad dependency');
  expect(told.ids).toEqual([only?.id]);
  expect(told.text).toContain(`- [${only?.id.slice(0, 6)}] When installing dependencies: Use pnpm, not npm\n`);
  expect(ask(store, 'install the left-pad dependency', told.ids)).toEqual(NOTHING);
});

test('tells nothing at an unrelated prompt or in another project', async () => {
  const store = temporaryStore();
  await learn(store, 'unrelated', rule('Use pnpm, not npm', 1));
  expect(ask(store, 'draw me a picture of a goat')).toEqual(NOTHING);
  const elsewhere = {
    event: 'UserPromptSubmit' as const,
    projectId: 'project-two',
    query: 'install the dependency',
    seen: new Set<string>(),
  };
  expect(recall({ store, clock }, elsewhere, config).ids).toEqual([]);
});

test('follows what is learned: the archived rule is never told again', async () => {
  const store = temporaryStore();
  await learn(store, 'unrelated', rule('Use npm', 1));
  expect(ask(store, 'install the dependency').text).toContain('Use npm');
  await learn(store, 'contradicts', rule('Use pnpm', 2));
  const { text, ids } = ask(store, 'install the dependency');
  expect(text).toContain('Use pnpm');
  expect(text).not.toContain('Use npm');
  expect(ids).toHaveLength(1);
});

test('a fact is told until its time is over', async () => {
  const store = temporaryStore();
  await learn(store, 'unrelated', fact('Reviews of the payment gateway go to Ana', 1, { expires_at: day(100) }));
  const at = (n: number) =>
    ask(store, 'get the payment gateway change reviewed', [], () => new Date(day(n))).ids.length;
  expect([at(99), at(100)]).toEqual([1, 0]);
});

test('keeps to its count and its units', async () => {
  const store = temporaryStore();
  const many = Array.from({ length: 12 }, (_, i) =>
    rule(`Use tool number${i} ${'x'.repeat(i === 0 ? 5_000 : 200)}`, i),
  );
  await learn(store, 'unrelated', ...many);
  const { text, ids } = ask(store, 'install the dependencies');
  expect(ids.length).toBeGreaterThan(2);
  expect(ids.length).toBeLessThanOrEqual(5);
  expect(text.length).toBeLessThanOrEqual(2_000);
});

test('what is longer than all that may be told takes nobody’s place', async () => {
  const store = temporaryStore();
  const long = Array.from({ length: 6 }, (_, i) =>
    rule(`Install dependencies like this ${i}: ${'x '.repeat(2_000)}`, i),
  );
  await learn(store, 'unrelated', ...long, rule('Use pnpm, not npm', 9));
  const { text, ids } = ask(store, 'install the dependencies like this');
  expect(text).toContain('Use pnpm, not npm');
  expect(ids).toHaveLength(1);
});
