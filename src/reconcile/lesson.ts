/**
 * A rule and a profile fact seen as one thing, a *lesson*, so that reconciling them is one piece of code. A fact is a
 * lesson without trigger and rationale; a rule is one without an end.
 */
import { newId } from '../core/ids.ts';
import type { EvidenceRef, LessonCandidate, ProfileKind, RuleKind, Status } from '../core/rule.ts';
import type { Fact } from '../store/profile.ts';
import type { Rule } from '../store/rules.ts';
import type { ParkedProposal } from '../store/schema.ts';

export interface Wording {
  type: 'rule' | 'profile';
  trigger: string;
  content: string;
}

export interface Lesson extends Wording {
  id: string;
  /** Null: shared, or about the user; true in every project. */
  project_id: string | null;
  kind: string;
  rationale: string;
  cues: string[];
  status: Status;
  /** How many turns it rests on. */
  evidence: number;
  version: number;
  learned_at: string;
  created_at: string;
  updated_at: string;
  superseded_by: string | null;
  merged_into: string | null;
  withdrawn_at: string | null;
  edited_at: string | null;
  overrules: string[] | null;
  proposal: ParkedProposal | null;
  /** A note in a person's own words that no extraction has read yet. */
  provisional: boolean;
  /** When the person said it last; null: only observed. */
  said_at: string | null;
  covered_by: string | null;
  flagged_at: string | null;
  expires_at: string | null;
}

/** A candidate as the lesson it would be, with the turns it cites. */
export interface Proposal {
  lesson: Lesson;
  turns: EvidenceRef[];
  /** The row that has waited for a person to keep it. */
  parked?: Lesson;
}

export const lessonOfRule = (rule: Rule): Lesson => ({ ...rule, type: 'rule', expires_at: null });
export const lessonOfFact = (fact: Fact): Lesson => ({
  ...fact,
  type: 'profile',
  trigger: '',
  rationale: '',
  provisional: false,
  said_at: fact.learned_at,
  covered_by: null,
  flagged_at: null,
});

export function ruleOf(lesson: Lesson): Rule {
  const { type: _type, expires_at: _end, kind, ...rest } = lesson;
  return { ...rest, kind: kind as RuleKind };
}
export function factOf(lesson: Lesson): Fact {
  const {
    type: _type,
    trigger: _trigger,
    rationale: _rationale,
    provisional: _provisional,
    said_at: _said,
    covered_by: _cover,
    flagged_at: _flag,
    kind,
    ...rest
  } = lesson;
  return { ...rest, kind: kind as ProfileKind };
}

const turnKey = (ref: EvidenceRef): string => `${ref.seq}@${ref.session_id}`;
/** The turns of `refs` that are not in `known`, each once. */
export function newTurns(refs: readonly EvidenceRef[], known: readonly EvidenceRef[]): EvidenceRef[] {
  const seen = new Set(known.map(turnKey));
  return refs.filter((ref) => !seen.has(turnKey(ref)) && seen.add(turnKey(ref)));
}

export function proposalOf(candidate: LessonCandidate, projectId: string, nowIso: string): Proposal {
  const turns = newTurns(candidate.evidence, []);
  const rule = candidate.type === 'rule';
  return {
    turns,
    lesson: {
      id: newId(),
      type: candidate.type,
      project_id: candidate.scope === 'user' || candidate.scope === 'everywhere' ? null : projectId,
      kind: candidate.kind,
      trigger: rule ? candidate.trigger : '',
      content: candidate.content,
      rationale: rule ? candidate.rationale : '',
      cues: candidate.cues,
      status: 'CURRENT',
      evidence: turns.length,
      version: 1,
      learned_at: candidate.learned_at,
      created_at: nowIso,
      updated_at: nowIso,
      superseded_by: null,
      merged_into: null,
      withdrawn_at: null,
      edited_at: null,
      overrules: null,
      proposal: null,
      provisional: false,
      // A recipe is what worked, whoever found it; everything else rests on the person's own words.
      said_at: candidate.kind === 'recipe' ? null : candidate.learned_at,
      covered_by: null,
      flagged_at: null,
      expires_at: rule ? null : candidate.expires_at,
    },
  };
}
