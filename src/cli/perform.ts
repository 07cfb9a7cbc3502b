/**
 * How every command that acts on a rule does it: the id resolved, the act in one transaction, the snapshots of the sessions to
 * come rendered again, and what is there now told. What was refused becomes an error that shows what is there instead.
 */
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { renderSnapshots } from '../inject/snapshot.ts';
import { type Context, openContext } from '../learn/context.ts';
import { factOf, type Lesson, ruleOf } from '../reconcile/lesson.ts';
import { type Act, type Acted, act } from '../review/act.ts';
import { changesOfAct } from '../store/acts.ts';
import type { Item } from '../store/items.ts';
import type { Db } from '../store/open.ts';
import { changeText } from './change-text.ts';
import { factJson, factNotes, itemText, linksJson, ruleJson, ruleNotes, ruleSentence } from './items.ts';
import { namedItem, shortenerOf, unknownId } from './named.ts';
import type { Output } from './output.ts';
import { pathsOf, type Run, storeIsThere } from './run.ts';
import { wrap } from './text.ts';

export interface ActOptions {
  json?: boolean;
}

/** Runs `work` on the opened store, which is not made for it: an id in an empty home means nothing. */
export async function withItem<T>(
  run: Run,
  typed: string,
  work: (context: Context, item: Item) => T | Promise<T>,
): Promise<T> {
  if (!storeIsThere(pathsOf(run))) return unknownId(typed);
  const context = openContext(run.env, run.clock);
  try {
    return await work(context, namedItem(context.store.db, typed));
  } finally {
    context.store.close();
  }
}

/** Acts, and writes what sessions to come start with, in one: where either fails, nothing was done. */
export function carriedOut(context: Context, work: (tx: Db, now: string) => Acted): Acted {
  return context.store.transaction((tx) => {
    const acted = work(tx, iso(context.clock));
    if (acted.ok)
      refresh(
        context,
        tx,
        acted.changed.flatMap(({ before, after }) => [before, after]),
      );
    return acted;
  });
}

export const perform = (context: Context, what: Act, seen: readonly Lesson[] = []): Acted =>
  carriedOut(context, (tx, now) => act(tx, what, now, seen));

/** The snapshots of the projects in which any of these counts or counted. */
export function refresh({ paths, clock, config }: Context, tx: Db, lessons: readonly Lesson[]): void {
  const projects = new Set(lessons.flatMap(({ project_id }) => project_id ?? []));
  const everywhere = lessons.some(({ project_id }) => project_id === null);
  renderSnapshots(tx, paths, clock, config, everywhere ? 'all' : [...projects]);
}

export const lessonJson = (lesson: Lesson) =>
  lesson.type === 'rule'
    ? { type: 'rule' as const, ...ruleJson(ruleOf(lesson)), ...linksJson(ruleOf(lesson)) }
    : { type: 'fact' as const, ...factJson(factOf(lesson)), ...linksJson(factOf(lesson)) };

export const sentenceOf = (lesson: { trigger: string; content: string }): string => ruleSentence(lesson);

/** One lesson in two or three lines, with where it stands. */
export function lessonText(out: Output, lesson: Lesson, short: (id: string) => string): string {
  const notes = lesson.type === 'rule' ? ruleNotes(ruleJson(ruleOf(lesson))) : factNotes(factJson(factOf(lesson)));
  return itemText(out, short(lesson.id), sentenceOf(lesson), [standing(lesson, short), ...notes]);
}

export function standing(lesson: Lesson, short: (id: string) => string): string {
  if (lesson.superseded_by) return `ARCHIVED, superseded by ${short(lesson.superseded_by)}`;
  if (lesson.merged_into) return `ARCHIVED, merged into ${short(lesson.merged_into)}`;
  if (lesson.status !== 'CURRENT') return lesson.status;
  if (lesson.project_id !== null) return 'CURRENT';
  return lesson.type === 'rule' ? 'CURRENT in all projects' : 'CURRENT, about you';
}

/** Prints what was done, or throws what refused it. */
export function tell(run: Run, db: Db, acted: Acted, options: ActOptions, isUndo = false): void {
  const short = shortenerOf(db);
  if (!acted.ok) throw refusal(run.out, acted, short);
  if (options.json) {
    run.out.json({ done: acted.said, act: acted.act, items: acted.changed.map(({ after }) => lessonJson(after)) });
    return;
  }
  const undo = acted.act === null || isUndo ? [] : [run.out.colors.dim('To take that back: claude-smart undo')];
  const items = acted.changed.map(({ after }) => lessonText(run.out, after, short));
  const said = isUndo && acted.act !== null ? undoneText(db, acted.act, acted.said) : acted.said;
  run.out.print([wrap(said, run.out.width), ...items, ...undo].join('\n'));
}

/** What was taken back: of an act with several parts, the one that was asked for. */
function undoneText(db: Db, act: string, otherwise: string): string {
  const parts = changesOfAct(db, act);
  const asked = parts.find(({ why }) => !/^you took back: (supersede|cover|absorb) /.test(why)) ?? parts[0];
  if (!asked) return otherwise;
  const text = changeText(asked);
  return `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?。！？…]$/.test(text) ? '' : '.'}`;
}

export function refusal(out: Output, refused: Acted & { ok: false }, short: (id: string) => string): AppError {
  const plainOut = { ...out, colors: { ...out.colors, cyan: String, dim: String } };
  const there = refused.now.map((lesson) => lessonText(plainOut, lesson, short));
  const now = refused.code === 'changed_meanwhile' && there.length > 0 ? [`Now it is:\n${there.join('\n')}`] : [];
  const hint = [...hintOf(refused, short), ...now].join('\n');
  return new AppError(refused.code, refused.message, hint === '' ? {} : { hint });
}

/** The hint, if there is one, with the ids that the person knows. */
export const hintOf = ({ hint, now }: Acted & { ok: false }, short: (id: string) => string): string[] =>
  hint === undefined ? [] : [now.reduce((text, { id }) => text.replaceAll(id, short(id)), hint)];

/** A command that is one act on one item. */
export const acting =
  (actOn: (id: string) => Act) =>
  (run: Run, typed: string, options: ActOptions): Promise<void> =>
    withItem(run, typed, (context, item) => tell(run, context.store.db, perform(context, actOn(item.row.id)), options));
