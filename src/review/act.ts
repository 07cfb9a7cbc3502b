/**
 * A person's act on the rules, in the caller's transaction: decided on what is there at that moment, written with a `changes`
 * row for every item. All of it or nothing; what is refused leaves no trace and says what is there now.
 */
import { newId } from '../core/ids.ts';
import { type Lesson, newTurns } from '../reconcile/lesson.ts';
import { changesOfAct, lastAct, markReviewed, unmarkReviewed } from '../store/acts.ts';
import { recordChange } from '../store/changes.ts';
import { addEvidence, evidenceOf, removeEvidence } from '../store/evidence.ts';
import { coveredBy } from '../store/items.ts';
import type { Db } from '../store/open.ts';
import { updateFact } from '../store/profile.ts';
import { updateRule } from '../store/rules.ts';
import { belongings } from './inbox.ts';
import { readLesson, rowOf } from './lessons.ts';
import {
  archive,
  type Decided,
  edit,
  keep,
  type Move,
  merge,
  type Refused,
  restore,
  share,
  unshare,
  type Words,
} from './moves.ts';
import { differences } from './seen.ts';
import { undone } from './undo.ts';

export type Act =
  | { do: 'keep' | 'archive' | 'restore' | 'share'; id: string }
  | { do: 'edit'; id: string; words: Words }
  /** `projectId`: where it belongs when nothing else tells. */
  | { do: 'unshare'; id: string; projectId: string }
  /** The lesson `id` lives on in `into`. */
  | { do: 'merge'; id: string; into: string };

export interface Changed {
  before: Lesson;
  after: Lesson;
}
export type Acted = { ok: true; act: string | null; changed: Changed[]; said: string } | (Refused & { now: Lesson[] });

/** `seen`: the lessons as the person saw them, when that was before this transaction. */
export function act(tx: Db, what: Act, now: string, seen: readonly Lesson[] = []): Acted {
  const lessons = [what.id, ...('into' in what ? [what.into] : [])].map((id) => readLesson(tx, id));
  const [lesson] = lessons;
  const found = lessons.filter((one) => one !== undefined);
  if (lesson === undefined || found.length < lessons.length) {
    return { ok: false, code: 'unknown_id', message: 'it is not there any more.', now: [] };
  }
  const stale = found.find((one) => seen.some((as) => as.id === one.id && differences(as, one).length > 0));
  if (stale) {
    return {
      ok: false,
      code: 'changed_meanwhile',
      message: 'it was changed meanwhile, so nothing was done.',
      now: found,
    };
  }
  const decided = decideAct(tx, what, lesson, found[1], now);
  if (!decided.ok) return { ...decided, now: found };
  if (decided.moves.length === 0) return { ok: true, act: null, changed: [], said: decided.said };
  return { ok: true, ...write(tx, decided.moves, now), said: decided.said };
}

function decideAct(tx: Db, what: Act, lesson: Lesson, other: Lesson | undefined, now: string): Decided {
  switch (what.do) {
    case 'keep':
      return keep(lesson, belongings(tx, lesson.id).length > 0);
    case 'archive':
      return archive(lesson, now);
    case 'restore':
      return restore(lesson, headOf(tx, lesson), now);
    case 'edit':
      return edit(lesson, what.words, now);
    case 'share':
      return share(lesson);
    case 'unshare':
      return unshare(lesson, coveredBy(tx, lesson.id).length, what.projectId, now);
    case 'merge':
      return merge(lesson, other as Lesson, newTurns(evidenceOf(tx, lesson.id), evidenceOf(tx, what.into)));
  }
}

/** The CURRENT lesson that stands where this one stood. */
function headOf(tx: Db, lesson: Lesson): Lesson | undefined {
  const passed = new Set<string>();
  let head: Lesson | undefined = lesson;
  while (head?.superseded_by && !passed.has(head.id)) {
    passed.add(head.id);
    head = readLesson(tx, head.superseded_by);
  }
  return head && head.id !== lesson.id && head.status === 'CURRENT' ? head : undefined;
}

function write(tx: Db, moves: readonly Move[], now: string): { act: string; changed: Changed[] } {
  const id = newId();
  const first = moves.flatMap(({ lesson }) => belongings(tx, lesson.id));
  const changed = moves.map((move) => writeMove(tx, move, now, { act: id }));
  markReviewed(tx, [...first, ...changed.map(({ after }) => after.id)], now, id);
  return { act: id, changed };
}

/** In an immediate transaction nobody else writes: a version that does not fit is a bug. */
function writeMove(
  tx: Db,
  { lesson, set, change, why, turns = [], said }: Move,
  now: string,
  of: { act: string; undoes?: number },
): Changed {
  const isRead = Object.keys(set).length === 0;
  const after: Lesson = isRead ? lesson : { ...lesson, ...set, version: lesson.version + 1, updated_at: now };
  if (!isRead) {
    const { id, ...row } = rowOf(after);
    const written =
      lesson.type === 'rule'
        ? updateRule(tx, id, lesson.version, row as never)
        : updateFact(tx, id, lesson.version, row as never);
    if (!written) throw new Error(`${id} changed within a transaction`);
  }
  addEvidence(tx, lesson.id, turns);
  recordChange(tx, {
    item_id: lesson.id,
    at: now,
    change,
    before: rowOf(lesson),
    after: { ...rowOf(after), ...(said ? { said } : {}) },
    why,
    turns,
    actor: 'person',
    reviewed_at: now,
    ...of,
  });
  return { before: lesson, after };
}

/** Takes back what a person did last and has not taken back yet. `past`: passes over what cannot be taken back. */
export function undoLast(tx: Db, now: string, options: { past?: boolean } = {}): Acted {
  const last = lastAct(tx, options.past ? ['forget'] : []);
  if (!last?.act) return { ok: false, code: 'nothing_to_undo', message: 'there is nothing to undo.', now: [] };
  if (last.change === 'forget') {
    const message = 'what you did last was to forget something, and that cannot be undone.';
    const hint = 'To undo what you did before it: claude-smart undo --past';
    return { ok: false, code: 'cannot_undo', message, hint, now: [] };
  }
  return undoAct(tx, last.act, now);
}

function undoAct(tx: Db, undoneAct: string, now: string): Acted {
  const moves: (Move & { undoes: number })[] = [];
  const rows = changesOfAct(tx, undoneAct);
  for (const { id, item_id, before, after, change, why } of rows) {
    const lesson = readLesson(tx, item_id);
    // What was forgotten took its history along.
    if (!lesson) throw new Error(`${item_id} has history but no row`);
    const back = undone(before as never, after as never, rowOf(lesson));
    if (!back.ok) {
      const message = `it was changed since (${back.changed.join(', ')}), so it is left as it is.`;
      const hint = `What happened: claude-smart history ${item_id}`;
      return { ok: false, code: 'changed_meanwhile', message, hint, now: [lesson] };
    }
    const set = back.set as Partial<Lesson>;
    moves.push({ lesson, set, change: 'undo', why: `you took back: ${change} (${why})`, undoes: id });
  }
  for (const { item_id, turns } of rows) removeEvidence(tx, item_id, turns);
  const act = newId();
  const changed = moves.map(({ undoes, ...move }) => writeMove(tx, move, now, { act, undoes }));
  unmarkReviewed(tx, undoneAct);
  return { ok: true, act, changed, said: 'Undone.' };
}
