/**
 * Every move that deciding knows: what it changes of a lesson, and how the history words it. Whether a move is made is decided
 * elsewhere (decide.ts).
 */
import type { EvidenceRef, ForgetRequest, Verdict } from '../core/rule.ts';
import { Book, type Node, type Words } from './book.ts';
import type { Lesson, Proposal } from './lesson.ts';
import { isBetter } from './rank.ts';
import { wordKey } from './word-key.ts';

const MOST_CUES = 8;
const wordsOf = ({ trigger, content }: Lesson): Words => ({ trigger, content });
const later = <T extends string | null>(one: T, other: T): T => ((one ?? '') > (other ?? '') ? one : other);
const laterTimes = (old: Lesson, said: Lesson) => ({
  learned_at: later(old.learned_at, said.learned_at),
  said_at: later(old.said_at, said.said_at),
});
const cuesOf = (one: Lesson, other: Lesson): string[] =>
  [...new Set([...one.cues, ...other.cues])].slice(0, Math.max(MOST_CUES, one.cues.length));

export class Ledger extends Book {
  add({ lesson, turns, parked }: Proposal): Node {
    const waited = this.node(parked?.id ?? null);
    if (waited) {
      this.move(waited, { status: 'CURRENT', proposal: null }, { change: 'keep', why: 'kept', turns: [] });
      return waited;
    }
    const node = this.place(lesson, null, [...turns]);
    this.begin(node, { change: 'add', why: 'learned', turns });
    return node;
  }

  /** A new lesson that waits until a person keeps it; `verdicts` are what keeping it decides with. */
  park({ lesson, turns }: Proposal, verdicts: [string, Verdict][]): Node {
    const proposal = { key: wordKey(lesson), verdicts, turns: [...turns] };
    const node = this.place({ ...lesson, status: 'PENDING', proposal }, null, [...turns]);
    this.begin(node, { change: 'park', why: 'learned, and waits to be kept', turns });
    return node;
  }

  /** Remembers on a waiting lesson how others relate to it: nothing that anybody sees changes, so there is no step. */
  note(node: Node, verdicts: [string, Verdict][]): void {
    const { proposal } = node.lesson;
    const known = new Set(proposal?.verdicts.map(([key]) => key));
    const fresh = verdicts.filter(([key]) => !known.has(key));
    if (!proposal || fresh.length === 0) return;
    this.set(node, { proposal: { ...proposal, verdicts: [...proposal.verdicts, ...fresh] } });
  }

  /** The turns support it, though it does not say what was said in them: an older value, or words from before a person's own. */
  count(node: Node, proposal: Proposal): boolean {
    return this.merge(node, proposal, 'counts');
  }

  /**
   * Counts the turns that `node` does not have; false when it has them all and nothing changes.
   * By default the better wording stays; `counts`: it does not say what was said.
   */
  merge(
    node: Node,
    { lesson: said, turns, parked }: Proposal,
    how: 'rewords' | 'keeps' | 'counts' = 'rewords',
  ): boolean {
    const old = node.lesson;
    const added = this.newTurns(node, turns);
    const wider = said.project_id === null && old.project_id !== null;
    if (added.length === 0 && !wider) return false;
    node.turns.push(...added);
    const better =
      how === 'rewords' && mayReword(old, said) && old.kind === said.kind && (parked?.edited_at || isBetter(said, old));
    if (better) this.leadWith(node, wordKey(said));
    else if (how !== 'counts') this.standFor(node, wordKey(said));
    const newer = old.status === 'CURRENT' && said.learned_at >= old.learned_at;
    const { proposal } = old;
    const set = {
      ...laterTimes(old, said),
      evidence: old.evidence + added.length,
      cues: cuesOf(old, said),
      ...(better ? { ...wordsOf(said), rationale: said.rationale || old.rationale, edited_at: said.edited_at } : {}),
      ...(newer ? { expires_at: said.expires_at } : {}),
      ...(wider ? { project_id: null, covered_by: null } : {}),
      ...(proposal ? { proposal: { ...proposal, turns: [...proposal.turns, ...added] } } : {}),
    };
    const why = wider
      ? 'said again, as true everywhere'
      : better
        ? `said again, and better than: ${old.content}`
        : 'said again';
    this.move(node, set, { change: 'merge', why, turns: added, said: wordsOf(better ? old : said) });
    return true;
  }

  /** The same recipe with another value: the newer one's holds. */
  update(node: Node, { lesson: said, turns }: Proposal): boolean {
    const old = node.lesson;
    if (said.learned_at < old.learned_at || isEditedSince(old, said)) return this.count(node, { lesson: said, turns });
    const added = this.newTurns(node, turns);
    if (added.length === 0) return false;
    node.turns.push(...added);
    this.leadWith(node, wordKey(said));
    const set = {
      ...wordsOf(said),
      ...laterTimes(old, said),
      evidence: old.evidence + added.length,
      cues: cuesOf(said, old),
    };
    this.move(node, set, { change: 'refine', why: `a new value in: ${old.content}`, turns: added, said: wordsOf(old) });
    return true;
  }

  /** `narrow`: what was said is an exception. A person's own later words are not rewritten: then its turns are only counted. */
  refine(node: Node, proposal: Proposal, combined: Words, change: 'refine' | 'narrow'): boolean {
    const { lesson: said, turns } = proposal;
    const old = node.lesson;
    if (isEditedSince(old, said)) return this.count(node, proposal);
    const added = this.newTurns(node, turns);
    node.turns.push(...added);
    this.leadWith(node, wordKey(said), wordKey({ ...old, ...combined }));
    const set = {
      ...combined,
      ...laterTimes(old, said),
      provisional: false,
      evidence: old.evidence + added.length,
      rationale: old.rationale || said.rationale,
      cues: [...new Set([...said.cues, ...old.cues])].slice(0, MOST_CUES),
      ...(said.learned_at >= old.learned_at ? { expires_at: said.expires_at } : {}),
    };
    const why = `${change === 'narrow' ? 'an exception' : 'refined by'}: ${said.content}`;
    this.move(node, set, { change, why, turns: added, said: wordsOf(said) });
    return true;
  }

  /** A note takes over the words of the extraction that read it; where it stands does not change. */
  reword(node: Node, { lesson: said, turns }: Proposal): void {
    const old = node.lesson;
    const added = this.newTurns(node, turns);
    node.turns.push(...added);
    this.leadWith(node, wordKey(said));
    const { kind, rationale, cues } = said;
    const set = {
      ...(isEditedSince(old, said) ? {} : { ...wordsOf(said), kind, rationale }),
      cues: cues.length > 0 ? cues : old.cues,
      provisional: false,
      evidence: old.evidence + added.length,
      ...(old.status === 'CURRENT' ? laterTimes(old, said) : {}),
    };
    this.move(node, set, { change: 'refine', why: 'a note, read and put into words', turns: added });
  }

  /** A note, or a kept proposal, whose lesson lives in another one. One that was beaten before stays where it is. */
  absorb(node: Node, home: Node): void {
    if (node.lesson.status === 'ARCHIVED') return;
    const [change, what] =
      node.lesson.status === 'PENDING'
        ? ['keep' as const, 'kept, as a part of']
        : ['absorb' as const, 'a note that is said better in'];
    const set = { status: 'ARCHIVED' as const, merged_into: home.lesson.id, proposal: null };
    this.move(node, set, { change, why: `${what}: ${home.lesson.content}`, turns: [] });
  }

  supersede(loser: Node, winner: Node, turns: EvidenceRef[], why: string): void {
    const set = { status: 'ARCHIVED' as const, superseded_by: winner.lesson.id, covered_by: null };
    this.move(loser, set, { change: 'supersede', why: `${why}: ${winner.lesson.content}`, turns });
  }

  /** In the project of `own`, it is told and `wide` is not. */
  overrule(own: Node, wide: Node, turns: EvidenceRef[]): void {
    const overrules = own.lesson.overrules ?? [];
    if (overrules.includes(wide.lesson.id)) return;
    const why = `holds in this project instead of: ${wide.lesson.content}`;
    this.move(own, { overrules: [...overrules, wide.lesson.id] }, { change: 'overrule', why, turns });
  }

  /** It was told before these turns, and was said again in them. */
  flag(node: Node, at: string, turns: EvidenceRef[]): void {
    if ((node.lesson.flagged_at ?? '') >= at) return;
    const why = 'not followed: corrected again in a session that had been told';
    this.move(node, { flagged_at: at }, { change: 'flag', why, turns });
  }

  withdraw(node: Node, { what, learned_at, evidence }: ForgetRequest): void {
    const set = { status: 'ARCHIVED' as const, withdrawn_at: learned_at, covered_by: null, proposal: null };
    this.move(node, set, { change: 'withdraw', why: `taken back: ${what}`, turns: evidence });
  }
}

const isEditedSince = (old: Lesson, said: Lesson): boolean =>
  old.edited_at !== null && old.edited_at >= said.learned_at;

/** Not an archived lesson's words, nor a note's that its own extraction will put better, nor what a person wrote by hand since. */
const mayReword = (old: Lesson, said: Lesson): boolean =>
  old.status !== 'ARCHIVED' && !old.provisional && !isEditedSince(old, said);
