/**
 * Decides what new lessons do to the old ones. Pure: given what is stored, what is proposed and how the wordings relate, it
 * returns every row to write and every change to record. How wordings relate is named elsewhere (equal words in code, the
 * rest by a model); who wins is decided here, and by one thing only: **the time of the turn**, never the time of arrival.
 * Sessions are read late, side by side and after stalls, so the newest thing said may well be read first.
 *
 * A proposal is taken up in the order of its turns. It goes through three questions.
 *
 * 1. *Is it known?* Its words are or were the words of a lesson that already rests on all its turns: nothing happens, so
 *    reconciling twice is reconciling once.
 * 2. *Where is its home?* The first of these that exists:
 *    - a CURRENT lesson that says the same: the new turns are counted there, each once (merge);
 *    - a superseded or withdrawn lesson that says the same and is not older: counted there too, and it stays superseded, since what beat
 *      a later saying of it beats an earlier one;
 *    - a CURRENT lesson that it refines: that one is rewritten in place (refine), as both hold together;
 *    - a provisional rule that it claims (claims.ts): a person's note, which takes over these words in place (refine);
 *    - itself: a new lesson (add). Saying again what was superseded *earlier* is new: npm, pnpm, npm makes three rows.
 *    Whatever the home, the other provisional rules that it claims are absorbed there: ARCHIVED, with `merged_into`.
 * 3. *What does it contradict?* Between its home and each lesson that it contradicts, the one with the newer turn stands. The
 *    older is ARCHIVED with `superseded_by`, whichever of the two was here first. A superseded lesson still beats what is
 *    older than it: without that, the result would depend on the order of arrival (A, then B against A, then C against
 *    B: A is out although B is out as well).
 *
 * Last, what the person took back (forget.ts) is ARCHIVED with the time of that turn in `withdrawn_at`. Like what is
 * superseded, it takes up what says the same and is not newer; unlike it, it beats nothing.
 *
 * From this follow, and are tested: any order of arrival gives the same CURRENT wordings; `superseded_by` points to something
 * newer, so chains have no cycle and end in a CURRENT lesson. Turns of equal time are ordered by wording: arbitrary, but
 * the same always.
 *
 * Scope: lessons of one project and those true everywhere do not rewrite or archive one another (the project's wins there
 * when they disagree). They only merge; a fact said again as true everywhere becomes so.
 */
import type { EvidenceRef, ForgetRequest, Verdict } from '../core/rule.ts';
import { claimsOf } from './claims.ts';
import { retire } from './forget.ts';
import { type Decision, Ledger, type Node } from './ledger.ts';
import { type Lesson, newTurns, type Proposal } from './lesson.ts';
import { wordKey } from './similar.ts';

/** Verdicts by `pairKey` or `forgetKey`: they are about wordings, so that what is said three times is asked about once. */
export type Verdicts = ReadonlyMap<string, Verdict>;
export const pairKey = (one: string, other: string): string =>
  one < other ? `${one}\n\n${other}` : `${other}\n\n${one}`;

export interface Situation {
  /** Every lesson in scope, of every status. */
  lessons: readonly Lesson[];
  /** Of the proposals' turns, those that a lesson already rests on, by its id. */
  held: ReadonlyMap<string, readonly EvidenceRef[]>;
  /** Earlier words (`wordKey`) of lessons that hold any of these turns, by id. */
  formerly: ReadonlyMap<string, ReadonlySet<string>>;
  proposals: readonly Proposal[];
  forgets: readonly ForgetRequest[];
  verdicts: Verdicts;
  now: string;
}

export function decide(situation: Situation): Decision {
  const { lessons, held, verdicts, now } = situation;
  const ledger = new Ledger(lessons.filter(isInPlay), held, now);
  const claims = claimsOf({
    ...situation,
    proposals: situation.proposals.filter((proposal) => !isKnown(proposal, situation)),
  });
  let known = 0;
  for (const proposal of inOrderOfTurns(situation.proposals)) {
    const claimed = ledger.nodes.filter(({ lesson }) => claims.get(proposal)?.includes(lesson.id));
    const others = ledger.nodes.filter((node) => !claimed.includes(node));
    const views = viewsOf(proposal.lesson, others, verdicts);
    const home = isKnown(proposal, situation) ? undefined : settle(ledger, proposal, views, claimed);
    if (home === undefined) known++;
    else contend(ledger, home, views, proposal.turns);
  }
  retire(ledger, situation, (key) => verdicts.get(key)?.relation === 'withdraws');
  return ledger.decision(known);
}

/** Until when an archived lesson speaks for what says the same: it was said again, or taken back, up to then. */
export function beatenUntil(lesson: Lesson): string | undefined {
  if (lesson.status !== 'ARCHIVED') return undefined;
  return lesson.withdrawn_at ?? (lesson.superseded_by === null ? undefined : lesson.learned_at);
}
/** Takes part in deciding; archived by hand and PENDING do not. */
export const isInPlay = (lesson: Lesson): boolean => lesson.status === 'CURRENT' || beatenUntil(lesson) !== undefined;

/** Question 1: whether the proposal's words and turns are all there already, on one lesson that has found its words. */
export function isKnown(proposal: Proposal, situation: Pick<Situation, 'lessons' | 'held' | 'formerly'>): boolean {
  const key = wordKey(proposal.lesson);
  return situation.lessons.some((lesson) => {
    const held = lesson.provisional ? undefined : situation.held.get(lesson.id);
    if (held === undefined || newTurns(proposal.turns, held).length > 0) return false;
    return wordKey(lesson) === key || situation.formerly.get(lesson.id)?.has(key) === true;
  });
}

/** A lesson as a proposal sees it. Taken before anything moves: a move changes what a lesson stands for. */
interface View {
  node: Node;
  verdict: Verdict;
}
const viewsOf = (said: Lesson, nodes: readonly Node[], verdicts: Verdicts): View[] =>
  nodes.map((node) => ({ node, verdict: verdictBetween(said, node, verdicts) }));

function verdictBetween(said: Lesson, node: Node, verdicts: Verdicts): Verdict {
  if (node.lesson.type !== said.type) return { relation: 'unrelated' };
  const key = wordKey(said);
  for (const own of node.keys) {
    if (own === key) return { relation: 'same' };
    const verdict = verdicts.get(pairKey(key, own));
    if (verdict !== undefined && verdict.relation !== 'unrelated') return verdict;
  }
  return { relation: 'unrelated' };
}

/** Question 2: the proposal's home after it moved in, or undefined when it brought nothing. */
function settle(
  ledger: Ledger,
  proposal: Proposal,
  views: readonly View[],
  claimed: readonly Node[],
): Node | undefined {
  const { lesson: said } = proposal;
  const absorb = (home: Node): Node => {
    for (const node of claimed) if (node !== home) ledger.absorb(node, home);
    return home;
  };
  const same = views
    .filter(({ node, verdict }) => verdict.relation === 'same' && mayMerge(node.lesson, said))
    .map(({ node }) => node);
  const home =
    same.find(({ lesson }) => lesson.status === 'CURRENT') ??
    same.find(({ lesson }) => (beatenUntil(lesson) ?? '') >= said.learned_at);
  if (home !== undefined) {
    const grown = ledger.merge(home, proposal);
    return absorb(home) && (grown || claimed.length > 0) ? home : undefined;
  }
  for (const { node, verdict } of views) {
    if (verdict.relation !== 'refines' || verdict.combined === undefined) continue;
    if (node.lesson.status !== 'CURRENT' || node.lesson.project_id !== said.project_id) continue;
    ledger.refine(node, proposal, verdict.combined);
    return absorb(node);
  }
  const fitting = claimed.filter(({ lesson }) => lesson.type === said.type && lesson.project_id === said.project_id);
  const noted = fitting.find(({ lesson }) => lesson.status === 'CURRENT') ?? fitting[0];
  if (noted !== undefined) ledger.reword(noted, proposal);
  return absorb(noted ?? ledger.add(proposal));
}

/** Question 3: of the home and what the proposal contradicts, the newer stands. */
function contend(ledger: Ledger, home: Node, views: readonly View[], turns: EvidenceRef[]): void {
  const rivals = views
    .filter(({ node, verdict }) => verdict.relation === 'contradicts' && node !== home)
    .map(({ node }) => node)
    .filter(({ lesson }) => lesson.project_id === home.lesson.project_id && lesson.withdrawn_at === null);
  if (home.lesson.withdrawn_at !== null) return;
  const newer = rivals.filter((rival) => outranks(rival.lesson, home.lesson));
  for (const rival of rivals) {
    if (rival.lesson.status === 'CURRENT' && !newer.includes(rival)) ledger.supersede(rival, home, turns);
  }
  const next = newer.sort((a, b) => (outranks(a.lesson, b.lesson) ? 1 : -1))[0];
  if (next !== undefined && home.lesson.status === 'CURRENT') ledger.supersede(home, next, next.turns);
}

function outranks(one: Lesson, other: Lesson): boolean {
  if (one.learned_at !== other.learned_at) return one.learned_at > other.learned_at;
  return wordKey(one) > wordKey(other);
}

const inOrderOfTurns = (proposals: readonly Proposal[]): Proposal[] =>
  [...proposals].sort(({ lesson: a }, { lesson: b }) =>
    a.learned_at < b.learned_at ? -1 : a.learned_at > b.learned_at ? 1 : 0,
  );

/** A project's lesson may merge into a wider one, and the other way round; two projects' never meet here. */
const mayMerge = (one: Lesson, other: Lesson): boolean =>
  one.project_id === other.project_id || one.project_id === null || other.project_id === null;
