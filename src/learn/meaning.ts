/**
 * What a job's candidates mean beside what is stored, so that a lesson said in other words meets the one it repeats. The model
 * is asked only where there is something to compare with; whatever it leaves without a vector is compared by its words. All in
 * steps of some milliseconds: who types has the same thread for their questions.
 */
import type { Candidate } from '../core/rule.ts';
import type { Meaning, Meant } from '../reconcile/similar.ts';
import { outlinesInPlay } from '../reconcile/situation.ts';
import { VectorIndex } from '../search/vectors.ts';
import { vectorsFor, type Wording, wordingText } from '../store/embeddings.ts';
import type { Db } from '../store/open.ts';
import type { Context } from './context.ts';
import type { TextModel } from './text-model.ts';
import { fillVectors, vectorOf, yieldOnce } from './vectors.ts';

/** Some seven texts each, of some milliseconds. */
const MOST_CANDIDATES = 100;
/** What earlier jobs of the same run learned has no vector yet; the rest of a large store comes in the background. */
const MOST_MISSING = 200;

/** Read at a time: what this thread has to do beside learning waits no longer. */
const PAGE = 1_000;

const keyOf = ({ trigger, content }: Meant): string => `${trigger}\n${content}`;
const meantBy = (one: Candidate): Meant =>
  one.type === 'forget'
    ? { trigger: '', content: one.what }
    : { trigger: one.type === 'rule' ? one.trigger : '', content: one.content };
const wordingOf = (one: Candidate): Wording => ({
  text: wordingText(meantBy(one)),
  cues: one.type === 'forget' ? [] : one.cues,
});

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
  const index = await indexOf(store.db, modelId, stored);
  const compared = new Map<string, ReturnType<Meaning>>();
  for (const [key, vector] of vectors) {
    await yieldOnce();
    compared.set(key, index.compare(vector));
  }
  return (one) => compared.get(keyOf(one));
}

async function indexOf(db: Db, modelId: string, items: readonly { id: string }[]): Promise<VectorIndex> {
  const index = new VectorIndex();
  const ids = items.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += PAGE) {
    await yieldOnce();
    for (const [id, vector] of vectorsFor(db, modelId, ids.slice(from, from + PAGE))) index.put(id, vector);
  }
  return index;
}
