/** Extractions: every reading of a window, also those that were skipped, failed or taught nothing. None is ever removed. */
import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { changes } from './schema.ts';
import { type ExtractionOutcome, extractions } from './schema-work.ts';

export type Extraction = typeof extractions.$inferSelect;

type NewExtraction = Omit<Extraction, 'why' | 'model' | 'reply'> & Partial<Pick<Extraction, 'why' | 'model' | 'reply'>>;

export function keepExtraction(tx: Db, extraction: NewExtraction): void {
  tx.insert(extractions).values(extraction).run();
}

/** The reading whose candidates are paid for but not yet reconciled; the oldest, should there be several. */
export const waitingExtraction = (db: Db, session_id: string): Extraction | undefined =>
  db
    .select()
    .from(extractions)
    .where(and(eq(extractions.session_id, session_id), eq(extractions.outcome, 'extracted')))
    .orderBy(asc(extractions.from_seq))
    .limit(1)
    .get();

/** What became of a reading that waited. One that is settled already is a bug: its candidates would be applied twice. */
export function settleExtraction(tx: Db, id: string, outcome: Exclude<ExtractionOutcome, 'extracted'>): void {
  const waiting = and(eq(extractions.id, id), eq(extractions.outcome, 'extracted'));
  const { changes } = tx.update(extractions).set({ outcome }).where(waiting).run();
  if (changes !== 1) throw new Error(`extraction ${id} does not wait to be settled`);
}

export const getExtraction = (db: Db, id: string): Extraction | undefined =>
  db.select().from(extractions).where(eq(extractions.id, id)).get();

/** Every reading of a session, in the order of its turns; of one window, the first try first. */
export const extractionsOf = (db: Db, session_id: string): Extraction[] =>
  db
    .select()
    .from(extractions)
    .where(eq(extractions.session_id, session_id))
    .orderBy(asc(extractions.from_seq), asc(extractions.at))
    .all();

/** What a reading changed, in the order in which it did. */
export const changesBy = (db: Db, extraction_id: string): (typeof changes.$inferSelect)[] =>
  db.select().from(changes).where(eq(changes.extraction_id, extraction_id)).orderBy(asc(changes.id)).all();

export const extractionsSince = (db: Db, from: string): Extraction[] =>
  db.select().from(extractions).where(gte(extractions.at, from)).orderBy(asc(extractions.at)).all();

export interface RefusedSoFar {
  total: number;
  latest: { what: string; why: string } | null;
}

/** What code refused of all replies. */
export function refusedSoFar(db: Db): RefusedSoFar {
  const some = sql`json_array_length(${extractions.refused}) > 0`;
  const total = db
    .select({ n: sql<number>`coalesce(sum(json_array_length(${extractions.refused})), 0)` })
    .from(extractions)
    .get();
  const newest = db.select().from(extractions).where(some).orderBy(desc(extractions.at)).limit(1).get();
  return { total: total?.n ?? 0, latest: newest?.refused.at(-1) ?? null };
}

/** When a model last read a window and its reply was good. */
export const lastExtractionAt = (db: Db): string | undefined =>
  db
    .select({ at: extractions.at })
    .from(extractions)
    .where(inArray(extractions.outcome, ['extracted', 'learned', 'nothing']))
    .orderBy(desc(extractions.at))
    .limit(1)
    .get()?.at;
