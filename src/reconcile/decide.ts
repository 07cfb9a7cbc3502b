/**
 * Decides what new lessons do to the old ones. Pure: given what is stored, what is proposed and how the wordings relate, it
 * returns every row to write and every change to record. How wordings relate is named elsewhere (nearly equal words in code,
 * the rest by a model); who wins is decided here, and never by the time of arrival: sessions are read late, side by side and
 * after stalls, so the newest thing said may well be read first.
 *
 * **Rank.** What the person said outranks what was only observed; between two of a kind the newer turn does (rank.ts). A
 * recipe is observed: it worked, nobody asked for it. Notes, corrections, facts, and what a person writes or brings back in
 * review, are said. So a note beats a recipe whatever the time, and only a later word of the person beats the note. Were a
 * correction below a note but dated against a recipe, three lessons could beat each other in a ring, and the outcome
 * would depend on which two meet first; two classes and one clock in each are an order.
 *
 * A proposal is taken up in the order of its turns. It goes through three questions.
 *
 * 1. *Is it known?* Its words are or were the words of a lesson that already rests on all its turns: nothing happens, so
 *    reconciling twice is reconciling once.
 * 2. *Where is its home?* The first of these that exists:
 *    - a CURRENT lesson that says the same, the project's own before a shared one: the new turns are counted there, each
 *      once, and the better wording stays (merge);
 *    - a superseded or withdrawn lesson that says the same and speaks for it: counted there too, and it stays superseded, since
 *      what beat a saying of it beats every lower one;
 *    - a recipe that differs in its values only: the newer values hold (refine);
 *    - a CURRENT lesson that it refines, or to which it is an exception: that one is rewritten in place (refine, narrow), as
 *      both hold together. What a person wrote by hand since is not rewritten: then the turns are only counted;
 *    - a provisional rule that it claims (claims.ts): a person's note, which takes over these words in place (refine);
 *    - itself: a new lesson (add). Saying again what was superseded *earlier* is new: npm, pnpm, npm makes three rows.
 *    Whatever the home, the other provisional rules that it claims are absorbed there: ARCHIVED, with `merged_into`.
 * 3. *What does it contradict?* Between its home and each lesson that it contradicts, the one of the higher rank stands. The
 *    other is ARCHIVED with `superseded_by`, whichever of the two was here first. A superseded lesson still beats what is
 *    lower than it: without that, the result would depend on the order of arrival (A, then B against A, then C against
 *    B: A is out although B is out as well).
 *
 * Last, what the person took back (forget.ts) is ARCHIVED with the time of that turn in `withdrawn_at`. Like what is
 * superseded, it takes up what says the same and is not newer; unlike it, it beats nothing.
 *
 * From this follow, and are tested: any order of arrival gives the same CURRENT wordings; `superseded_by` points to something
 * of a higher rank, so chains have no cycle and end in a CURRENT lesson. Turns of equal time are ordered by wording:
 * arbitrary, but the same always.
 *
 * **Scope.** Lessons of one project and those true everywhere do not rewrite or archive one another. They merge; a fact said
 * again as true everywhere becomes so; and where they contradict, the project's own *overrules* the other one in that project.
 *
 * **Asking first.** When a person wants to be asked, a new lesson is *parked*: PENDING, with what was named about it, and nothing
 * CURRENT changes. Keeping it is proposing it again (keep.ts). Only what says again what counts already is counted at once.
 */
import type { EvidenceRef, ForgetRequest, Verdict } from '../core/rule.ts';
import type { Decision, Node } from './book.ts';
import { claimsOf } from './claims.ts';
import { retire } from './forget.ts';
import { Ledger } from './ledger.ts';
import { type Lesson, newTurns, type Proposal } from './lesson.ts';
import { isAsHigh, outranks, recipeKey } from './rank.ts';
import { Views } from './views.ts';
import { wordKey } from './word-key.ts';

/** Verdicts by `pairKey` or `forgetKey`: they are about wordings, so that what is said three times is asked about once. */
export type Verdicts = ReadonlyMap<string, Verdict>;

export interface Situation {
  /** Every lesson in scope that could matter, of every status. */
  lessons: readonly Lesson[];
  /** Of the proposals' turns, those that a lesson already rests on, by its id. */
  held: ReadonlyMap<string, readonly EvidenceRef[]>;
  /** Earlier words (`wordKey`) of lessons that hold any of these turns, by id. */
  formerly: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of the proposals' turns, those before which their session was told a lesson, by its id. */
  told?: ReadonlyMap<string, readonly EvidenceRef[]>;
  proposals: readonly Proposal[];
  forgets: readonly ForgetRequest[];
  verdicts: Verdicts;
  now: string;
  /** `ask`: what is new waits until it is kept. */
  mode?: 'auto' | 'ask';
}

export function decide(situation: Situation): Decision {
  const { lessons, held, verdicts, now, mode = 'auto' } = situation;
  const ledger = new Ledger(
    lessons.filter((lesson) => isInPlay(lesson) || lesson.status === 'PENDING'),
    held,
    now,
  );
  const views = new Views(ledger, verdicts);
  const isKnown = knownIn(situation);
  const claims = claimsOf({ ...situation, proposals: situation.proposals.filter((proposal) => !isKnown(proposal)) });
  let known = 0;
  for (const proposal of inOrderOfTurns(situation.proposals)) {
    const waited = ledger.node(proposal.parked?.id ?? null);
    if (isKnown(proposal)) {
      known++;
      continue;
    }
    const claimed = (claims.get(proposal) ?? []).flatMap((id) => ledger.node(id) ?? []);
    const seen = views.of(proposal).filter(({ node }) => !claimed.includes(node) && node !== waited);
    const home =
      mode === 'ask' ? wait(ledger, proposal, seen, views.about(proposal)) : settle(ledger, proposal, seen, claimed);
    if (home === undefined) known++;
    else {
      blame(ledger, home, proposal, situation.told);
      if (mode === 'auto') contend(ledger, home, seen, proposal.turns);
    }
  }
  retire(ledger, situation, (key) => verdicts.get(key)?.relation === 'withdraws');
  for (const node of ledger.nodes) if (node.lesson.status === 'PENDING') ledger.note(node, views.aboutKeys(node.keys));
  return ledger.decision(known);
}

/** Until when an archived lesson speaks for what says the same: it was said again, or taken back, up to then. */
export function beatenUntil(lesson: Lesson): string | undefined {
  if (lesson.status !== 'ARCHIVED') return undefined;
  return lesson.withdrawn_at ?? (lesson.superseded_by === null ? undefined : lesson.learned_at);
}
/** Takes part in deciding; what lives on in another lesson and what waits do not. */
export const isInPlay = (lesson: Lesson): boolean => lesson.status === 'CURRENT' || beatenUntil(lesson) !== undefined;

/** Whether what beat an archived lesson beats this saying of the same, too. `by`: what superseded it. */
export function speaksFor(beaten: Lesson, said: Lesson, by: Lesson | undefined): boolean {
  if (beaten.status !== 'ARCHIVED') return false;
  if (beaten.withdrawn_at !== null) return beaten.withdrawn_at >= said.learned_at;
  if (beaten.superseded_by === null) return false;
  return isAsHigh(beaten, said) || (by !== undefined && outranks(by, said));
}

/** Question 1: whether a proposal's words and turns are all there already, on one lesson that has found its words. */
export function knownIn({
  lessons,
  held,
  formerly,
}: Pick<Situation, 'lessons' | 'held' | 'formerly'>): (proposal: Proposal) => boolean {
  const holders = lessons.filter((lesson) => held.has(lesson.id) && !lesson.provisional);
  return ({ lesson: said, turns, parked }) => {
    if (parked) return false;
    const key = wordKey(said);
    return holders.some((lesson) => {
      if (newTurns(turns, held.get(lesson.id) ?? []).length > 0) return false;
      return wordKey(lesson) === key || formerly.get(lesson.id)?.has(key) === true;
    });
  };
}

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
function settle(
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
function wait(
  ledger: Ledger,
  proposal: Proposal,
  views: readonly View[],
  named: [string, Verdict][],
): Node | undefined {
  const waiting = views.find(({ node, verdict }) => verdict.relation === 'same' && node.lesson.status === 'PENDING');
  const home = sameAs(ledger, proposal.lesson, views) ?? waiting?.node;
  if (home === undefined) return ledger.park(proposal, named);
  return ledger.merge(home, proposal, false) ? home : undefined;
}

/** Question 3: of the home and what the proposal contradicts, the higher one stands. */
function contend(ledger: Ledger, home: Node, views: readonly View[], turns: EvidenceRef[]): void {
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
function blame(ledger: Ledger, home: Node, { lesson: said, turns }: Proposal, told: Situation['told']): void {
  const before = told?.get(home.lesson.id) ?? [];
  if (said.kind !== 'correction' || home.lesson.status !== 'CURRENT') return;
  const again = turns.filter((turn) => newTurns([turn], before).length === 0);
  if (again.length > 0) ledger.flag(home, said.learned_at, again);
}

const inOrderOfTurns = (proposals: readonly Proposal[]): Proposal[] =>
  [...proposals].sort(({ lesson: a }, { lesson: b }) =>
    a.learned_at < b.learned_at ? -1 : a.learned_at > b.learned_at ? 1 : 0,
  );

/** A project's lesson may merge into a wider one, and the other way round; two projects' never meet here. */
const mayMerge = (one: Lesson, other: Lesson): boolean =>
  one.project_id === other.project_id || one.project_id === null || other.project_id === null;
