/** What of a stored rule or fact is searched. */
import type { Fact } from '../store/profile.ts';
import type { Rule } from '../store/rules.ts';
import type { Entry } from './lexical.ts';

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
  ...('said_at' in item && { said_at: item.said_at }),
});
