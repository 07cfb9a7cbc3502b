/**
 * What a person's act does to the lessons, decided without a database: a list of moves, or a refusal in words. A person
 * decides now, so what they bring back or write counts as said now; what they take out goes with everything said before.
 */
import type { EvidenceRef } from '../core/rule.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import type { Project } from '../store/projects.ts';
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

/** What no longer counts covers nothing, is covered by nothing and waits for nothing. */
const BEATEN = { status: 'ARCHIVED' as const, covered_by: null, proposal: null };

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
  const set = { ...BEATEN, withdrawn_at: now };
  return done('Archived.', { lesson, set, change: 'archive', why: 'you archived it' });
}

/**
 * `rival`: the CURRENT lesson at the end of what superseded it. It goes, linked to what comes back. `cover`: the shared rule
 * that says the rival's in its place: what comes back holds at home instead of that, too.
 */
export function restore(lesson: Lesson, rival: Lesson | undefined, cover: Lesson | undefined, now: string): Decided {
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
    ...(cover ? { overrules: [...new Set([...(lesson.overrules ?? []), cover.id])] } : {}),
  };
  const back: Move = { lesson, set, change: 'restore', why: 'you brought it back' };
  if (!rival) return done(isOver ? 'Restored; its time was over, so it holds without an end now.' : 'Restored.', back);
  const out: Move = {
    lesson: rival,
    set: { ...BEATEN, superseded_by: lesson.id },
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
  // Words of its own are told beside the shared rule that stood for the old ones.
  const isOther = lesson.trigger !== words.trigger || lesson.content !== words.content;
  const alone = isOther && lesson.covered_by !== null;
  const told = { provisional: false, flagged_at: null, edited_at: now, learned_at: now, said_at: now };
  const set = { ...words, ...told, ...(alone ? { covered_by: null } : {}) };
  const said = alone ? 'Changed; it counts in its project again, beside the shared rule.' : 'Changed.';
  return done(said, { lesson, set, change: 'edit', why: 'you edited it' });
}

/** Of the lessons that count everywhere: what says the same already, and what this one goes against. */
export interface Everywhere {
  cover: Lesson | undefined;
  same: Lesson | undefined;
  against: readonly Lesson[];
}

export function share(lesson: Lesson, { cover, same, against }: Everywhere): Decided {
  const rule = lesson.type === 'rule';
  if (lesson.project_id === null)
    return nothing(rule ? 'It is shared already.' : 'It is about you already, true in every project.');
  if (lesson.status !== 'CURRENT') return refused(`it does not count now: it is ${lesson.status}.`);
  if (cover) return refused('a shared rule says this already.', `It is: claude-smart why ${cover.id}`);
  if (same) {
    const what = rule ? 'a shared rule says this already.' : 'what is known about you says this already.';
    return refused(what, `To make them one: claude-smart merge ${lesson.id} ${same.id}`);
  }
  const out = against.map((other): Move => {
    const why = `you shared with all projects: ${lesson.content}`;
    return { lesson: other, set: { ...BEATEN, superseded_by: lesson.id }, change: 'supersede', why };
  });
  const counts = rule ? 'Shared: it counts in all projects' : 'It counts in all projects, as a fact about you';
  const said = out.length === 0 ? `${counts}.` : `${counts}; what it goes against is archived.`;
  const set = { project_id: null, covered_by: null, overrules: out.length > 0 ? null : lesson.overrules };
  return done(said, ...out, { lesson, set, change: 'share', why: 'you shared it with all projects' });
}

/**
 * `covers`: the projects' rules that a shared rule was lifted from: they are there, so the shared rule only goes. Otherwise it
 * becomes a lesson of `project`, unless that one holds to something else (`instead`).
 */
export function unshare(
  lesson: Lesson,
  covers: number,
  project: Project,
  instead: Lesson | undefined,
  now: string,
): Decided {
  if (lesson.project_id !== null) return nothing('It is a project’s already.');
  if (lesson.status !== 'CURRENT') return refused(`it does not count now: it is ${lesson.status}.`);
  if (covers > 0) {
    const again =
      covers === 1 ? '1 rule of a project counts for itself' : `${covers} rules of projects count for themselves`;
    return done(`No longer shared; ${again} again.`, {
      lesson,
      set: { status: 'ARCHIVED' as const, withdrawn_at: now },
      change: 'unshare',
      why: 'you took it back to the projects it came from',
    });
  }
  if (instead)
    return refused(`${project.label} goes by something else instead of it.`, `That is: claude-smart why ${instead.id}`);
  return done(`No longer shared: it counts in ${project.label} alone.`, {
    lesson,
    set: { project_id: project.id },
    change: 'unshare',
    why: 'you took it back to one project',
  });
}

const MOST_CUES = 8;
const later = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);

/**
 * `from` lives on in `into`, whose words stay. `turns`: those of `from` that `into` does not rest on yet. `covers`: the projects'
 * rules that `from` stands for; `into` stands for them from now on.
 */
export function merge(from: Lesson, into: Lesson, turns: EvidenceRef[], covers: readonly Lesson[]): Decided {
  const hint = 'The first one named is archived, the second one stays: claude-smart merge A B';
  if (from.id === into.id) return refused('that is one and the same.', hint);
  if (from.type !== into.type) return refused('a rule and a fact cannot be merged.', hint);
  if (from.merged_into === into.id) return nothing('They are merged already.');
  if (into.status !== 'CURRENT') return refused(`the second one does not count now: it is ${into.status}.`, hint);
  if (into.project_id !== null && from.project_id === null) {
    return refused(
      'the first one counts in all projects, the second one in one only.',
      `The other way round: claude-smart merge ${into.id} ${from.id}`,
    );
  }
  if (into.project_id !== null && into.project_id !== from.project_id) {
    return refused(
      'they belong to different projects.',
      `Share the one that stays first: claude-smart share ${into.id}`,
    );
  }
  const gone: Move = {
    lesson: from,
    set: {
      ...BEATEN,
      merged_into: into.id,
      superseded_by: null,
      withdrawn_at: null,
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
  const moved = covers.map((rule): Move => {
    const why = `holds in every project: ${into.content}`;
    return { lesson: rule, set: { covered_by: into.id }, change: 'cover', why };
  });
  return done('Merged.', gone, grown, ...moved);
}
