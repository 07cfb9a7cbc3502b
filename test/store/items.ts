/** Rows as the store takes them, in short. */
import type { Fact } from '../../src/store/profile.ts';
import type { Rule } from '../../src/store/rules.ts';
import { day, PROJECT } from '../reconcile/world.ts';

const common = {
  status: 'CURRENT' as const,
  cues: [],
  evidence: 1,
  version: 1,
  learned_at: day(1),
  created_at: day(1),
  updated_at: day(1),
  superseded_by: null,
  merged_into: null,
  withdrawn_at: null,
  edited_at: null,
  overrules: null,
  proposal: null,
  project_id: PROJECT,
};
export const ruleRow = (id: string, more: Partial<Rule> = {}): Rule => ({
  ...common,
  id,
  kind: 'correction',
  provisional: false,
  said_at: null,
  covered_by: null,
  flagged_at: null,
  trigger: 'installing',
  content: `content of ${id}`,
  rationale: '',
  ...more,
});
export const factRow = (id: string, more: Partial<Fact> = {}): Fact => ({
  ...common,
  id,
  kind: 'role',
  content: `content of ${id}`,
  expires_at: null,
  ...more,
});
