/** An entry of the inbox as `review` shows it, at a terminal and as JSON: with the turns it rests on in their own words. */
import type { Lesson } from '../../reconcile/lesson.ts';
import type { Entry } from '../../review/inbox.ts';
import { interactionAt } from '../../store/interactions.ts';
import type { Db } from '../../store/open.ts';
import { projectLabel } from '../../store/projects.ts';
import { lessonJson } from '../perform.ts';
import { type TurnJson, turnJson } from '../turn.ts';

export interface Shown {
  lesson: Lesson;
  short: string;
  news: Entry['news'];
  at: string;
  before: Entry['before'];
  replaced: (Lesson & { short: string })[];
  disagrees: (Lesson & { short: string })[];
  turns: TurnJson[];
  changes: Entry['changes'];
  /** Whose it is: a project's name, or '' for what counts everywhere. */
  project: string;
}

export function shownOf(db: Db, entry: Entry, short: (id: string) => string): Shown {
  const named = (lesson: Lesson) => ({ ...lesson, short: short(lesson.id) });
  const { lesson } = entry;
  return {
    ...entry,
    short: short(lesson.id),
    replaced: entry.replaced.map(named),
    disagrees: entry.disagrees.map(named),
    turns: entry.turns.map((ref) => turnJson(ref, interactionAt(db, ref.session_id, ref.seq))),
    project: lesson.project_id === null ? '' : projectLabel(db, lesson.project_id),
  };
}

const brief = ({ id, status, trigger, content }: Lesson) => ({ id, status, trigger, content });

/** The keys are a contract like those of `show`. */
export const shownJson = ({ lesson, news, at, before, replaced, disagrees, turns, changes, project }: Shown) => ({
  ...lessonJson(lesson),
  news,
  changed_at: at,
  project: project === '' ? null : project,
  before,
  replaced: replaced.map(brief),
  disagrees: disagrees.map(brief),
  turns,
  changes: changes.map(({ at: when, change, why }) => ({ at: when, change, why })),
});
