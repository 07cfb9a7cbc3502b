/**
 * The tables. SQLite is the queue and the truth: what is here is learned, what is only in a buffer waits.
 * Times are ISO text in UTC, JSON columns are typed here and checked where they enter.
 */
import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Interaction } from '../core/interaction.ts';
import type { EvidenceRef, ProfileKind, RuleKind, Status, Verdict } from '../core/rule.ts';
import type { Signal } from '../core/signal.ts';

export const projects = sqliteTable('projects', {
  id: text().primaryKey(),
  label: text().notNull(),
  path: text().notNull(),
  first_seen: text().notNull(),
});

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    project_id: text()
      .notNull()
      .references(() => projects.id),
    cwd: text().notNull(),
    transcript_path: text(),
    entrypoint: text(),
    started_at: text().notNull(),
    last_at: text().notNull(),
    ended_at: text(),
    end_reason: text(),
    /** Hash of the buffer's first line: another value means that the buffer was deleted and begun anew. */
    buffer_head: text().notNull(),
    /** Added to byte offsets to make `seq`, so that a new buffer of the same session never meets the old one's numbers. */
    seq_base: integer().notNull(),
    /** Bytes of the current buffer that are published. */
    published_up_to: integer().notNull(),
    /** Interactions with a seq below this were read by an extraction. */
    extracted_up_to: integer().notNull(),
  },
  (t) => [index('sessions_by_project').on(t.project_id)],
);

export const interactions = sqliteTable(
  'interactions',
  {
    session_id: text()
      .notNull()
      .references(() => sessions.id),
    seq: integer().notNull(),
    ts: text().notNull(),
    type: text().$type<Interaction['type']>().notNull(),
    body: text({ mode: 'json' }).$type<Interaction>().notNull(),
    signal: text({ mode: 'json' }).$type<Signal>(),
    /** From the transcript only; copies of a turn in a forked session carry the same one. */
    uuid: text(),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.seq] }),
    uniqueIndex('interactions_by_uuid').on(t.uuid).where(sql`${t.uuid} is not null`),
  ],
);

export type FailureClass = 'auth' | 'billing' | 'transient' | 'setup' | 'malformed';

const lesson = {
  id: text().primaryKey(),
  status: text().$type<Status>().notNull(),
  content: text().notNull(),
  cues: text({ mode: 'json' }).$type<string[]>().notNull(),
  /** How many sessions' turns support it; counts merges. */
  evidence: integer().notNull(),
  version: integer().notNull(),
  /** Time of the newest turn it rests on: decides contradictions. */
  learned_at: text().notNull(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  superseded_by: text(),
  merged_into: text(),
  /** Time of the turn, or of the act in review, with which the person took it back: what says the same and is older goes with it. */
  withdrawn_at: text(),
  /** When a person last wrote these words by hand: nothing that was said before that rewrites them. */
  edited_at: text(),
  /** The lessons true everywhere that a project's own one disagrees with: they are not told in this project while it is CURRENT. */
  overrules: text({ mode: 'json' }).$type<string[]>(),
  /** PENDING: what it would do once it is kept. */
  proposal: text({ mode: 'json' }).$type<ParkedProposal>(),
};

/** What a model named when the lesson was proposed, by pair of wordings: keeping it decides with these. */
export interface ParkedProposal {
  verdicts: [string, Verdict][];
  turns: EvidenceRef[];
  /** The wording as it was proposed: the verdicts name it, also after a person worded it anew. */
  key?: string;
}

export const rules = sqliteTable(
  'rules',
  {
    ...lesson,
    /** Null: shared by all projects. */
    project_id: text().references(() => projects.id),
    kind: text().$type<RuleKind>().notNull(),
    trigger: text().notNull(),
    rationale: text().notNull(),
    /** A person's note as it was typed: it counts at once, and the extraction that reads the note puts it into better words. */
    provisional: integer({ mode: 'boolean' }).notNull().default(false),
    /** Time of the newest turn in which the person said it, or of their act in review; null: it was only observed. */
    said_at: text(),
    /** The CURRENT shared rule that this project's rule is evidence for: it stays, and is not told a second time. */
    covered_by: text(),
    /** When it was corrected again although the session had been told it: not followed. */
    flagged_at: text(),
  },
  (t) => [
    index('rules_by_scope').on(t.project_id, t.status),
    check('rules_archived_has_no_rival', sql`${t.status} = 'ARCHIVED' or ${t.superseded_by} is null`),
  ],
);

export const profile = sqliteTable(
  'profile',
  {
    ...lesson,
    /** Null: a fact about the user, true in every project. */
    project_id: text().references(() => projects.id),
    kind: text().$type<ProfileKind>().notNull(),
    expires_at: text(),
  },
  (t) => [index('profile_by_scope').on(t.project_id, t.status)],
);

/** Which turns an item rests on. */
export const evidence = sqliteTable(
  'evidence',
  {
    item_id: text().notNull(),
    session_id: text().notNull(),
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.item_id, t.session_id, t.seq] })],
);

/** What learning does, then what a person does, then `undo`. */
export type ChangeKind =
  | (
      | 'add'
      | 'merge'
      | 'refine'
      | 'narrow'
      | 'supersede'
      | 'absorb'
      | 'withdraw'
      | 'flag'
      | 'cover'
      | 'uncover'
      | 'overrule'
    )
  | ('park' | 'keep' | 'archive' | 'restore' | 'edit' | 'share' | 'unshare' | 'forget')
  | 'undo';

/** Every change of an item: its whole row before and after (and the words `said`, where they differ), why, and the turns behind it. */
export const changes = sqliteTable(
  'changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    item_id: text().notNull(),
    at: text().notNull(),
    change: text().$type<ChangeKind>().notNull(),
    before: text({ mode: 'json' }),
    after: text({ mode: 'json' }),
    why: text().notNull(),
    extraction_id: text(),
    turns: text({ mode: 'json' }).$type<EvidenceRef[]>().notNull(),
    actor: text().$type<'learned' | 'person'>().notNull().default('learned'),
    /** When a person saw it in review. */
    reviewed_at: text(),
    /** The change that this one took back. */
    undoes: integer(),
    /** One act of a person may change several items: its rows carry one id. */
    act: text(),
  },
  (t) => [
    index('changes_by_item').on(t.item_id),
    index('changes_unreviewed').on(t.id).where(sql`${t.reviewed_at} is null`),
  ],
);

/** The vector of an item's text and cues. Those of two models are never compared, and those of an older text are made anew. */
export const embeddings = sqliteTable(
  'embeddings',
  {
    item_id: text().primaryKey(),
    model: text().notNull(),
    /** Of what was embedded: an item that was changed elsewhere keeps its vector. */
    content_hash: text().notNull(),
    /** The item's version when its words were last compared with the hash. */
    version: integer().notNull(),
    /** 512 little-endian float32, zeros behind the model's 384. */
    vector: blob({ mode: 'buffer' }).notNull(),
    /** Grows with every vector written: what an index has not seen yet is above what it has. */
    nth: integer().notNull(),
    at: text().notNull(),
  },
  (t) => [index('embeddings_by_nth').on(t.model, t.nth)],
);

export const injections = sqliteTable(
  'injections',
  {
    session_id: text().notNull(),
    seq: integer().notNull(),
    item_id: text().notNull(),
    event: text().notNull(),
    at: text().notNull(),
    /** Of the whole text that this item was told in, estimated. */
    tokens: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.session_id, t.seq, t.item_id] }), index('injections_by_item').on(t.item_id)],
);
