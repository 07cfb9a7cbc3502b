/** Interactions: what happened, once each. (session, seq) is unique, and so is the transcript's uuid across sessions. */
import { and, asc, count, desc, eq, gte, lt, max, sql } from 'drizzle-orm';
import type { Interaction } from '../core/interaction.ts';
import type { Signal } from '../core/signal.ts';
import type { Db } from './open.ts';
import { interactions } from './schema.ts';

export interface StoredInteraction {
  session_id: string;
  seq: number;
  record: Interaction;
  signal: Signal | null;
}

const stored = (row: typeof interactions.$inferSelect): StoredInteraction => ({
  session_id: row.session_id,
  seq: row.seq,
  record: row.body,
  signal: row.signal,
});

/**
 * Returns whether it was new; one that is already there is left as it is: the same line, the same turn of the transcript
 * (`uuid`), or, from a door, the same `once`.
 */
export function recordInteraction(
  tx: Db,
  session_id: string,
  seq: number,
  record: Interaction,
  signal?: Signal,
  once?: string,
): boolean {
  const row = {
    session_id,
    seq,
    ts: record.ts,
    type: record.type,
    body: record,
    signal: signal ?? null,
    uuid: record.uuid ?? once ?? null,
  };
  return tx.insert(interactions).values(row).onConflictDoNothing().run().changes > 0;
}

/** Interactions with `seq` at or above `from`, in order. */
export const interactionsFrom = (db: Db, session_id: string, from: number, limit: number): StoredInteraction[] =>
  db
    .select()
    .from(interactions)
    .where(and(eq(interactions.session_id, session_id), gte(interactions.seq, from)))
    .orderBy(asc(interactions.seq))
    .limit(limit)
    .all()
    .map(stored);

/** The last `limit` interactions below `before`, in order. */
export const interactionsBefore = (db: Db, session_id: string, before: number, limit: number): StoredInteraction[] =>
  db
    .select()
    .from(interactions)
    .where(and(eq(interactions.session_id, session_id), lt(interactions.seq, before)))
    .orderBy(desc(interactions.seq))
    .limit(limit)
    .all()
    .map(stored)
    .reverse();

/** Everything a session holds, each record as JSON. */
export const allBodies = (db: Db, session_id: string): ReadonlySet<string> =>
  new Set(
    db
      .select({ body: interactions.body })
      .from(interactions)
      .where(eq(interactions.session_id, session_id))
      .all()
      .map(({ body }) => JSON.stringify(body)),
  );

/** Seq of the last human turn of a session, 0 when there is none. */
export const lastTurn = (db: Db, session_id: string): number =>
  db
    .select({ seq: max(interactions.seq) })
    .from(interactions)
    .where(and(eq(interactions.session_id, session_id), eq(interactions.type, 'User')))
    .get()?.seq ?? 0;

export const interactionAt = (db: Db, session_id: string, seq: number): StoredInteraction | undefined =>
  interactionsFrom(db, session_id, seq, 1).find((found) => found.seq === seq);

/** Another look at a turn: its signal, and nothing else, is replaced. */
export const weighAgain = (db: Db, session_id: string, seq: number, signal: Signal): void => {
  db.update(interactions)
    .set({ signal })
    .where(and(eq(interactions.session_id, session_id), eq(interactions.seq, seq)))
    .run();
};

export interface Pending {
  count: number;
  /** The signals among them. */
  signals: Signal[];
}

/** What of a session no extraction has read yet. */
export function pendingInteractions(db: Db, session_id: string, extractedUpTo: number): Pending {
  const where = and(eq(interactions.session_id, session_id), gte(interactions.seq, extractedUpTo));
  const total = db.select({ n: count() }).from(interactions).where(where).get();
  const signalled = db
    .select({ signal: interactions.signal })
    .from(interactions)
    .where(and(where, sql`${interactions.signal} is not null`))
    .all();
  return { count: total?.n ?? 0, signals: signalled.flatMap((row) => (row.signal ? [row.signal] : [])) };
}

/** Human turns that no extraction has read yet, over all sessions: what "waits" means to a person. */
export function waitingTurns(db: Db): number {
  const row = db.get<{ n: number }>(sql`
    select count(*) as n from interactions i join sessions s on s.id = i.session_id
    where i.seq >= s.extracted_up_to and i.type = 'User'`);
  return row?.n ?? 0;
}

export interface StoreCounts {
  sessions: number;
  interactions: number;
  rules: number;
  profile: number;
}

/** How much there is; rules and profile facts: those that count at `now`. */
export const storeCounts = (db: Db, now: string): StoreCounts =>
  db.get<StoreCounts>(sql`
    select (select count(*) from sessions) as sessions,
      (select count(*) from interactions) as interactions,
      (select count(*) from rules where status = 'CURRENT') as rules,
      (select count(*) from profile where status = 'CURRENT' and (expires_at is null or expires_at > ${now})) as profile`);
