/**
 * The tables of the work itself: what waits to be read, what was read, what it cost, what was looked at. What is learned, and
 * from what, is in schema.ts; the two are one schema.
 */
import { sql } from 'drizzle-orm';
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Candidate } from '../core/rule.ts';
import { type FailureClass, sessions } from './schema.ts';

export type JobState = 'waiting' | 'dead';
/** One job a session: "extract the next window". It stays until the session has nothing more to extract. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text().primaryKey(),
    session_id: text()
      .notNull()
      .unique()
      .references(() => sessions.id),
    state: text().$type<JobState>().notNull(),
    due_at: text().notNull(),
    /** Visibility timeout: until then the job belongs to `lease`. */
    leased_until: text(),
    lease: text(),
    attempts: integer().notNull(),
    failure: text().$type<FailureClass>(),
    failure_message: text(),
    created_at: text().notNull(),
  },
  (t) => [index('jobs_by_due').on(t.state, t.due_at)],
);

export type ExtractionOutcome = 'extracted' | 'learned' | 'nothing' | 'skipped' | 'failed';

/** One reading of a window. `extracted`: the reply is paid for and checked, its candidates wait for reconcile. */
export const extractions = sqliteTable(
  'extractions',
  {
    id: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => sessions.id),
    from_seq: integer().notNull(),
    /** First seq not read. */
    to_seq: integer().notNull(),
    outcome: text().$type<ExtractionOutcome>().notNull(),
    /** Why, in words: of a skip, a failure, a refusal. */
    why: text(),
    candidates: text({ mode: 'json' }).$type<Candidate[]>().notNull(),
    refused: text({ mode: 'json' }).$type<{ what: string; why: string }[]>().notNull(),
    prompt: text().notNull(),
    model: text(),
    /** Kept only when it was malformed. */
    reply: text(),
    at: text().notNull(),
  },
  (t) => [index('extractions_by_session').on(t.session_id, t.from_seq)],
);

/** Every run of `claude`, for the caps and for `status`: spend as the result itself states it. */
export const calls = sqliteTable(
  'calls',
  {
    id: text().primaryKey(),
    project_id: text(),
    purpose: text().notNull(),
    at: text().notNull(),
    duration_ms: integer().notNull(),
    input_tokens: integer().notNull(),
    output_tokens: integer().notNull(),
    usd: real().notNull(),
    failure: text().$type<FailureClass>(),
  },
  (t) => [index('calls_by_time').on(t.at)],
);

/** Groups of alike rules of several projects that a model was asked about once; another wording or member is another group. */
export const lifts = sqliteTable('lifts', {
  /** Hash of the members' ids and wordings. */
  group_hash: text().primaryKey(),
  at: text().notNull(),
  /** The shared rule that was made of it; null: none was. */
  rule_id: text(),
});

/** How far a stage has looked through `changes`. */
export const cursors = sqliteTable('cursors', {
  stage: text().primaryKey(),
  change_id: integer().notNull(),
});

/** At most one row: learning is paused. */
export const stall = sqliteTable(
  'stall',
  {
    id: integer().primaryKey(),
    class: text().$type<'auth' | 'billing' | 'setup'>().notNull(),
    message: text().notNull(),
    since: text().notNull(),
    /** When the limit says it ends; null: only `claude-smart learn` resumes. */
    resets_at: text(),
    /** When a session start told the person. */
    announced_at: text(),
  },
  (t) => [check('stall_is_one_row', sql`${t.id} = 1`)],
);
