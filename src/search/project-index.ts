/**
 * The index of a project's CURRENT rules and facts, kept warm: when something changed, which the newest rows of `changes` and of
 * `embeddings` tell, only what has another version is read again. Vectors of one model only are in it. Much that is new is taken
 * in by and by, so that what else the daemon is asked waits for milliseconds.
 */
import { newestChange } from '../store/changes.ts';
import { newestVector, vectorsFor, vectorsSince } from '../store/embeddings.ts';
import { usesOf } from '../store/injections.ts';
import type { Db, Store } from '../store/open.ts';
import { currentFacts } from '../store/profile.ts';
import { rulesWith, toldRules, toldVersions } from '../store/rules.ts';
import { entryOf } from './entry.ts';
import type { Entry } from './lexical.ts';
import { SearchIndex } from './search-index.ts';

interface Warm {
  index: SearchIndex;
  projectId: string;
  modelId: string | undefined;
  change: number;
  /** The newest vector that was looked at. */
  nth: number;
  /** Ids of rules that are still to be taken in. */
  rest: string[];
  growing: Promise<void> | undefined;
}
/** A daemon serves the few projects somebody works in now. */
const MOST_PROJECTS = 8;
/** Rules taken in at a time: some 10 ms. */
const STEP = 100;
const warm = new WeakMap<Store, Map<string, Warm>>();

/**
 * `modelId`: of the model that embeds the queries; before one is named the index has no vectors. After more than a hundred
 * changes at once, as at the first call, it holds a part of them and grows behind the caller's back.
 */
export const projectIndex = (store: Store, projectId: string, modelId?: string): SearchIndex =>
  followed(store, projectId, modelId).index;

/** For whoever has time to wait until everything is in it. */
export async function wholeIndex(store: Store, projectId: string, modelId?: string): Promise<SearchIndex> {
  for (;;) {
    const { index, growing } = followed(store, projectId, modelId);
    if (growing === undefined) return index;
    await growing;
  }
}

function followed(store: Store, projectId: string, modelId: string | undefined): Warm {
  const { db } = store;
  const kept = warmOf(store, projectId, modelId);
  const newest = newestChange(db);
  if (kept.change !== newest) {
    follow(kept, db);
    // Uses fade over months: as they were at the last change is near enough, and costs a query nothing.
    kept.index.uses = usesOf(db);
    kept.change = newest;
    grow(kept, db);
  }
  if (modelId !== undefined) fetchNew(kept, db, modelId);
  return kept;
}

function warmOf(store: Store, projectId: string, modelId: string | undefined): Warm {
  const projects = warm.get(store) ?? new Map<string, Warm>();
  warm.set(store, projects);
  const kept = projects.get(projectId) ?? {
    ...{ index: new SearchIndex(), projectId, modelId, change: -1, rest: [], growing: undefined },
    // What is older is read with its item.
    nth: modelId === undefined ? 0 : newestVector(store.db),
  };
  projects.delete(projectId);
  projects.set(projectId, kept);
  const oldest = projects.keys().next().value;
  if (projects.size > MOST_PROJECTS && oldest !== undefined) projects.delete(oldest);
  if (modelId !== undefined && modelId !== kept.modelId) {
    // The words are the same for every model, and far larger than the vectors: the first model, or another one, joins them.
    kept.index.vectors.clear();
    Object.assign(kept, { modelId, nth: 0 });
  }
  return kept;
}

/** What is searched in a project now: its own CURRENT rules and facts and the shared ones. */
export const entriesOf = (db: Db, projectId: string): Entry[] => [
  ...toldRules(db, projectId).map(entryOf),
  ...currentFacts(db, projectId).map(entryOf),
];

/** Whether a rule is told may hang on another rule, so the versions of all are compared; the rows of few are read. */
function follow(kept: Warm, db: Db): void {
  const { index, projectId } = kept;
  const facts = currentFacts(db, projectId).map(entryOf);
  const told = toldVersions(db, projectId);
  const isNew = ({ id, version }: Pick<Entry, 'id' | 'version'>) => index.words.get(id)?.version !== version;
  index.keepOnly(new Set([...told, ...facts].map(({ id }) => id)));
  takeIn(kept, db, facts.filter(isNew));
  kept.rest = told.filter(isNew).map(({ id }) => id);
  // A few find room as they come: all vectors would be copied for them while somebody waits.
  if (kept.rest.length > STEP && kept.modelId !== undefined) index.vectors.reserve(told.length + facts.length);
  step(kept, db);
}

/** With their vectors: a restored item's was written long ago. */
function takeIn({ index, modelId }: Warm, db: Db, entries: readonly Entry[]): void {
  for (const entry of entries) index.put(entry);
  if (modelId === undefined || entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  for (const [id, vector] of vectorsFor(db, modelId, ids)) index.putVector(id, vector);
}

function step(kept: Warm, db: Db): void {
  const ids = kept.rest.splice(0, STEP);
  if (ids.length > 0) takeIn(kept, db, rulesWith(db, kept.projectId, ids).map(entryOf));
}

/** Takes in the rest whenever this thread has nothing else to do. What fails is tried again, and told, at the next call. */
function grow(kept: Warm, db: Db): void {
  if (kept.rest.length === 0 || kept.growing) return;
  kept.growing = new Promise((resolve) => {
    const next = () => {
      try {
        step(kept, db);
      } catch {
        kept.change = -1;
        kept.rest = [];
      }
      if (kept.rest.length > 0) setImmediate(next);
      else {
        kept.growing = undefined;
        resolve();
      }
    };
    setImmediate(next);
  });
}

const PAGE = 500;

/** Vectors that were written since: the daemon fills in what is missing while it serves. */
function fetchNew(kept: Warm, db: Db, modelId: string): void {
  for (;;) {
    const page = vectorsSince(db, modelId, kept.nth, PAGE);
    for (const { id, vector, nth } of page) {
      kept.index.putVector(id, vector);
      kept.nth = nth;
    }
    if (page.length < PAGE) return;
  }
}
