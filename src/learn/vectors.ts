/**
 * Brings the items' vectors up to date: what has none, what was reworded, what an older model made. One item after the other,
 * each in a transaction of its own, so that it can end or be killed anywhere and goes on where it was.
 */
import { type Clock, iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { itemVector } from '../core/vectors.ts';
import { type Embedder, openEmbedder } from '../platform/embed/embedder.ts';
import { findModel } from '../platform/embed/find-model.ts';
import { readable } from '../search/terms.ts';
import { keepVector, putVector, type StaleItem, staleItems } from '../store/embeddings.ts';
import type { Store } from '../store/open.ts';
import type { Context } from './context.ts';

const STEP = 50;

export interface FillOptions {
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** Asked before each item: queries that a person waits for go first. Resolves when it may go on. */
  rest?: () => Promise<void>;
  /** At most so many items; default: all. */
  limit?: number;
}

export interface Filled {
  /** Vectors made and stored. */
  made: number;
  /** Items whose words had not changed. */
  kept: number;
  /** Nothing is missing or stale any more. */
  complete: boolean;
}

async function vectorOf(embedder: Embedder, { text, cues }: StaleItem): Promise<Float32Array> {
  const own = await embedder.embed(readable(text));
  const others: Float32Array[] = [];
  for (const cue of cues) others.push(await embedder.embed(readable(cue)));
  return itemVector(own, others);
}

/** Lets what else this thread has to do come first. */
const yieldOnce = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Rejects with the embedder's AppError; what was stored until then stays. */
export async function fillVectors(store: Store, embedder: Embedder, options: FillOptions): Promise<Filled> {
  const { clock, signal, rest = yieldOnce, limit = Number.POSITIVE_INFINITY } = options;
  const filled: Filled = { made: 0, kept: 0, complete: false };
  const { modelId: model } = embedder;
  // An item that changes again and again while it is embedded is left for the next time.
  const seen = new Set<string>();
  for (;;) {
    const stale = staleItems(store.db, model, STEP);
    filled.complete = stale.length === 0;
    const fresh = stale.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return filled;
    for (const item of fresh) {
      await rest();
      if (signal?.aborted || filled.made >= limit) return filled;
      seen.add(item.id);
      if (item.unchanged) {
        store.transaction((tx) => keepVector(tx, item));
        filled.kept += 1;
        continue;
      }
      const vector = await vectorOf(embedder, item);
      if (store.transaction((tx) => putVector(tx, item, { model, vector, at: iso(clock) }))) filled.made += 1;
    }
  }
}

/** For a program that holds no embedder: loads one if there is work for it. Undefined when there is none, or no model of use. */
export async function makeMissingVectors(context: Context, signal?: AbortSignal): Promise<Filled | undefined> {
  const { env, paths, store, clock } = context;
  const found = findModel(env, paths);
  if ('missing' in found || staleItems(store.db, found.modelId, 1).length === 0) return undefined;
  let embedder: Embedder | undefined;
  try {
    embedder = await openEmbedder(found);
    return await fillVectors(store, embedder, { clock, signal });
  } catch (error) {
    // Why it did not load is noted, and `status` tells it: what was learned is found by its words.
    if (error instanceof AppError) return undefined;
    throw error;
  } finally {
    await embedder?.close();
  }
}
