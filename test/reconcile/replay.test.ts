/** Forty-two steps of a life with three projects, on a real store, with the state that each must leave (replay.json). */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Candidate } from '../../src/core/rule.ts';
import type { ModelCaller } from '../../src/extract/caller.ts';
import { type Context, openContext } from '../../src/learn/context.ts';
import { liftShared } from '../../src/learn/lift.ts';
import { applyPlan } from '../../src/reconcile/apply.ts';
import { planKeep } from '../../src/reconcile/keep.ts';
import { recordChange } from '../../src/store/changes.ts';
import { addEvidence } from '../../src/store/evidence.ts';
import { allFacts, liveFacts } from '../../src/store/profile.ts';
import { noteProject } from '../../src/store/projects.ts';
import { allRules, insertRule, toldRules, updateRule } from '../../src/store/rules.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { ruleRow } from '../store/items.ts';
import { day, fact, forget, learn, pairsIn, rule, success } from './world.ts';

interface Step {
  what: string;
  in: string;
  /** Of the turn. Steps stand in the order in which they are read. */
  day: number;
  says?: string;
  observes?: string;
  notes?: string;
  fact?: string;
  'project fact'?: string;
  'takes back'?: string;
  edits?: [string, string];
  keeps?: string;
  waits?: boolean;
  /** What the model names: one, other, relation, combined. Everything else it is asked about is unrelated. */
  named?: [string, string, string, string?][];
  /** Lessons that are compared across projects, and are not the same. */
  lifted?: string[][];
  /** What each project is told afterwards. */
  told: Record<string, string[]>;
  turns?: Record<string, number>;
}

const here = (name: string) => path.join(import.meta.dirname, name);
const { lessons, steps }: { lessons: Record<string, [string, string]>; steps: Step[] } = JSON.parse(
  fs.readFileSync(here('replay.json'), 'utf8'),
);
const contentOf = (name: string): string => lessons[name]?.[1] ?? name;
const nameOf = (content: string): string => Object.keys(lessons).find((name) => contentOf(name) === content) ?? content;
const saying = (name: string, step: Step, kind: 'correction' | 'recipe' = 'correction'): Candidate =>
  rule(contentOf(name), step.day, { kind, trigger: lessons[name]?.[0] ?? '', cues: [], evidence: turnsOf(step) });
/** A turn is known by its project and day. */
const turnsOf = (step: Step) => [{ session_id: step.in, seq: step.day * 10 }];
const clock = () => new Date(day(60));

/** Names the pairs as recorded, and says which of the recorded ones it was not asked about. */
function recorded({ named = [], lifted = [] }: Step): ModelCaller & { unasked: () => unknown[] } {
  const open = new Set<unknown>([...named, ...lifted]);
  const caller: ModelCaller = async ({ purpose, prompt }) => {
    if (purpose === 'lift') return success({ groups: groupsIn(prompt).map((group) => answerTo(group, lifted, open)) });
    const pairs = pairsIn(prompt).map(({ pair, older, newer, forget: what }) => {
      const both = [nameOf(older.do), nameOf(newer?.do ?? what ?? '')];
      const found = named.find(([one, other]) => both.includes(one) && both.includes(other));
      open.delete(found);
      const [trigger, content] = lessons[found?.[3] ?? ''] ?? [];
      return { pair, relation: found?.[2] ?? 'unrelated', ...(content ? { trigger, content } : {}) };
    });
    return success({ pairs });
  };
  return Object.assign(caller, { unasked: () => [...open] });
}

interface Group {
  group: number;
  lessons: { do: string }[];
}
const groupsIn = (prompt: string): Group[] =>
  prompt
    .split('\n')
    .filter((line) => line.startsWith('{"group":'))
    .map((line) => JSON.parse(line));
function answerTo({ group, lessons: asked }: Group, lifted: string[][], open: Set<unknown>) {
  const names = asked.map((one) => nameOf(one.do)).sort();
  const found = lifted.find((one) => [...one].sort().join() === names.join());
  if (!found) throw new Error(`nobody recorded whether these are the same: ${names.join(' / ')}`);
  open.delete(found);
  return { group, same: [] };
}

function candidatesOf(step: Step): Candidate[] {
  const evidence = turnsOf(step);
  const takesBack = step['takes back'];
  const own = step['project fact'];
  if (step.says) return [saying(step.says, step)];
  if (step.observes) return [saying(step.observes, step, 'recipe')];
  if (step.fact) return [fact(contentOf(step.fact), step.day, { evidence })];
  if (own) return [fact(contentOf(own), step.day, { evidence, scope: 'project', kind: 'preference' })];
  return takesBack ? [{ ...forget(takesBack, step.day), evidence }] : [];
}

function note({ store }: Context, step: Step): void {
  const content = contentOf(step.notes ?? '');
  const row = ruleRow('note', {
    project_id: step.in,
    content,
    trigger: '',
    provisional: true,
    learned_at: day(step.day),
    said_at: day(step.day),
  });
  insertRule(store.db, row);
  addEvidence(store.db, row.id, turnsOf(step));
  recordChange(store.db, {
    item_id: row.id,
    at: day(step.day),
    change: 'add',
    before: null,
    after: row,
    why: 'noted',
    turns: [],
  });
}

function edit({ store }: Context, step: Step): void {
  const [from = '', to = ''] = step.edits ?? [];
  const row = toldRules(store.db, step.in).find(({ content }) => content === contentOf(from));
  if (!row) throw new Error(`nothing says ${from}`);
  const at = day(step.day);
  const set = { content: contentOf(to), edited_at: at, said_at: at, learned_at: at, version: row.version + 1 };
  updateRule(store.db, row.id, row.version, set);
  const after = { ...row, ...set };
  recordChange(store.db, {
    item_id: row.id,
    at,
    change: 'edit',
    before: row,
    after,
    why: '',
    turns: [],
    actor: 'person',
  });
}

function keep({ store }: Context, step: Step): void {
  const waiting = allRules(store.db, step.in).find(({ status }) => status === 'PENDING');
  expect(waiting?.content).toBe(contentOf(step.keeps ?? ''));
  store.transaction((tx) => {
    const plan = planKeep(tx, waiting?.id ?? '', step.in, day(60));
    if (!plan) throw new Error('it does not wait');
    applyPlan(tx, plan, { extractionId: null, clock, as: { actor: 'person' } });
  });
}

const rulesTold = ({ store }: Context, project: string) => [
  ...toldRules(store.db, project),
  ...liveFacts(store.db, project, day(60)),
];

async function take(context: Context, step: Step): Promise<void> {
  const ask = recorded(step);
  const mode = step.waits ? 'ask' : 'auto';
  if (step.notes) note(context, step);
  else if (step.edits) edit(context, step);
  else if (step.keeps) keep(context, step);
  else await learn(context.store, ask, candidatesOf(step), { projectId: step.in, mode });
  await liftShared(context, ask);
  expect(ask.unasked(), `what was named was asked: ${step.what}`).toEqual([]);
}

/** Holds after every step, whatever it was. */
function expectSound({ store }: Context): void {
  const rows = ['shop', 'blog', 'game'].flatMap((project) => [
    ...allRules(store.db, project),
    ...allFacts(store.db, project),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const passed = new Set<string>();
    let head = row;
    while (head.superseded_by !== null) {
      expect(passed.has(head.id), 'a chain goes round').toBe(false);
      passed.add(head.id);
      head = byId.get(head.superseded_by) as typeof row;
    }
    if (row.superseded_by !== null) expect([head.status, head.withdrawn_at !== null]).not.toEqual(['ARCHIVED', false]);
  }
}

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
const doneIn = (step: Step): string => {
  const [how, name] = Object.entries(step).find(([key]) =>
    ['says', 'observes', 'notes', 'fact', 'project fact', 'takes back', 'edits', 'keeps'].includes(key),
  ) as [string, string | string[]];
  const named = (step.named ?? []).map(([one, other, relation]) => `${one} *${relation}* ${other}`).join('; ');
  const what = Array.isArray(name) ? name.join(' → ') : name;
  return `**${how}** ${what}${named ? `<br>${named}` : ''}`;
};

test('every step leaves what it must', async () => {
  const home = temporaryHome();
  const context = openContext(home.env, clock);
  onTestFinished(() => context.store.close());
  const projects = ['shop', 'blog', 'game'];
  for (const id of projects) noteProject(context.store.db, { id, label: id, path: `/${id}` }, day(0));
  const table = [line(['', 'in', 'day', 'what happens', 'what that project is told then']), line(Array(5).fill('---'))];
  for (const [i, step] of steps.entries()) {
    await take(context, step);
    for (const [project, names] of Object.entries(step.told)) {
      const told = rulesTold(context, project).map(({ content }) => nameOf(content));
      expect(told.sort(), `${i + 1}. ${step.what}: ${project}`).toEqual([...names].sort());
    }
    for (const [name, evidence] of Object.entries(step.turns ?? {})) {
      const row = rulesTold(context, step.in).find(({ content }) => content === contentOf(name));
      expect(row?.evidence, `${i + 1}. ${step.what}: turns`).toBe(evidence);
    }
    expectSound(context);
    table.push(
      line([
        `${i + 1}`,
        step.in,
        `${step.day}`,
        `${step.what}<br>${doneIn(step)}`,
        step.told[step.in]?.join('<br>') ?? '',
      ]),
    );
  }
  const words = Object.entries(lessons).map(([name, [when, what]]) => line([name, when, what]));
  const page = [
    '# What becomes of lessons: a replay',
    '',
    'Three projects, in the order in which their sessions were read; `day` is when it was said. The relations are recorded',
    'answers of a model, everything else is decided in code. `test/reconcile/replay.test.ts` plays this and writes the page.',
    '',
    ...table,
    '',
    '## The words',
    '',
    line(['name', 'when', 'what']),
    line(Array(3).fill('---')),
    ...words,
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot(here('replay.md'));
});
