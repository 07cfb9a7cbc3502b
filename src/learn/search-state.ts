/** How search works at this moment: by words and meaning, or by words only and why. Loads no model. */
import { findModel, type ModelKind } from '../platform/embed/find-model.ts';
import { readNote } from '../platform/embed/note.ts';
import { vectorCounts } from '../store/embeddings.ts';
import type { Context } from './context.ts';

export interface SearchState {
  mode: 'hybrid' | 'words';
  /** Why it goes by words only. */
  why: string | null;
  model: { id: string; kind: ModelKind; dir: string } | null;
  /** What counts now, and how much of it has a vector of this model; the rest is found by its words. */
  items: number;
  vectors: number;
}

export function searchState({ env, paths, store }: Context): SearchState {
  const found = findModel(env, paths);
  if ('missing' in found) {
    const { items } = vectorCounts(store.db, '');
    return { mode: 'words', why: found.missing, model: null, items, vectors: 0 };
  }
  const { modelId, kind, dir } = found;
  const why = readNote(found) ?? null;
  const model = { id: modelId, kind, dir };
  return { mode: why === null ? 'hybrid' : 'words', why, model, ...vectorCounts(store.db, modelId) };
}

/** One line. */
export function searchText({ mode, why, model, items, vectors }: SearchState): string {
  if (mode === 'words' || model === null) return `by words only: ${why}`;
  const rest = vectors < items ? '; the rest is found by its words until the background process reads it' : '';
  const read = items === 0 ? 'nothing to read yet' : `${vectors} of ${items} rules and facts read${rest}`;
  return `by words and by meaning (${model.kind} model): ${read}`;
}
