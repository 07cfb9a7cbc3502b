/** One rule or fact of the store as a lesson, whatever its kind, and back as the row of its table. */
import { factOf, type Lesson, lessonOfFact, lessonOfRule, ruleOf } from '../reconcile/lesson.ts';
import { getItem } from '../store/items.ts';
import type { Db } from '../store/open.ts';

export function readLesson(db: Db, id: string): Lesson | undefined {
  const item = getItem(db, id);
  return item && (item.type === 'rule' ? lessonOfRule(item.row) : lessonOfFact(item.row));
}

export const rowOf = (lesson: Lesson) => (lesson.type === 'rule' ? ruleOf(lesson) : factOf(lesson));
