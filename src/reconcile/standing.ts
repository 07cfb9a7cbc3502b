/** What an archived lesson still says: it takes up later readings of what it stood for, as long as what beat it beats them too. */
import type { Lesson } from './lesson.ts';
import { isAsHigh, outranks } from './rank.ts';

/** Until when an archived lesson speaks for what says the same: it was said again, or taken back, up to then. */
export function beatenUntil(lesson: Lesson): string | undefined {
  if (lesson.status !== 'ARCHIVED') return undefined;
  return lesson.withdrawn_at ?? (lesson.superseded_by === null ? undefined : lesson.learned_at);
}
/** Takes part in deciding; what lives on in another lesson and what waits do not. */
export const isInPlay = (lesson: Lesson): boolean => lesson.status === 'CURRENT' || beatenUntil(lesson) !== undefined;

/** Whether what beat an archived lesson beats this saying of the same, too. `by`: what superseded it. */
export function speaksFor(beaten: Lesson, said: Lesson, by: Lesson | undefined): boolean {
  if (beaten.status !== 'ARCHIVED') return false;
  if (beaten.withdrawn_at !== null) return beaten.withdrawn_at >= said.learned_at;
  if (beaten.superseded_by === null) return false;
  return isAsHigh(beaten, said) || (by !== undefined && outranks(by, said));
}
