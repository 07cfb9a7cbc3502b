/**
 * The index of a project's CURRENT rules and facts, kept warm: what changed since the last time is read again, which the newest
 * rows of `changes` and of `embeddings` tell, and nothing else. Vectors of one model only are in it.
 */
import { changedSince, newestChange } from '../store/changes.ts';
import { vectorsFor, vectorsSince } from '../store/embeddings.ts';
import type { Db, Store } from '../store/open.ts';
import { currentFacts, getFact } from '../store/profile.ts';
import { currentRules, getRule } from '../store/rules.ts';
import { entryOf, isSearched } from './entry.ts';
import type { Entry } from './lexical.ts';
import { SearchIndex } from './search-index.ts';

interface Warm {
  index: SearchIndex;
  change: number;
  /** The newest vector that was looked at. */
  nth: number;
}
/** A daemon serves the few projects somebody works in now. */
const MOST_PROJECTS = 8;
/** With more changes than this, all rows are read: one query instead of thousands. */
const MOST_CHANGES = 300;
const warm = new WeakMap<Store, Map<string, Warm>>();

/** `modelId`: of the model that embeds the queries; without it the index has no vectors. */
export function projectIndex(store: Store, projectId: string, modelId?: string): SearchIndex {
  const { db } = store;
  const kept = warmOf(store, JSON.stringify([projectId, modelId ?? null]));
  const newest = newestChange(db);
  if (kept.change !== newest) {
    const changed = kept.change < 0 || newest < kept.change ? undefined : changedSince(db, kept.change, MOST_CHANGES);
    if (changed === undefined || changed.length === MOST_CHANGES) kept.index.sync(entriesOf(db, projectId));
    else for (const id of changed) refresh(kept.index, db, projectId, id);
    kept.change = newest;
    if (modelId !== undefined) fetchMissing(kept, db, modelId);
  }
  if (modelId !== undefined) fetchNew(kept, db, modelId);
  return kept.index;
}

function warmOf(store: Store, key: string): Warm {
  const projects = warm.get(store) ?? new Map<string, Warm>();
  warm.set(store, projects);
  const kept = projects.get(key) ?? { index: new SearchIndex(), change: -1, nth: 0 };
  projects.delete(key);
  projects.set(key, kept);
  const oldest = projects.keys().next().value;
  if (projects.size > MOST_PROJECTS && oldest !== undefined) projects.delete(oldest);
  return kept;
}

/** What is searched in a project now: its own CURRENT rules and facts and the shared ones. */
export const entriesOf = (db: Db, projectId: string): Entry[] => [
  ...currentRules(db, projectId)
    .filter((rule) => isSearched(rule, projectId))
    .map(entryOf),
  ...currentFacts(db, projectId).map(entryOf),
];

function refresh(index: SearchIndex, db: Db, projectId: string, id: string): void {
  const item = getRule(db, id) ?? getFact(db, id);
  if (item && isSearched(item, projectId)) index.put(entryOf(item));
  else index.remove(id);
}

/** Vectors of entries that came or changed: a restored item's was written long ago. */
function fetchMissing({ index }: Warm, db: Db, modelId: string): void {
  const missing = [...index.words.entries()].flatMap(({ id }) => (index.vectors.has(id) ? [] : id));
  for (const [id, vector] of vectorsFor(db, modelId, missing)) index.vectors.put(id, vector);
}

const PAGE = 500;

/** Vectors that were written since: the daemon fills in what is missing while it serves. */
function fetchNew(kept: Warm, db: Db, modelId: string): void {
  for (;;) {
    const page = vectorsSince(db, modelId, kept.nth, PAGE);
    for (const { id, vector, nth } of page) {
      if (kept.index.words.get(id)) kept.index.vectors.put(id, vector);
      kept.nth = nth;
    }
    if (page.length < PAGE) return;
  }
}
