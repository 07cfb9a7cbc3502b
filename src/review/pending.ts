/** Keeping what waited: it is decided like anything that is learned (reconcile/keep.ts), as a person's act. */
import type { Clock } from '../core/clock.ts';
import { applyPlan } from '../reconcile/apply.ts';
import { planKeep } from '../reconcile/keep.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import { markReviewed } from '../store/acts.ts';
import { evidenceOf } from '../store/evidence.ts';
import type { Db } from '../store/open.ts';
import { findSession } from '../store/sessions.ts';
import { homeProject } from './home.ts';
import { readLesson } from './lessons.ts';
import type { Changed } from './moves.ts';

export function keepPending(tx: Db, lesson: Lesson, now: string, act: string): { changed: Changed[]; said: string } {
  const plan = planKeep(tx, lesson.id, projectOf(tx, lesson), now);
  if (!plan) throw new Error(`${lesson.id} waits without what it would do`);
  const clock: Clock = () => new Date(now);
  applyPlan(tx, plan, { extractionId: null, clock, as: { actor: 'person', reviewed_at: now, act } });
  markReviewed(tx, [lesson.id], now, act);
  const first = new Map<string, Lesson>();
  for (const { before, after } of plan.steps) if (!first.has(after.id)) first.set(after.id, before ?? after);
  const changed = [...first].flatMap(([id, before]) => {
    const after = readLesson(tx, id);
    return after ? [{ before, after }] : [];
  });
  return { changed, said: saidOf(readLesson(tx, lesson.id) ?? lesson) };
}

function saidOf({ status, merged_into, superseded_by }: Lesson): string {
  if (status === 'CURRENT') return 'Kept: it counts from now on.';
  if (merged_into) return 'Kept: it was said before in other words, and is counted there.';
  return superseded_by ? 'Kept, and archived at once: what was said later contradicts it.' : 'Kept.';
}

/** Where it was learned. */
function projectOf(tx: Db, { id, project_id }: Lesson): string {
  const session = evidenceOf(tx, id).at(-1)?.session_id;
  return project_id ?? homeProject(tx, id) ?? (session && findSession(tx, session)?.project_id) ?? '';
}
