/**
 * The queue: one job a session, "extract its next window", kept in SQLite until the session has nothing more to read.
 * waiting ─receive→ leased ─complete→ gone │ ─fail→ waiting later, or dead │ lease runs out → waiting. Invariant: a job is
 * held by one lease at a time, every change of a held job names that lease, and no job leaves but by `complete`.
 * Functions take a `Db`, so that a caller can make them part of its own transaction.
 */
import { and, asc, count, eq, isNull, lte, min, or, sql } from 'drizzle-orm';
import { newId } from '../core/ids.ts';
import type { Db } from '../store/open.ts';
import type { FailureClass } from '../store/schema.ts';
import { jobs } from '../store/schema-work.ts';

export type Job = typeof jobs.$inferSelect & { lease: string };

/**
 * Makes sure that the session has a job, due at `dueAt`. A job that failed keeps the later of the two times, and a dead
 * one stays dead: what failed is not hurried by new turns.
 */
export function send(tx: Db, sessionId: string, dueAt: string, now: string): void {
  tx.insert(jobs)
    .values({ id: newId(), session_id: sessionId, state: 'waiting', due_at: dueAt, attempts: 0, created_at: now })
    .onConflictDoUpdate({
      target: jobs.session_id,
      set: {
        due_at: sql`case when ${jobs.failure} is null then excluded.due_at else max(${jobs.due_at}, excluded.due_at) end`,
      },
    })
    .run();
}

/** Leases the job that has been due longest, or returns undefined when none is due. */
export function receive(db: Db, now: string, leaseMs: number): Job | undefined {
  const free = or(isNull(jobs.leased_until), lte(jobs.leased_until, now));
  const next = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.state, 'waiting'), lte(jobs.due_at, now), free))
    .orderBy(asc(jobs.due_at), asc(jobs.created_at))
    .limit(1);
  const lease = newId();
  const row = db
    .update(jobs)
    .set({
      lease,
      leased_until: new Date(Date.parse(now) + leaseMs).toISOString(),
      attempts: sql`${jobs.attempts} + 1`,
    })
    .where(eq(jobs.id, sql`(${next})`))
    .returning()
    .get();
  return row && { ...row, lease };
}

const held = (job: Job) => and(eq(jobs.id, job.id), eq(jobs.lease, job.lease));

/** Keeps the job for another `leaseMs`. Each of these returns false when the lease was lost to somebody else. */
export const extend = (db: Db, job: Job, now: string, leaseMs: number): boolean =>
  db
    .update(jobs)
    .set({ leased_until: new Date(Date.parse(now) + leaseMs).toISOString() })
    .where(held(job))
    .run().changes > 0;

export const complete = (tx: Db, job: Job): boolean => tx.delete(jobs).where(held(job)).run().changes > 0;

/** This window is read, the session has more: the job goes on, its record of failures is cleared. */
export const goOn = (tx: Db, job: Job, dueAt: string): boolean =>
  tx
    .update(jobs)
    .set({ due_at: dueAt, attempts: 0, lease: null, leased_until: null, failure: null, failure_message: null })
    .where(held(job))
    .run().changes > 0;

/** Not the job's fault (learning paused, cap reached): back into the queue, the attempt uncounted. */
export const release = (tx: Db, job: Job, dueAt: string = job.due_at): boolean =>
  tx
    .update(jobs)
    .set({ lease: null, leased_until: null, due_at: dueAt, attempts: sql`${jobs.attempts} - 1` })
    .where(held(job))
    .run().changes > 0;

export interface Failure {
  class: FailureClass;
  message: string;
  /** When to try again; undefined: never by itself (dead letter, revived by `claude-smart learn`). */
  retryAt: string | undefined;
}

export const fail = (tx: Db, job: Job, failure: Failure): boolean =>
  tx
    .update(jobs)
    .set({
      state: failure.retryAt ? 'waiting' : 'dead',
      due_at: failure.retryAt ?? job.due_at,
      lease: null,
      leased_until: null,
      failure: failure.class,
      failure_message: failure.message,
    })
    .where(held(job))
    .run().changes > 0;

/** Frees every lease: only for the holder of the drain lock, who knows that no other holder lives. */
export const freeLeases = (db: Db): void => {
  db.update(jobs).set({ lease: null, leased_until: null }).run();
};

/** The session's job, whoever holds it; undefined when nothing of it waits. */
export const jobOf = (db: Db, sessionId: string): typeof jobs.$inferSelect | undefined =>
  db.select().from(jobs).where(eq(jobs.session_id, sessionId)).get();

/** Makes every job, dead ones included, due with a clean record: a person asked for it. What was due longest stays first. */
export const dueNow = (db: Db, now: string): void => {
  db.update(jobs)
    .set({
      state: 'waiting',
      due_at: sql`min(${jobs.due_at}, ${now})`,
      attempts: 0,
      failure: null,
      failure_message: null,
    })
    .run();
};

export interface FailedJobs {
  project_id: string;
  class: FailureClass;
  message: string;
  sessions: number;
  /** When the first of them is tried again; null: only when somebody asks. */
  retry_at: string | null;
}

/** The jobs that wait because something failed, those of one reason together. */
export const failedJobs = (db: Db): FailedJobs[] =>
  db.all<FailedJobs>(sql`
    select s.project_id as project_id, j.failure as class, coalesce(j.failure_message, '') as message,
      count(*) as sessions, case j.state when 'dead' then null else min(j.due_at) end as retry_at
    from jobs j join sessions s on s.id = j.session_id
    where j.failure is not null
    group by s.project_id, j.failure, j.failure_message, j.state
    order by sessions desc, message`);

export interface QueueState {
  waiting: number;
  dead: number;
  /** When the next waiting job is due. */
  nextDue: string | undefined;
}

export function queueState(db: Db): QueueState {
  const of = (state: 'waiting' | 'dead') =>
    db
      .select({ n: count(), next: min(jobs.due_at) })
      .from(jobs)
      .where(eq(jobs.state, state))
      .get();
  const waiting = of('waiting');
  return { waiting: waiting?.n ?? 0, dead: of('dead')?.n ?? 0, nextDue: waiting?.next ?? undefined };
}
