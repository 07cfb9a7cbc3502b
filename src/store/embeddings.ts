/**
 * The items' vectors: what is stored, what is missing or stale, and nothing about how a vector is made. A row is of one model
 * and of one wording of its item, and goes when its item is forgotten.
 */
import { and, eq, gt, inArray, isNull, max, ne, or, sql } from 'drizzle-orm';
import { textHash } from '../core/text-hash.ts';
import { padded, STORED_WIDTH, unpadded } from '../core/vectors.ts';
import type { Db } from './open.ts';
import { embeddings, profile, rules } from './schema.ts';

/** What an item's vector is made of. */
export interface Wording {
  text: string;
  cues: string[];
}

/** As `tables` below makes it in SQL. A fact has no trigger. */
export const wordingText = ({ trigger, content }: { trigger: string; content: string }): string =>
  trigger === '' ? content : `${trigger}. ${content}`;

export interface StaleItem extends Wording {
  id: string;
  /** The item's version as it was read. */
  version: number;
  hash: string;
  /** Its words are those of the vector that is there: `keepVector` is all it needs. */
  unchanged: boolean;
}

export interface StoredVector {
  id: string;
  /** 384 numbers, length 1. */
  vector: Float32Array;
  nth: number;
}

const CHUNK = 500;

const hashOf = ({ text, cues }: Wording): string => textHash(JSON.stringify([text, cues]));

const toBlob = (vector: Float32Array): Buffer => Buffer.from(padded(vector).buffer);

/** Undefined for what is no vector of ours: its item counts as having none. */
function fromBlob(bytes: Buffer): Float32Array | undefined {
  if (bytes.length !== STORED_WIDTH * Float32Array.BYTES_PER_ELEMENT) return undefined;
  const isAligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned ? bytes : Uint8Array.from(bytes);
  return unpadded(new Float32Array(buffer, byteOffset, STORED_WIDTH));
}

const columns = { id: embeddings.item_id, bytes: embeddings.vector, nth: embeddings.nth };

const readable = (rows: { id: string; bytes: Buffer; nth: number }[]): StoredVector[] =>
  rows.flatMap(({ id, bytes, nth }) => {
    const vector = fromBlob(bytes);
    return vector ? [{ id, vector, nth }] : [];
  });

/** The vectors that this model made, by item; `ids`: of these items only. Those of older wordings are among them. */
export function vectorsFor(db: Db, model: string, ids?: readonly string[]): Map<string, Float32Array> {
  // The plus keeps sqlite from reading every vector of the model to find these few.
  const wanted = ids
    ? sql`+${embeddings.model} = ${model} and ${embeddings.item_id} in (select value from json_each(${JSON.stringify(ids)}))`
    : eq(embeddings.model, model);
  const rows = db.select(columns).from(embeddings).where(wanted).all();
  return new Map(readable(rows).map(({ id, vector }) => [id, vector]));
}

/** The `nth` of what was written last, by whatever model; 0: nothing. */
export const newestVector = (db: Db): number =>
  db
    .select({ nth: max(embeddings.nth) })
    .from(embeddings)
    .get()?.nth ?? 0;

/** What was written behind `nth`, oldest first and at most `limit`: how an index keeps up. */
export const vectorsSince = (db: Db, model: string, nth: number, limit = CHUNK): StoredVector[] =>
  readable(
    db
      .select(columns)
      .from(embeddings)
      .where(and(eq(embeddings.model, model), gt(embeddings.nth, nth)))
      .orderBy(embeddings.nth)
      .limit(limit)
      .all(),
  );

const tables = [
  {
    table: rules,
    text: sql<string>`iif(${rules.trigger} = '', ${rules.content}, ${rules.trigger} || '. ' || ${rules.content})`,
  },
  { table: profile, text: sql<string>`${profile.content}` },
] as const;

/** CURRENT items whose vector is missing, of another model, or of another version; at most `limit`. */
export function staleItems(db: Db, model: string, limit = 100): StaleItem[] {
  const found: StaleItem[] = [];
  for (const { table, text } of tables) {
    const rows = db
      .select({
        id: table.id,
        version: table.version,
        text,
        cues: table.cues,
        hash: embeddings.content_hash,
        model: embeddings.model,
      })
      .from(table)
      .leftJoin(embeddings, eq(embeddings.item_id, table.id))
      .where(and(eq(table.status, 'CURRENT'), needsLook(table, model)))
      .limit(limit - found.length)
      .all();
    for (const { id, version, text: words, cues, hash: stored, model: made } of rows) {
      const hash = hashOf({ text: words, cues });
      found.push({ id, version, text: words, cues, hash, unchanged: made === model && stored === hash });
    }
    if (found.length >= limit) break;
  }
  return found;
}

const needsLook = (table: typeof rules | typeof profile, model: string) =>
  or(isNull(embeddings.item_id), ne(embeddings.model, model), ne(embeddings.version, table.version));

/** Stores the vector of that wording. False when the item is gone or was changed meanwhile: then nothing is written. */
export function putVector(
  tx: Db,
  item: Pick<StaleItem, 'id' | 'version' | 'hash'>,
  made: { model: string; vector: Float32Array; at: string },
): boolean {
  if (!isVersion(tx, item)) return false;
  const row = {
    model: made.model,
    content_hash: item.hash,
    version: item.version,
    vector: toBlob(made.vector),
    // Never one that was there before: what had the highest may have been forgotten since an index read it.
    nth: sql`max((select coalesce(max(nth), 0) + 1 from embeddings), ${Date.parse(made.at)})`,
    at: made.at,
  };
  tx.insert(embeddings)
    .values({ item_id: item.id, ...row })
    .onConflictDoUpdate({ target: embeddings.item_id, set: row })
    .run();
  return true;
}

const isVersion = (db: Db, { id, version }: Pick<StaleItem, 'id' | 'version'>): boolean =>
  tables.some(
    ({ table }) =>
      db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), eq(table.version, version)))
        .get() !== undefined,
  );

/** The item was changed, but not its words: its vector stands. */
export function keepVector(tx: Db, { id, version }: Pick<StaleItem, 'id' | 'version'>): void {
  tx.update(embeddings).set({ version }).where(eq(embeddings.item_id, id)).run();
}

export function removeVectors(tx: Db, ids: readonly string[]): void {
  for (let from = 0; from < ids.length; from += CHUNK) {
    tx.delete(embeddings)
      .where(inArray(embeddings.item_id, ids.slice(from, from + CHUNK)))
      .run();
  }
}

/** How many CURRENT items there are, and how many of them have a vector of this model. */
export function vectorCounts(db: Db, model: string): { items: number; vectors: number } {
  const sum = { items: 0, vectors: 0 };
  for (const { table } of tables) {
    const row = db
      .select({ items: sql<number>`count(*)`, vectors: sql<number>`count(${embeddings.item_id})` })
      .from(table)
      .leftJoin(embeddings, and(eq(embeddings.item_id, table.id), eq(embeddings.model, model)))
      .where(eq(table.status, 'CURRENT'))
      .get();
    sum.items += row?.items ?? 0;
    sum.vectors += row?.vectors ?? 0;
  }
  return sum;
}
