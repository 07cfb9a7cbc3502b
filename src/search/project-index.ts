/**
 * The index of a project's CURRENT rules and facts, kept warm: when something changed, which the newest rows of `changes` and of
 * `embeddings` tell, only what has another version is read again. Vectors of one model only are in it.
 */
import { newestChange } from '../store/changes.ts';
import { vectorsFor, vectorsSince } from '../store/embeddings.ts';
import { usesOf } from '../store/injections.ts';
import type { Db, Store } from '../store/open.ts';
import { currentFacts } from '../store/profile.ts';
import { rulesWith, toldRules, toldVersions } from '../store/rules.ts';
import { entryOf } from './entry.ts';
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
const warm = new WeakMap<Store, Map<string, Warm>>();

/** `modelId`: of the model that embeds the queries; without it the index has no vectors. */
export function projectIndex(store: Store, projectId: string, modelId?: string): SearchIndex {
  const { db } = store;
  const kept = warmOf(store, JSON.stringify([projectId, modelId ?? null]));
  const newest = newestChange(db);
  if (kept.change !== newest) {
    follow(kept.index, db, projectId);
    // Uses fade over months: as they were at the last change is near enough, and costs a query nothing.
    kept.index.uses = usesOf(db);
    kept.change = newest;
    // The first time all of them are new.
    if (modelId !== undefined && kept.nth > 0) fetchMissing(kept, db, modelId);
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
  ...toldRules(db, projectId).map(entryOf),
  ...currentFacts(db, projectId).map(entryOf),
];

/** Whether a rule is told may hang on another rule, so the versions of all are compared; the rows of few are read. */
function follow(index: SearchIndex, db: Db, projectId: string): void {
  const facts = currentFacts(db, projectId).map(entryOf);
  const told = toldVersions(db, projectId);
  const changed = told.filter(({ id, version }) => index.words.get(id)?.version !== version).map(({ id }) => id);
  index.keepOnly(new Set([...told, ...facts].map(({ id }) => id)));
  const rows = changed.length > told.length / 2 ? toldRules(db, projectId) : rulesWith(db, projectId, changed);
  for (const entry of [...rows.map(entryOf), ...facts]) index.put(entry);
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
