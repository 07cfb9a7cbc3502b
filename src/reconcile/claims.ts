/**
 * A note became a provisional rule when it was published (publish/note.ts). The extraction that reads the note says the same
 * better: its lesson *claims* the rule, which then takes over the lesson's words in place instead of standing beside it.
 */
import type { EvidenceRef } from '../core/rule.ts';
import { type Lesson, newTurns, type Proposal } from './lesson.ts';
import { lexicalSimilarity } from './similar.ts';

interface Known {
  lessons: readonly Lesson[];
  /** Of the proposals' turns, those that a lesson already rests on, by its id. */
  held: ReadonlyMap<string, readonly EvidenceRef[]>;
  proposals: readonly Proposal[];
}

/** Ids of the provisional rules that each proposal claims; a rule is claimed once, by the likest proposal that cites its note. */
export function claimsOf({ lessons, held, proposals }: Known): Map<Proposal, string[]> {
  const claims = new Map<Proposal, string[]>();
  for (const noted of lessons) {
    if (!awaitsWords(noted)) continue;
    const turns = held.get(noted.id) ?? [];
    const citing = proposals.filter((proposal) => newTurns(proposal.turns, turns).length < proposal.turns.length);
    const claimant = likest(noted, citing);
    if (claimant) claims.set(claimant, [...(claims.get(claimant) ?? []), noted.id]);
  }
  return claims;
}

/** A superseded note still takes its words: it must not come back as a second row. */
const awaitsWords = (lesson: Lesson): boolean =>
  lesson.provisional && (lesson.status === 'CURRENT' || lesson.superseded_by !== null || lesson.withdrawn_at !== null);

function likest(noted: Lesson, citing: readonly Proposal[]): Proposal | undefined {
  const scores = lexicalSimilarity(
    noted,
    citing.map(({ lesson }) => lesson),
  );
  return citing
    .map((proposal, i) => ({ proposal, score: scores[i] ?? 0 }))
    .filter(({ proposal, score }) => score > 0 || proposal.lesson.kind !== 'recipe')
    .sort((a, b) => b.score - a.score)[0]?.proposal;
}
