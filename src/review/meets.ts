/** What an act meets: the lessons, beside those it names, that stand in its way or go along with it. */
import { type Lesson, lessonOfFact, lessonOfRule } from '../reconcile/lesson.ts';
import { wordKey } from '../reconcile/word-key.ts';
import { coveredBy } from '../store/lifts.ts';
import type { Db } from '../store/open.ts';
import { currentFacts } from '../store/profile.ts';
import { currentRules } from '../store/rules.ts';
import { readLesson } from './lessons.ts';

const current = (lesson: Lesson | undefined): Lesson | undefined => (lesson?.status === 'CURRENT' ? lesson : undefined);

/** The CURRENT lesson that beat this one or what this one lives on in, however far along. What only took it up is no rival. */
export function rivalOf(db: Db, lesson: Lesson): Lesson | undefined {
  const passed = new Set([lesson.id]);
  let head = lesson;
  let beaten = false;
  for (;;) {
    const next = head.superseded_by ?? head.merged_into;
    const found = next === null || passed.has(next) ? undefined : readLesson(db, next);
    if (!found) return beaten && head.id !== lesson.id ? current(head) : undefined;
    beaten ||= head.superseded_by !== null;
    passed.add(found.id);
    head = found;
  }
}

/** The CURRENT shared rule that says it in this one's place. */
export const coverOf = (db: Db, { covered_by }: Lesson): Lesson | undefined => {
  const cover = covered_by === null ? undefined : current(readLesson(db, covered_by));
  return cover?.project_id === null ? cover : undefined;
};

/** The rules of projects that this one stands for. */
export const coversOf = (db: Db, id: string): Lesson[] => coveredBy(db, id).map(lessonOfRule);

/** Of what counts in every project: what says the same in the same words, and what this one goes against. */
export function everywhere(db: Db, lesson: Lesson): { same: Lesson | undefined; against: Lesson[] } {
  const wide = currentIn(db, lesson, '').filter(({ project_id, id }) => project_id === null && id !== lesson.id);
  return {
    same: wide.find((other) => wordKey(other) === wordKey(lesson)),
    against: wide.filter(({ id }) => lesson.overrules?.includes(id)),
  };
}

/** The lesson that a project holds to instead of this one. */
export const overrulerIn = (db: Db, lesson: Lesson, projectId: string): Lesson | undefined =>
  currentIn(db, lesson, projectId).find(
    ({ project_id, overrules }) => project_id === projectId && overrules?.includes(lesson.id),
  );

const currentIn = (db: Db, { type }: Lesson, projectId: string): Lesson[] =>
  type === 'rule' ? currentRules(db, projectId).map(lessonOfRule) : currentFacts(db, projectId).map(lessonOfFact);
