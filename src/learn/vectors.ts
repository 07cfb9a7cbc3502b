/**
 * Brings the items' vectors up to date: what has none, what was reworded, what an older model made. One item after the other,
 * each in a transaction of its own, so that it can end or be killed anywhere and goes on where it was.
 */
import { type Clock, iso } from '../core/clock.ts';
import { itemVector } from '../core/vectors.ts';
import { readable } from '../search/terms.ts';
import { keepVector, putVector, staleItems, type Wording } from '../store/embeddings.ts';
import type { Store } from '../store/open.ts';
import type { Context } from './context.ts';
import type { Embed, TextModel } from './text-model.ts';

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

/** What an item of this wording means; undefined when the model is gone. */
export async function vectorOf({ text, cues }: Wording, embed: Embed): Promise<Float32Array | undefined> {
  const own = await embed(readable(text));
  const others: Float32Array[] = [];
  for (const cue of cues) {
    const other = own && (await embed(readable(cue)));
    if (other === undefined) return undefined;
    others.push(other);
  }
  return own && itemVector(own, others);
}

/** Lets what else this thread has to do come first. */
export const yieldOnce = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Ends where the model does, or rejects with its AppError; what was stored until then stays. */
export async function fillVectors(
  store: Store,
  lent: { modelId: string; embed: Embed },
  options: FillOptions,
): Promise<Filled> {
  const { clock, signal, rest = yieldOnce, limit = Number.POSITIVE_INFINITY } = options;
  const { modelId: model } = lent;
  const filled: Filled = { made: 0, kept: 0, complete: false };
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
      const vector = await vectorOf(item, (text) => lent.embed(text));
      if (vector === undefined) return filled;
      if (store.transaction((tx) => putVector(tx, item, { model, vector, at: iso(clock) }))) filled.made += 1;
    }
  }
}

/** Undefined when there is no model of use: what was learned is found by its words. */
export async function makeMissingVectors(
  { store, clock }: Context,
  { modelId, embed }: TextModel,
  signal?: AbortSignal,
): Promise<Filled | undefined> {
  return modelId === undefined ? undefined : fillVectors(store, { modelId, embed }, { clock, signal });
}
