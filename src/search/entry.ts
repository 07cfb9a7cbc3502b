/** Which rows are searched, and what of them. */
import type { Fact } from '../store/profile.ts';
import type { Rule } from '../store/rules.ts';
import type { Entry } from './lexical.ts';

/** CURRENT, of this project or of all, and not said already by the shared rule that covers it. */
export const isSearched = (item: Rule | Fact, projectId: string): boolean =>
  item.status === 'CURRENT' &&
  (item.project_id === null || item.project_id === projectId) &&
  !('covered_by' in item && item.covered_by !== null);

export const entryOf = (item: Rule | Fact): Entry => ({
  id: item.id,
  type: 'trigger' in item ? 'rule' : 'profile',
  version: item.version,
  trigger: 'trigger' in item ? item.trigger : '',
  content: item.content,
  rationale: 'trigger' in item ? item.rationale : '',
  cues: item.cues,
  expires_at: 'trigger' in item ? null : item.expires_at,
  evidence: item.evidence,
  learned_at: item.learned_at,
});
