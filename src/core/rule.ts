/** The two artifacts' words: a *rule* of the playbook and a *profile* fact, and their life. */

export type Status = 'CURRENT' | 'ARCHIVED' | 'PENDING';
export type RuleKind = 'correction' | 'recipe';
export type ProfileKind = 'role' | 'stack' | 'preference' | 'environment' | 'schedule' | 'team';
export const PROFILE_KINDS = ['role', 'stack', 'preference', 'environment', 'schedule', 'team'] as const;

/** Points at one interaction: the session and the byte offset of its line. */
export interface EvidenceRef {
  session_id: string;
  seq: number;
}

/** What an extraction proposes, after its reply was checked and its citations resolved. Times are those of the cited turns. */
export interface RuleCandidate {
  type: 'rule';
  kind: RuleKind;
  /** `everywhere`: the person said that it holds wherever they work. */
  scope: 'project' | 'everywhere';
  trigger: string;
  content: string;
  rationale: string;
  cues: string[];
  evidence: EvidenceRef[];
  /** Time of the newest cited turn, ISO: decides who wins a contradiction. */
  learned_at: string;
}
export interface ProfileCandidate {
  type: 'profile';
  kind: ProfileKind;
  scope: 'user' | 'project';
  content: string;
  cues: string[];
  evidence: EvidenceRef[];
  learned_at: string;
  /** ISO, or null for a fact without an end. */
  expires_at: string | null;
}
/** The person took something back: whatever is stored and says so no longer counts. */
export interface ForgetRequest {
  type: 'forget';
  /** What no longer holds, in words. */
  what: string;
  evidence: EvidenceRef[];
  /** Time of the newest cited turn: what was said later than that stays. */
  learned_at: string;
}
export type LessonCandidate = RuleCandidate | ProfileCandidate;
export type Candidate = LessonCandidate | ForgetRequest;

/** How the second of two wordings relates to the first. */
export interface Verdict {
  /** `narrows`: an exception; `withdraws` is only between a request to forget and a lesson. */
  relation: 'same' | 'refines' | 'narrows' | 'contradicts' | 'unrelated' | 'withdraws';
  /** Of `refines` and `narrows`: what holds when both are followed. */
  combined?: { trigger: string; content: string };
}
