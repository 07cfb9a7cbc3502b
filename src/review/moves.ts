/**
 * What a person's act does to the lessons, decided without a database: a list of moves, or a refusal in words. A person
 * decides now, so what they bring back or write counts as said now; what they take out goes with everything said before.
 */
import type { EvidenceRef } from '../core/rule.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import type { ChangeKind } from '../store/schema.ts';

/** What of a lesson a person may write. A fact has no trigger and no rationale: they are ''. */
export interface Words {
  trigger: string;
  content: string;
  rationale: string;
  cues: string[];
}

export interface Move {
  lesson: Lesson;
  /** Nothing in it: the row stays as it is, and the history says that a person looked. */
  set: Partial<Lesson>;
  change: ChangeKind;
  why: string;
  /** Turns that the lesson rests on from now on. */
  turns?: EvidenceRef[];
  /** Words that this lesson stands for from now on, beside its own. */
  said?: { trigger: string; content: string };
}

/** A lesson as an act found and left it. */
export interface Changed {
  before: Lesson;
  after: Lesson;
}

export interface Refused {
  ok: false;
  code: 'not_possible' | 'changed_meanwhile' | 'cannot_undo' | 'nothing_to_undo' | 'unknown_id';
  message: string;
  hint?: string;
}
export type Decided = { ok: true; moves: Move[]; said: string } | Refused;

const refused = (message: string, hint?: string): Refused => ({
  ok: false,
  code: 'not_possible',
  message,
  ...(hint === undefined ? {} : { hint }),
});
const done = (said: string, ...moves: Move[]): Decided => ({ ok: true, moves, said });
const nothing = (said: string): Decided => ({ ok: true, moves: [], said });

const kindOf = ({ type }: Lesson): string => (type === 'rule' ? 'rule' : 'fact');

/** What is archived and was not looked at stays archived: keeping agrees with what happened. */
export function keep(lesson: Lesson, isNew: boolean): Decided {
  if (!isNew) {
    if (lesson.status === 'CURRENT') return nothing('It counts already.');
    return refused(`this ${kindOf(lesson)} is ARCHIVED.`, `To bring it back: claude-smart restore ${lesson.id}`);
  }
  return done('Kept.', { lesson, set: {}, change: 'keep', why: 'you kept it' });
}

export function archive(lesson: Lesson, now: string): Decided {
  if (lesson.status === 'ARCHIVED') return nothing('It is archived already.');
  const set = { status: 'ARCHIVED' as const, withdrawn_at: now, covered_by: null, proposal: null };
  return done('Archived.', { lesson, set, change: 'archive', why: 'you archived it' });
}

/** `rival`: the CURRENT lesson at the end of what superseded it. It goes, linked to what comes back. */
export function restore(lesson: Lesson, rival: Lesson | undefined, now: string): Decided {
  if (lesson.status === 'CURRENT') return nothing('It counts already.');
  if (lesson.status === 'PENDING')
    return refused('it waits for you to keep it.', `To let it count: claude-smart keep ${lesson.id}`);
  const isOver = lesson.expires_at !== null && lesson.expires_at <= now;
  const set: Partial<Lesson> = {
    status: 'CURRENT',
    superseded_by: null,
    merged_into: null,
    withdrawn_at: null,
    learned_at: now,
    said_at: now,
    ...(isOver ? { expires_at: null } : {}),
  };
  const back: Move = { lesson, set, change: 'restore', why: 'you brought it back' };
  if (!rival) return done(isOver ? 'Restored; its time was over, so it holds without an end now.' : 'Restored.', back);
  const out: Move = {
    lesson: rival,
    set: { status: 'ARCHIVED', superseded_by: lesson.id },
    change: 'supersede',
    why: `you brought back: ${lesson.content}`,
  };
  return done('Restored; what had replaced it is archived.', out, back);
}

const sameWords = (lesson: Lesson, words: Words): boolean =>
  lesson.trigger === words.trigger &&
  lesson.content === words.content &&
  lesson.rationale === words.rationale &&
  JSON.stringify(lesson.cues) === JSON.stringify(words.cues);

export function edit(lesson: Lesson, words: Words, now: string): Decided {
  if (lesson.status === 'ARCHIVED')
    return refused(
      'what is archived is not told to anybody, so it is not edited.',
      `To bring it back first: claude-smart restore ${lesson.id}`,
    );
  if (sameWords(lesson, words)) return nothing('Nothing was changed.');
  const set = { ...words, provisional: false, flagged_at: null, edited_at: now, learned_at: now, said_at: now };
  return done('Changed.', { lesson, set, change: 'edit', why: 'you edited it' });
}

export function share(lesson: Lesson): Decided {
  if (lesson.project_id === null)
    return nothing(
      lesson.type === 'rule' ? 'It is shared already.' : 'It is about you already, true in every project.',
    );
  if (lesson.status !== 'CURRENT') return refused(`it does not count now: it is ${lesson.status}.`);
  if (lesson.covered_by !== null)
    return refused('a shared rule says this already.', `It is: claude-smart why ${lesson.covered_by}`);
  const said =
    lesson.type === 'rule' ? 'Shared: it counts in all projects.' : 'It counts in all projects, as a fact about you.';
  return done(said, { lesson, set: { project_id: null }, change: 'share', why: 'you shared it with all projects' });
}

/**
 * `covers`: the projects' rules that a shared rule was lifted from: they are there, so the shared rule only goes. Otherwise it
 * becomes a lesson of `projectId`.
 */
export function unshare(lesson: Lesson, covers: number, projectId: string, now: string): Decided {
  if (lesson.project_id !== null) return nothing('It is a project’s already.');
  if (lesson.status !== 'CURRENT') return refused(`it does not count now: it is ${lesson.status}.`);
  if (covers > 0) {
    const set = { status: 'ARCHIVED' as const, withdrawn_at: now };
    return done(`No longer shared; ${covers} rules of projects count for themselves again.`, {
      lesson,
      set,
      change: 'unshare',
      why: 'you took it back to the projects it came from',
    });
  }
  return done('No longer shared: it counts in one project.', {
    lesson,
    set: { project_id: projectId },
    change: 'unshare',
    why: 'you took it back to one project',
  });
}

const MOST_CUES = 8;
const later = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);

/** `from` lives on in `into`, whose words stay. `turns`: those of `from` that `into` does not rest on yet. */
export function merge(from: Lesson, into: Lesson, turns: EvidenceRef[]): Decided {
  const hint = 'The first one named is archived, the second one stays: claude-smart merge A B';
  if (from.id === into.id) return refused('that is one and the same.', hint);
  if (from.type !== into.type) return refused('a rule and a fact cannot be merged.', hint);
  if (from.merged_into === into.id) return nothing('They are merged already.');
  if (into.status !== 'CURRENT') return refused(`the second one does not count now: it is ${into.status}.`, hint);
  if (into.project_id !== null && into.project_id !== from.project_id) {
    return refused(
      'they belong to different projects.',
      `Share the one that stays first: claude-smart share ${into.id}`,
    );
  }
  const gone: Move = {
    lesson: from,
    set: {
      status: 'ARCHIVED',
      merged_into: into.id,
      superseded_by: null,
      withdrawn_at: null,
      covered_by: null,
      proposal: null,
    },
    change: 'absorb',
    why: `you merged it into: ${into.content}`,
  };
  const grown: Move = {
    lesson: into,
    set: {
      evidence: into.evidence + turns.length,
      cues: [...new Set([...into.cues, ...from.cues])].slice(0, Math.max(MOST_CUES, into.cues.length)),
      learned_at: later(into.learned_at, from.learned_at) ?? into.learned_at,
      said_at: later(into.said_at, from.said_at),
    },
    change: 'merge',
    why: `you merged into it: ${from.content}`,
    turns,
    said: { trigger: from.trigger, content: from.content },
  };
  return done('Merged.', gone, grown);
}
