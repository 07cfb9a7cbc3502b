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
 *    - a superseded lesson that says the same and is not older: counted there too, and it stays superseded, since what beat
 *      a later saying of it beats an earlier one;
 *    - a CURRENT lesson that it refines: that one is rewritten in place (refine), as both hold together;
 *    - itself: a new lesson (add). Saying again what was superseded *earlier* is new: npm, pnpm, npm makes three rows.
 * 3. *What does it contradict?* Between its home and each lesson that it contradicts, the one with the newer turn stands. The
 *    older is ARCHIVED with `superseded_by`, whichever of the two was here first. A superseded lesson still beats what is
 *    older than it: without that, the result would depend on the order of arrival (A, then B against A, then C against
 *    B: A is out although B is out as well).
 *
 * From this follow, and are tested: any order of arrival gives the same CURRENT wordings; `superseded_by` points to something
 * newer, so chains have no cycle and end in a CURRENT lesson. Turns of equal time are ordered by wording: arbitrary, but
 * the same always.
 *
 * Scope: lessons of one project and those true everywhere do not rewrite or archive one another (the project's wins there
 * when they disagree). They only merge; a fact said again as true everywhere becomes so.
 */

import type { EvidenceRef } from '../core/rule.ts';
import type { ChangeKind } from '../store/schema.ts';
import { type Lesson, newTurns, type Proposal } from './lesson.ts';
import { wordKey } from './similar.ts';

export type Relation = 'same' | 'refines' | 'contradicts' | 'unrelated';
export interface Verdict {
  relation: Relation;
  /** Of `refines`: what holds when both are followed. */
  combined?: { trigger: string; content: string };
}
/** Verdicts by `pairKey`: they are about wordings, so that what is said three times is asked about once. */
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
  verdicts: Verdicts;
  now: string;
}
export interface Write {
  lesson: Lesson;
  /** Version of the row that this replaces; null: a new row. */
  read: number | null;
  turns: EvidenceRef[];
}
export interface Step {
  change: ChangeKind;
  before: Lesson | null;
  after: Lesson;
  why: string;
  turns: EvidenceRef[];
  /** The proposal's own words, where they are not the lesson's. */
  said?: { trigger: string; content: string };
}
export interface Decision {
  writes: Write[];
  steps: Step[];
  /** Proposals that brought nothing. */
  known: number;
}

interface Node {
  read: number | null;
  lesson: Lesson;
  /** Wordings it stands for, the newest first. */
  keys: string[];
  turns: EvidenceRef[];
}

const MOST_CUES = 8;
const isSuperseded = (lesson: Lesson) => lesson.status === 'ARCHIVED' && lesson.superseded_by !== null;
/** Takes part in deciding; archived by hand and PENDING do not. */
export const isInPlay = (lesson: Lesson): boolean => lesson.status === 'CURRENT' || isSuperseded(lesson);

/** Whether the proposal's words and turns are all there already, on one lesson. */
export function isKnown(proposal: Proposal, situation: Pick<Situation, 'lessons' | 'held' | 'formerly'>): boolean {
  const key = wordKey(proposal.lesson);
  return situation.lessons.some((lesson) => {
    const held = situation.held.get(lesson.id);
    if (held === undefined || newTurns(proposal.turns, held).length > 0) return false;
    return wordKey(lesson) === key || situation.formerly.get(lesson.id)?.has(key) === true;
  });
}

function outranks(one: Lesson, other: Lesson): boolean {
  if (one.learned_at !== other.learned_at) return one.learned_at > other.learned_at;
  return wordKey(one) > wordKey(other);
}

export function decide(situation: Situation): Decision {
  const { verdicts, held, now } = situation;
  const nodes: Node[] = situation.lessons
    .filter(isInPlay)
    .map((lesson) => ({ read: lesson.version, lesson, keys: [wordKey(lesson)], turns: [] }));
  const steps: Step[] = [];
  const touched = new Set<Node>();
  let known = 0;

  /** Replaces the node's lesson; its version rises once, however many steps there are. */
  const change = (node: Node, set: Partial<Lesson>, step: Omit<Step, 'before' | 'after'>) => {
    const before = node.lesson;
    node.lesson = { ...before, ...set, updated_at: now, version: node.read === null ? 1 : node.read + 1 };
    steps.push({ ...step, before, after: node.lesson });
    touched.add(node);
  };
  const supersede = (loser: Node, winner: Node, turns: EvidenceRef[]) =>
    change(
      loser,
      { status: 'ARCHIVED', superseded_by: winner.lesson.id },
      {
        change: 'supersede',
        why: `contradicted by something said later: ${winner.lesson.content}`,
        turns,
      },
    );

  /** Counts the turns that `node` does not have; false when it has them all. */
  const merge = (node: Node, { lesson: said, turns }: Proposal): boolean => {
    const added = newTurns(turns, [...(held.get(node.lesson.id) ?? []), ...node.turns]);
    const wider = said.project_id === null && node.lesson.project_id !== null;
    if (added.length === 0 && !wider) return false;
    const old = node.lesson;
    const newer = node.lesson.status === 'CURRENT' && said.learned_at >= old.learned_at;
    node.turns.push(...added);
    node.keys.push(wordKey(said));
    change(
      node,
      {
        evidence: old.evidence + added.length,
        cues: [...new Set([...old.cues, ...said.cues])].slice(0, Math.max(MOST_CUES, old.cues.length)),
        ...(newer ? { learned_at: said.learned_at, expires_at: said.expires_at } : {}),
        ...(wider ? { project_id: null } : {}),
      },
      {
        change: 'merge',
        why: wider ? 'said again, as true everywhere' : 'said again',
        turns: added,
        said: wordsOf(said),
      },
    );
    return true;
  };
  const refine = (node: Node, { lesson: said, turns }: Proposal, combined: { trigger: string; content: string }) => {
    const added = newTurns(turns, [...(held.get(node.lesson.id) ?? []), ...node.turns]);
    const old = node.lesson;
    node.turns.push(...added);
    node.keys.unshift(wordKey({ ...old, ...combined }), wordKey(said));
    change(
      node,
      {
        ...combined,
        evidence: old.evidence + added.length,
        rationale: old.rationale || said.rationale,
        cues: [...new Set([...said.cues, ...old.cues])].slice(0, MOST_CUES),
        ...(said.learned_at >= old.learned_at ? { learned_at: said.learned_at, expires_at: said.expires_at } : {}),
      },
      { change: 'refine', why: `refined by: ${said.content}`, turns: added, said: wordsOf(said) },
    );
  };
  const add = ({ lesson, turns }: Proposal): Node => {
    const node: Node = { read: null, lesson, keys: [wordKey(lesson)], turns: [...turns] };
    nodes.push(node);
    touched.add(node);
    steps.push({ change: 'add', before: null, after: lesson, why: 'learned', turns });
    return node;
  };

  /** The proposal's home after it moved in, or undefined when it brought nothing. */
  const settle = (proposal: Proposal, verdictOn: (node: Node) => Verdict): Node | undefined => {
    const { lesson: said } = proposal;
    const same = nodes.filter((node) => verdictOn(node).relation === 'same' && mayMerge(node.lesson, said));
    const home =
      same.find(({ lesson }) => lesson.status === 'CURRENT') ??
      same.find(({ lesson }) => isSuperseded(lesson) && lesson.learned_at >= said.learned_at);
    if (home !== undefined) return merge(home, proposal) ? home : undefined;
    for (const node of nodes) {
      const { relation, combined } = verdictOn(node);
      if (relation !== 'refines' || combined === undefined) continue;
      if (node.lesson.status !== 'CURRENT' || node.lesson.project_id !== said.project_id) continue;
      refine(node, proposal, combined);
      return node;
    }
    return add(proposal);
  };
  const contend = (home: Node, against: Node[], turns: EvidenceRef[]) => {
    const rivals = against.filter((node) => node !== home && node.lesson.project_id === home.lesson.project_id);
    const newer = rivals.filter((node) => outranks(node.lesson, home.lesson));
    for (const rival of rivals) {
      if (rival.lesson.status === 'CURRENT' && !newer.includes(rival)) supersede(rival, home, turns);
    }
    const winner = newer.sort((a, b) => (outranks(a.lesson, b.lesson) ? 1 : -1))[0];
    if (winner !== undefined && home.lesson.status === 'CURRENT') supersede(home, winner, winner.turns);
  };

  for (const proposal of inOrderOfTurns(situation.proposals)) {
    const key = wordKey(proposal.lesson);
    // Verdicts are taken before anything moves: settling changes the keys of the home.
    const taken = new Map(nodes.map((node) => [node, verdictBetween(key, node, proposal.lesson, verdicts)]));
    const verdictOn = (node: Node) => taken.get(node) ?? { relation: 'unrelated' as const };
    const home = isKnown(proposal, situation) ? undefined : settle(proposal, verdictOn);
    if (home === undefined) known++;
    else
      contend(
        home,
        [...taken.keys()].filter((node) => verdictOn(node).relation === 'contradicts'),
        proposal.turns,
      );
  }
  const writes = [...touched].map(({ lesson, read, turns }) => ({ lesson, read, turns }));
  return { writes, steps, known };
}

const wordsOf = ({ trigger, content }: Lesson) => ({ trigger, content });
const inOrderOfTurns = (proposals: readonly Proposal[]) =>
  [...proposals].sort((a, b) =>
    a.lesson.learned_at < b.lesson.learned_at ? -1 : a.lesson.learned_at > b.lesson.learned_at ? 1 : 0,
  );
/** A project's lesson may merge into a wider one, and the other way round; two projects' never meet here. */
const mayMerge = (one: Lesson, other: Lesson) =>
  one.project_id === other.project_id || one.project_id === null || other.project_id === null;

function verdictBetween(key: string, node: Node, said: Lesson, verdicts: Verdicts): Verdict {
  if (node.lesson.type !== said.type) return { relation: 'unrelated' };
  for (const own of node.keys) {
    if (own === key) return { relation: 'same' };
    const verdict = verdicts.get(pairKey(key, own));
    if (verdict !== undefined && verdict.relation !== 'unrelated') return verdict;
  }
  return { relation: 'unrelated' };
}
