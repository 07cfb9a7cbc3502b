/**
 * The index of a project's CURRENT rules and facts, kept warm: rebuilt only where something changed since the last time,
 * which the newest row of `changes` tells.
 */
import { newestChange } from '../store/changes.ts';
import type { Store } from '../store/open.ts';
import { currentFacts, type Fact } from '../store/profile.ts';
import { currentRules, type Rule } from '../store/rules.ts';
import { type Entry, LexicalIndex } from './lexical.ts';

interface Warm {
  index: LexicalIndex;
  change: number;
}
/** A daemon serves the few projects somebody works in now. */
const MOST_PROJECTS = 8;
const warm = new WeakMap<Store, Map<string, Warm>>();

export function projectIndex(store: Store, projectId: string): LexicalIndex {
  const projects = warm.get(store) ?? new Map<string, Warm>();
  warm.set(store, projects);
  const change = newestChange(store.db);
  const kept = projects.get(projectId) ?? { index: new LexicalIndex(), change: -1 };
  projects.delete(projectId);
  projects.set(projectId, kept);
  const oldest = projects.keys().next().value;
  if (projects.size > MOST_PROJECTS && oldest !== undefined) projects.delete(oldest);
  if (kept.change !== change) {
    kept.index.sync([
      ...currentRules(store.db, projectId).map(ofRule),
      ...currentFacts(store.db, projectId).map(ofFact),
    ]);
    kept.change = change;
  }
  return kept.index;
}

const ofRule = ({ id, version, trigger, content, rationale, cues }: Rule): Entry => ({
  id,
  type: 'rule',
  version,
  trigger,
  content,
  rationale,
  cues,
  expires_at: null,
});
const ofFact = ({ id, version, content, cues, expires_at }: Fact): Entry => ({
  id,
  type: 'profile',
  version,
  trigger: '',
  content,
  rationale: '',
  cues,
  expires_at,
});
