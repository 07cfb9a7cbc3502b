/**
 * Two people may review at once, and a job may rewrite what somebody is looking at. An act says what its person saw; when that
 * is not what is there now, nothing is done and they are told. Mere counting of turns is no difference.
 */
import type { Lesson } from '../reconcile/lesson.ts';

const MEANING = ['status', 'trigger', 'content', 'rationale', 'project_id', 'superseded_by', 'merged_into'] as const;

/** What of a lesson is no longer as it was seen, in the words of its columns; nothing for one version. */
export const differences = (seen: Lesson, now: Lesson): string[] =>
  seen.version === now.version ? [] : MEANING.filter((name) => seen[name] !== now[name]);
