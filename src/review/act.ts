/**
 * A person's act on the rules, in the caller's transaction: decided on what is there at that moment, written with a `changes`
 * row for every item. All of it or nothing; what is refused leaves no trace and says what is there now.
 */
import { newId } from '../core/ids.ts';
import { type Lesson, newTurns } from '../reconcile/lesson.ts';
import { changesOfAct, lastAct, markReviewed, unmarkReviewed } from '../store/acts.ts';
import { recordChange } from '../store/changes.ts';
import { addEvidence, evidenceOf, removeEvidence } from '../store/evidence.ts';
import type { Db } from '../store/open.ts';
import { updateFact } from '../store/profile.ts';
import { noteProject, type Project } from '../store/projects.ts';
import { updateRule } from '../store/rules.ts';
import { belongings } from './inbox.ts';
import { readLesson, rowOf } from './lessons.ts';
import { coverOf, coversOf, everywhere, overrulerIn, rivalOf } from './meets.ts';
import {
  archive,
  type Changed,
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
import { keepPending } from './pending.ts';
import { differences } from './seen.ts';
import { undone } from './undo.ts';

export type Act =
  | { do: 'keep' | 'archive' | 'restore' | 'share'; id: string }
  | { do: 'edit'; id: string; words: Words }
  /** `project`: whose it is from then on. */
  | { do: 'unshare'; id: string; project: Project }
  /** The lesson `id` lives on in `into`. */
  | { do: 'merge'; id: string; into: string };

export type Acted = { ok: true; act: string | null; changed: Changed[]; said: string } | (Refused & { now: Lesson[] });

/** `seen`: the lessons as the person saw them, when that was before this transaction. */
export function act(tx: Db, what: Act, now: string, seen: readonly Lesson[] = []): Acted {
  const lessons = [what.id, ...('into' in what ? [what.into] : [])].map((id) => readLesson(tx, id));
  const [lesson] = lessons;
  const found = lessons.filter((one) => one !== undefined);
  if (lesson === undefined || found.length < lessons.length) {
    return { ok: false, code: 'unknown_id', message: 'it is not there any more.', now: [] };
  }
  if (seen.some((as) => isOther(as, readLesson(tx, as.id)))) {
    const message = 'it was changed meanwhile, so nothing was done.';
    return { ok: false, code: 'changed_meanwhile', message, now: found };
  }
  if (what.do === 'keep' && lesson.status === 'PENDING') {
    const id = newId();
    const { changed, said } = keepPending(tx, lesson, now, id);
    return { ok: true, act: id, changed, said };
  }
  const decided = decideAct(tx, what, lesson, found[1], now);
  if (!decided.ok) return { ...decided, now: found };
  if (decided.moves.length === 0) return { ok: true, act: null, changed: [], said: decided.said };
  if (what.do === 'unshare') noteProject(tx, what.project, now);
  return { ok: true, ...write(tx, decided.moves, now), said: decided.said };
}

const isOther = (seen: Lesson, now: Lesson | undefined): boolean =>
  now === undefined || differences(seen, now).length > 0;

function decideAct(tx: Db, what: Act, lesson: Lesson, other: Lesson | undefined, now: string): Decided {
  switch (what.do) {
    case 'keep':
      return keep(lesson, belongings(tx, [lesson.id]).size > 0);
    case 'archive':
      return archive(lesson, now);
    case 'restore': {
      const rival = rivalOf(tx, lesson);
      const cover = rival && lesson.project_id !== null ? coverOf(tx, rival) : undefined;
      return restore(lesson, rival, cover, now);
    }
    case 'edit':
      return edit(lesson, what.words, now);
    case 'share':
      return share(lesson, { cover: coverOf(tx, lesson), ...everywhere(tx, lesson) });
    case 'unshare': {
      const { project } = what;
      return unshare(lesson, coversOf(tx, lesson.id).length, project, overrulerIn(tx, lesson, project.id), now);
    }
    case 'merge': {
      const turns = newTurns(evidenceOf(tx, lesson.id), evidenceOf(tx, what.into));
      return merge(lesson, other as Lesson, turns, coversOf(tx, lesson.id));
    }
  }
}

function write(tx: Db, moves: readonly Move[], now: string, id = newId()): { act: string; changed: Changed[] } {
  const settled = belongings(
    tx,
    moves.map(({ lesson }) => lesson.id),
  );
  const changed = moves.map((move) => writeMove(tx, move, now, { act: id }));
  markReviewed(tx, [...[...settled.values()].flat(), ...changed.map(({ after }) => after.id)], now, id);
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

/** Keeps what of these is news, as one act; what waits is kept in the order in which it was learned. */
export function keepAll(tx: Db, ids: readonly string[], now: string): Acted {
  const id = newId();
  const lessons = ids.flatMap((one) => readLesson(tx, one) ?? []);
  const pending = lessons
    .filter(({ status }) => status === 'PENDING')
    .sort((a, b) => (a.learned_at < b.learned_at ? -1 : a.learned_at > b.learned_at ? 1 : 0));
  const waiting = belongings(tx, ids);
  const moves = lessons
    .filter(({ status }) => status !== 'PENDING')
    .map((lesson) => keep(lesson, waiting.has(lesson.id)))
    .flatMap((decided) => (decided.ok ? decided.moves : []));
  const { changed } = write(tx, moves, now, id);
  for (const lesson of pending) {
    // One that was kept a moment ago may have settled this one too.
    const still = readLesson(tx, lesson.id);
    if (still?.status === 'PENDING') changed.push(...keepPending(tx, still, now, id).changed);
  }
  if (changed.length === 0) return { ok: true, act: null, changed: [], said: 'There was nothing to keep.' };
  return { ok: true, act: id, changed, said: `Kept ${moves.length + pending.length}.` };
}

/** Takes back what a person did last and has not taken back yet. `past`: passes over what cannot be taken back. */
export function undoLast(tx: Db, now: string, { past = false }: { past?: boolean } = {}): Acted {
  const passed: string[] = [];
  for (;;) {
    const last = lastAct(tx, passed);
    if (!last?.act) return { ok: false, code: 'nothing_to_undo', message: 'there is nothing to undo.', now: [] };
    const undone = last.change === 'forget' ? forgotten : undoAct(tx, last.act, now);
    if (undone.ok || !past) return undone;
    passed.push(last.act);
  }
}

const PASS_OVER = 'To undo what you did before it: claude-smart undo --past';
const forgotten: Acted = {
  ok: false,
  code: 'cannot_undo',
  message: 'what you did last was to forget something, and that cannot be undone.',
  hint: PASS_OVER,
  now: [],
};

function undoAct(tx: Db, undoneAct: string, now: string): Acted {
  const moves: (Move & { undoes: number })[] = [];
  const rows = changesOfAct(tx, undoneAct);
  for (const id of new Set(rows.map(({ item_id }) => item_id))) {
    const lesson = readLesson(tx, id);
    const own = rows.filter(({ item_id }) => item_id === id);
    const [first, last] = [own[0], own.at(-1)];
    // What was forgotten took its history along.
    if (!lesson || !first || !last) throw new Error(`${id} has history but no row`);
    const back = undone(first.before as never, last.after as never, rowOf(lesson));
    if (!back.ok) {
      const message = `it was changed since (${back.changed.join(', ')}), so it is left as it is.`;
      const hint = `What happened: claude-smart history ${id}\n${PASS_OVER}`;
      return { ok: false, code: 'changed_meanwhile', message, hint, now: [lesson] };
    }
    const why = `you took back: ${last.change} (${last.why})`;
    moves.push({ lesson, set: back.set as Partial<Lesson>, change: 'undo', why, undoes: last.id });
  }
  for (const { item_id, turns } of rows) removeEvidence(tx, item_id, turns);
  const act = newId();
  const changed = moves.map(({ undoes, ...move }) => writeMove(tx, move, now, { act, undoes }));
  unmarkReviewed(tx, undoneAct);
  return { ok: true, act, changed, said: 'Undone.' };
}
