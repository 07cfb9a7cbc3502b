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
 *    - a recipe that differs in its values only: the newer values hold (refine), an older value is only counted, and what it
 *      contradicts is none of the recipe's business any more;
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
import type { Decision } from './book.ts';
import { claimsOf } from './claims.ts';
import { blame, contend } from './contend.ts';
import { retire } from './forget.ts';
import { Ledger } from './ledger.ts';
import { type Lesson, newTurns, type Proposal } from './lesson.ts';
import { settle, wait } from './settle.ts';
import { isInPlay } from './standing.ts';
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
      // A home that only counts the turns does not say what they said, and so has no part in what that contradicts.
      const says = home.keys.includes(wordKey(proposal.lesson));
      if (mode === 'auto' && says) contend(ledger, home, seen, proposal.turns);
    }
  }
  retire(ledger, situation, (key) => verdicts.get(key)?.relation === 'withdraws');
  for (const node of ledger.nodes) if (node.lesson.status === 'PENDING') ledger.note(node, views.aboutKeys(node.keys));
  return ledger.decision(known);
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

const inOrderOfTurns = (proposals: readonly Proposal[]): Proposal[] =>
  [...proposals].sort(({ lesson: a }, { lesson: b }) =>
    a.learned_at < b.learned_at ? -1 : a.learned_at > b.learned_at ? 1 : 0,
  );
