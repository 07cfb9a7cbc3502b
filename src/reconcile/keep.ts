/**
 * Keeping a lesson that waited (PENDING): it is proposed again with what a model named when it was learned, against what
 * counts now, and decided like any other. So the time of its turns decides, not the time of keeping, and no model is asked.
 */
import type { Verdict } from '../core/rule.ts';
import type { Db } from '../store/open.ts';
import { allFacts } from '../store/profile.ts';
import { allRules } from '../store/rules.ts';
import type { Plan } from './apply.ts';
import { decide } from './decide.ts';
import { type Lesson, lessonOfFact, lessonOfRule } from './lesson.ts';
import { heldBy, stampOf } from './situation.ts';

/**
 * What keeping the waiting lesson `id` does, to be applied in the same transaction with `applyPlan`; undefined when it does not
 * wait. `projectId`: where it was learned, for a lesson that is true everywhere.
 */
export function planKeep(tx: Db, id: string, projectId: string, now: string): Plan | undefined {
  const all = [...allRules(tx, projectId).map(lessonOfRule), ...allFacts(tx, projectId).map(lessonOfFact)];
  const parked = all.find((lesson) => lesson.id === id);
  if (parked?.status !== 'PENDING' || parked.proposal === null) return undefined;
  const { turns } = parked.proposal;
  const decision = decide({
    lessons: all,
    held: heldBy(tx, turns),
    formerly: new Map(),
    proposals: [{ lesson: { ...parked, status: 'CURRENT', proposal: null }, turns, parked }],
    forgets: [],
    verdicts: new Map(all.flatMap(verdictsOf)),
    now,
  });
  return { ...decision, projectId, stamp: stampOf(tx, projectId) };
}

/** What waits remembers every lesson that it was compared with, also those that came after it. */
const verdictsOf = ({ proposal }: Lesson): [string, Verdict][] => proposal?.verdicts ?? [];
