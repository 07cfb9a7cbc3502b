/** Where a proposal goes (decide.ts, question 2): the lesson that takes it in, or itself; or, asked first, the waiting room. */
import type { Verdict } from '../core/rule.ts';
import type { Node } from './book.ts';
import type { Ledger } from './ledger.ts';
import type { Lesson, Proposal } from './lesson.ts';
import { recipeKey } from './rank.ts';
import { speaksFor } from './standing.ts';

/** A lesson as a proposal sees it. Taken before anything moves: a move changes what a lesson stands for. */
export interface View {
  node: Node;
  verdict: Verdict;
}

/** The lesson that says the same and takes its turns: a CURRENT one, else one that was beaten and speaks for it. */
function sameAs(ledger: Ledger, said: Lesson, views: readonly View[]): Node | undefined {
  const same = views
    .filter(({ node, verdict }) => verdict.relation === 'same' && mayMerge(node.lesson, said))
    .map(({ node }) => node);
  const current = same.filter(({ lesson }) => lesson.status === 'CURRENT');
  return (
    current.find(({ lesson }) => lesson.project_id === said.project_id) ??
    current[0] ??
    same.find(({ lesson }) => speaksFor(lesson, said, ledger.node(lesson.superseded_by)?.lesson))
  );
}

/** Question 2: the proposal's home after it moved in, or undefined when it brought nothing. */
export function settle(
  ledger: Ledger,
  proposal: Proposal,
  views: readonly View[],
  claimed: readonly Node[],
): Node | undefined {
  const { lesson: said, parked } = proposal;
  const guests = [...claimed, ...[ledger.node(parked?.id ?? null) ?? []].flat()];
  const absorb = (home: Node): Node => {
    for (const node of guests) if (node !== home) ledger.absorb(node, home);
    return home;
  };
  const same = sameAs(ledger, said, views);
  if (same) {
    const grown = ledger.merge(same, proposal);
    return absorb(same) && (grown || guests.length > 0) ? same : undefined;
  }
  const own = views.filter(
    ({ node: { lesson } }) => lesson.status === 'CURRENT' && lesson.project_id === said.project_id,
  );
  const recipe = recipeKey(said);
  const known = own.find(({ node }) => recipe !== undefined && recipeKey(node.lesson) === recipe)?.node;
  if (known) {
    const grown = ledger.update(known, proposal);
    return absorb(known) && (grown || guests.length > 0) ? known : undefined;
  }
  for (const { node, verdict } of own) {
    // What a person worded while it waited stands in their words.
    if (parked && parked.edited_at !== null) break;
    if ((verdict.relation !== 'refines' && verdict.relation !== 'narrows') || verdict.combined === undefined) continue;
    const grown = ledger.refine(node, proposal, verdict.combined, verdict.relation === 'narrows' ? 'narrow' : 'refine');
    return absorb(node) && (grown || guests.length > 0) ? node : undefined;
  }
  const fitting = claimed.filter(({ lesson }) => lesson.type === said.type && lesson.project_id === said.project_id);
  const noted = fitting.find(({ lesson }) => lesson.status === 'CURRENT') ?? fitting[0];
  if (noted !== undefined) ledger.reword(noted, proposal);
  return absorb(noted ?? ledger.add(proposal));
}

/** Asking first: what counts already is counted, also on a lesson that waits; everything else waits. */
export function wait(
  ledger: Ledger,
  proposal: Proposal,
  views: readonly View[],
  named: [string, Verdict][],
): Node | undefined {
  const waiting = views.find(({ node, verdict }) => verdict.relation === 'same' && node.lesson.status === 'PENDING');
  const home = sameAs(ledger, proposal.lesson, views) ?? waiting?.node;
  if (home === undefined) return ledger.park(proposal, named);
  return ledger.merge(home, proposal, 'keeps') ? home : undefined;
}

/** A project's lesson may merge into a wider one, and the other way round; two projects' never meet here. */
const mayMerge = (one: Lesson, other: Lesson): boolean =>
  one.project_id === other.project_id || one.project_id === null || other.project_id === null;
