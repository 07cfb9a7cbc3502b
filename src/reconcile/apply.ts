/**
 * Writes a plan inside the caller's transaction: rows, evidence and a `changes` row for every change, all or nothing. A
 * plan was made against a state of the lessons in scope; when that state is gone, nothing is written (`plan_stale`).
 */
import type { Clock } from '../core/clock.ts';
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { type NewChange, recordChange } from '../store/changes.ts';
import { addEvidence } from '../store/evidence.ts';
import type { Db } from '../store/open.ts';
import { insertFact, updateFact } from '../store/profile.ts';
import { insertRule, updateRule } from '../store/rules.ts';
import type { Decision, Step, Write } from './book.ts';
import { factOf, type Lesson, ruleOf } from './lesson.ts';
import { type Counts, count } from './propose.ts';
import { stampOf } from './situation.ts';

export interface Plan extends Decision {
  projectId: string;
  /** The state of the lessons in scope that this was decided on. */
  stamp: string;
}
export interface Applied extends Counts {
  /** Every item that was written. */
  ids: string[];
  /** Something that counts in every project changed: every project's snapshot is out of date. */
  everywhere: boolean;
}

export const stalePlan = (): AppError =>
  new AppError('plan_stale', 'the lessons changed while this was being decided', { hint: 'Decide again.' });

/** `as`: what else its history rows say, such as who decided it. */
export interface ApplyOptions {
  extractionId: string | null;
  clock: Clock;
  as?: Pick<NewChange, 'actor' | 'reviewed_at' | 'act'>;
}

export function applyPlan(tx: Db, plan: Plan, options: ApplyOptions): Applied {
  if (stampOf(tx, plan.projectId) !== plan.stamp) throw stalePlan();
  for (const write of plan.writes) writeLesson(tx, write);
  const at = iso(options.clock);
  for (const step of plan.steps) {
    recordChange(tx, { ...rowOf(step), at, extraction_id: options.extractionId, ...options.as });
  }
  return {
    ...count(plan),
    ids: plan.writes.map(({ lesson }) => lesson.id),
    everywhere: plan.writes.some(({ lesson }) => lesson.project_id === null),
  };
}

function writeLesson(tx: Db, { lesson, read, turns }: Write): void {
  if (read === null) {
    if (lesson.type === 'rule') insertRule(tx, ruleOf(lesson));
    else insertFact(tx, factOf(lesson));
  } else {
    const { id, ...set } = lesson.type === 'rule' ? ruleOf(lesson) : factOf(lesson);
    const written =
      lesson.type === 'rule' ? updateRule(tx, id, read, set as never) : updateFact(tx, id, read, set as never);
    if (!written) throw stalePlan();
  }
  if (addEvidence(tx, lesson.id, turns) !== turns.length) throw stalePlan();
}

/** The row as its table holds it, so that a change can be undone by putting it back. */
const row = (lesson: Lesson) => (lesson.type === 'rule' ? ruleOf(lesson) : factOf(lesson));

const rowOf = ({ change, before, after, why, turns, said }: Step) => ({
  item_id: after.id,
  change,
  before: before && row(before),
  after: { ...row(after), ...(said ? { said } : {}) },
  why,
  turns,
});
