/** Who stands (decide.ts, question 3), and which lesson was told in vain. */
import type { EvidenceRef } from '../core/rule.ts';
import type { Node } from './book.ts';
import type { Ledger } from './ledger.ts';
import { newTurns, type Proposal } from './lesson.ts';
import { outranks } from './rank.ts';
import type { View } from './settle.ts';
import { isInPlay } from './standing.ts';

/** Question 3: of the home and what the proposal contradicts, the higher one stands. */
export function contend(ledger: Ledger, home: Node, views: readonly View[], turns: EvidenceRef[]): void {
  if (home.lesson.withdrawn_at !== null) return;
  const against = views
    .filter(({ node, verdict }) => verdict.relation === 'contradicts' && node !== home)
    .map(({ node }) => node)
    .filter(({ lesson }) => isInPlay(lesson) && lesson.withdrawn_at === null);
  const rivals = against.filter(({ lesson }) => lesson.project_id === home.lesson.project_id);
  const higher = rivals.filter((rival) => outranks(rival.lesson, home.lesson));
  for (const rival of rivals) {
    if (rival.lesson.status === 'CURRENT' && !higher.includes(rival)) beat(ledger, rival, home, turns);
  }
  const next = higher.sort((a, b) => (outranks(a.lesson, b.lesson) ? 1 : -1))[0];
  if (next !== undefined && home.lesson.status === 'CURRENT') beat(ledger, home, next, next.turns);
  if (home.lesson.status !== 'CURRENT') return;
  for (const other of against.filter(({ lesson }) => lesson.status === 'CURRENT')) {
    if (other.lesson.project_id === null && home.lesson.project_id !== null) ledger.overrule(home, other, turns);
    if (other.lesson.project_id !== null && home.lesson.project_id === null) ledger.overrule(other, home, turns);
  }
}

function beat(ledger: Ledger, loser: Node, winner: Node, turns: EvidenceRef[]): void {
  const observed = loser.lesson.said_at === null && winner.lesson.said_at !== null;
  const why = observed ? 'contradicted by what the person said' : 'contradicted by something said later';
  ledger.supersede(loser, winner, turns, why);
}

/** A lesson that the session had been told and that the person had to say again was not followed. */
export function blame(
  ledger: Ledger,
  home: Node,
  { lesson: said, turns }: Proposal,
  told: ReadonlyMap<string, readonly EvidenceRef[]> | undefined,
): void {
  const before = told?.get(home.lesson.id) ?? [];
  if (said.kind !== 'correction' || home.lesson.status !== 'CURRENT') return;
  const again = turns.filter((turn) => newTurns([turn], before).length === 0);
  if (again.length > 0) ledger.flag(home, said.learned_at, again);
}
