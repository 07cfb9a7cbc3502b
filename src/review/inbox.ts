/**
 * The inbox: what was learned and nobody has looked at, one entry a lesson, newest first. What a lesson replaced, took up or
 * covers is looked at together with it, and settled with it.
 */
import type { EvidenceRef } from '../core/rule.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import { type Unreviewed, unreviewed } from '../store/acts.ts';
import { type Change, changesOf } from '../store/changes.ts';
import { evidenceOf } from '../store/evidence.ts';
import type { Db } from '../store/open.ts';
import { readLesson } from './lessons.ts';

/**
 * new, reworded: as it says. replaced: only something else changed on its account. disagrees: with what counts in another scope,
 * in whose place it is told. archived: it was taken back or replaced.
 * not_followed: it was told and then corrected again. pending: it does not count until it is kept.
 */
export type News = 'new' | 'reworded' | 'replaced' | 'disagrees' | 'archived' | 'not_followed' | 'pending';

export interface Entry {
  lesson: Lesson;
  news: News;
  /** Time of the newest change that waits. */
  at: string;
  /** Its own changes that wait, oldest first. */
  changes: Change[];
  /** Its words before those changes, where they were others. */
  before: { trigger: string; content: string } | null;
  /** What went up in it. */
  replaced: Lesson[];
  /** Of another scope: what disagrees with it. Both stand; in a project, the project's is told. */
  disagrees: Lesson[];
  turns: EvidenceRef[];
}

const isNews = ({ news }: Unreviewed): boolean => news;

/** The id of the entry that each waiting item belongs to: where it went up in the end, or its own. */
function headsOf(db: Db, waiting: readonly Unreviewed[]): Map<string, string> {
  const heads = new Map<string, string>();
  for (const { item_id, went_to } of waiting) if (!heads.has(item_id)) heads.set(item_id, endOf(db, item_id, went_to));
  return heads;
}

function endOf(db: Db, id: string, wentTo: string | null): string {
  const passed = new Set([id]);
  let end = id;
  for (let next = wentTo; next !== null && !passed.has(next); ) {
    const lesson = readLesson(db, next);
    // It was forgotten: what went up in it stands for itself.
    if (!lesson) break;
    passed.add(next);
    end = next;
    next = lesson.superseded_by ?? lesson.merged_into ?? lesson.covered_by;
  }
  return end;
}

/** Items whose waiting changes belong to the entries of these, by the entry's id: itself among them when it waits. */
export function belongings(db: Db, ids: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [item, head] of headsOf(db, unreviewed(db, 'all'))) {
    if (ids.includes(head)) found.set(head, [...(found.get(head) ?? []), item]);
  }
  return found;
}

/** How many entries the inbox has, and how many of them count only when they are kept. */
export function waitingFor(db: Db, projectId: string | 'all'): { entries: number; pending: number } {
  const waiting = unreviewed(db, projectId).filter(isNews);
  const heads = new Set(headsOf(db, waiting).values());
  const pending = new Set(waiting.flatMap(({ item_id, status }) => (status === 'PENDING' ? item_id : []))).size;
  return { entries: heads.size, pending };
}

export function inboxOf(db: Db, projectId: string | 'all'): Entry[] {
  const waiting = unreviewed(db, projectId);
  const news = new Set(waiting.filter(isNews).map(({ item_id }) => item_id));
  const groups = new Map<string, { members: string[]; last: Unreviewed }>();
  for (const [item, head] of headsOf(db, waiting.filter(isNews))) {
    const last = waiting.findLast(({ item_id }) => item_id === item) as Unreviewed;
    const group = groups.get(head);
    if (!group) groups.set(head, { members: [item], last });
    else {
      group.members.push(item);
      if (last.id > group.last.id) group.last = last;
    }
  }
  return [...groups]
    .sort(([, a], [, b]) => b.last.id - a.last.id)
    .flatMap(([id, { members, last }]) => {
      const lesson = readLesson(db, id);
      return lesson
        ? [
            entryOf(
              db,
              lesson,
              members.filter((one) => one !== id && news.has(one)),
              last.at,
            ),
          ]
        : [];
    });
}

/** One entry anew, as it is now; what nobody has to look at any more has no changes. */
export function entryOf(db: Db, lesson: Lesson, members: readonly string[], at: string): Entry {
  const changes = changesOf(db, lesson.id).filter(
    ({ actor, reviewed_at }) => actor === 'learned' && reviewed_at === null,
  );
  const before = wordsBefore(changes, lesson);
  return {
    lesson,
    news: newsOf(lesson, changes, before !== null),
    at,
    changes,
    before,
    replaced: members.flatMap((id) => readLesson(db, id) ?? []),
    disagrees: (lesson.overrules ?? []).flatMap((id) => readLesson(db, id) ?? []),
    turns: evidenceOf(db, lesson.id),
  };
}

function newsOf({ status, flagged_at }: Lesson, changes: readonly Change[], isReworded: boolean): News {
  if (status === 'PENDING') return 'pending';
  if (status === 'ARCHIVED') return 'archived';
  if (flagged_at !== null) return 'not_followed';
  if (changes.some(({ before }) => before === null)) return 'new';
  if (isReworded) return 'reworded';
  return changes.some(({ change }) => change === 'overrule') ? 'disagrees' : 'replaced';
}

/** Undefined columns are those of a fact, which has no trigger. */
function wordsBefore(changes: readonly Change[], lesson: Lesson): Entry['before'] {
  const first = changes[0]?.before as { trigger?: string; content: string } | null | undefined;
  if (!first) return null;
  const { trigger = '', content } = first;
  return trigger === lesson.trigger && content === lesson.content ? null : { trigger, content };
}
