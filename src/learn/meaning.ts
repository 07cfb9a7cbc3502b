/**
 * What a job's candidates mean beside what is stored, so that a lesson said in other words meets the one it repeats. The model
 * is asked only where there is something to compare with; whatever it leaves without a vector is compared by its words.
 */
import type { Candidate } from '../core/rule.ts';
import type { Meaning, Meant } from '../reconcile/similar.ts';
import { outlinesInPlay } from '../reconcile/situation.ts';
import { VectorIndex } from '../search/vectors.ts';
import { vectorsFor, type Wording } from '../store/embeddings.ts';
import type { Context } from './context.ts';
import type { TextModel } from './text-model.ts';
import { fillVectors, vectorOf } from './vectors.ts';

/** Some seven texts each, of some milliseconds. */
const MOST_CANDIDATES = 100;
/** What earlier jobs of the same run learned has no vector yet; the rest of a large store comes in the background. */
const MOST_MISSING = 200;

const keyOf = ({ trigger, content }: Meant): string => `${trigger}\n${content}`;
const meantBy = (one: Candidate): Meant =>
  one.type === 'forget'
    ? { trigger: '', content: one.what }
    : { trigger: one.type === 'rule' ? one.trigger : '', content: one.content };
const wordingOf = (one: Candidate): Wording => {
  const { trigger, content } = meantBy(one);
  return { text: trigger === '' ? content : `${trigger}. ${content}`, cues: one.type === 'forget' ? [] : one.cues };
};

/** Undefined where there is no model now, nothing to compare, or `signal` ended it. Throws what the database refuses. */
export async function meaningOf(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  { modelId, embed }: TextModel,
  { projectId, candidates }: { projectId: string; candidates: readonly Candidate[] },
  signal?: AbortSignal,
): Promise<Meaning | undefined> {
  const stored = candidates.length === 0 ? [] : outlinesInPlay(store.db, projectId);
  if (modelId === undefined || stored.length === 0) return undefined;
  const vectors = new Map<string, Float32Array>();
  for (const one of candidates.slice(0, MOST_CANDIDATES)) {
    const vector = signal?.aborted ? undefined : await vectorOf(wordingOf(one), embed);
    if (vector === undefined) return undefined;
    vectors.set(keyOf(meantBy(one)), vector);
  }
  await fillVectors(store, { modelId, embed }, { clock, signal, limit: MOST_MISSING });
  const index = new VectorIndex();
  const ids = stored.map(({ id }) => id);
  for (const [id, vector] of vectorsFor(store.db, modelId, ids)) index.put(id, vector);
  return comparing(index, vectors);
}

/** Each wording is compared once. */
function comparing(index: VectorIndex, vectors: ReadonlyMap<string, Float32Array>): Meaning {
  const compared = new Map<string, ReturnType<Meaning>>();
  return (one) => {
    const key = keyOf(one);
    if (!compared.has(key)) {
      const vector = vectors.get(key);
      compared.set(key, vector && index.compare(vector));
    }
    return compared.get(key);
  };
}
