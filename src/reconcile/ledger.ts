/**
 * The lessons while they are being decided on: where each stands, which wordings it stands for, and every move made. A move
 * changes one lesson and leaves one step behind; a row's version rises once, however many moves there are.
 */
import type { EvidenceRef, ForgetRequest } from '../core/rule.ts';
import type { ChangeKind } from '../store/schema.ts';
import { type Lesson, newTurns, type Proposal } from './lesson.ts';
import { wordKey } from './similar.ts';

interface Words {
  trigger: string;
  content: string;
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
  said?: Words;
}
export interface Decision {
  writes: Write[];
  steps: Step[];
  /** Proposals that brought nothing. */
  known: number;
}
export interface Node extends Write {
  /** Wordings it stands for; the first one that has a verdict counts. */
  keys: string[];
}

const MOST_CUES = 8;
const wordsOf = ({ trigger, content }: Lesson): Words => ({ trigger, content });

export class Ledger {
  readonly nodes: Node[];
  readonly #held: ReadonlyMap<string, readonly EvidenceRef[]>;
  readonly #now: string;
  readonly #steps: Step[] = [];
  readonly #touched = new Set<Node>();

  constructor(lessons: readonly Lesson[], held: ReadonlyMap<string, readonly EvidenceRef[]>, now: string) {
    this.nodes = lessons.map((lesson) => ({ read: lesson.version, lesson, keys: [wordKey(lesson)], turns: [] }));
    this.#held = held;
    this.#now = now;
  }

  decision(known: number): Decision {
    const writes = [...this.#touched].map(({ lesson, read, turns }) => ({ lesson, read, turns }));
    return { writes, steps: this.#steps, known };
  }

  add({ lesson, turns }: Proposal): Node {
    const node: Node = { read: null, lesson, keys: [wordKey(lesson)], turns: [...turns] };
    this.nodes.push(node);
    this.#touched.add(node);
    this.#steps.push({ change: 'add', before: null, after: lesson, why: 'learned', turns });
    return node;
  }

  /** Counts the turns that `node` does not have; false when it has them all and nothing changes. */
  merge(node: Node, { lesson: said, turns }: Proposal): boolean {
    const old = node.lesson;
    const added = this.#newTurns(node, turns);
    const wider = said.project_id === null && old.project_id !== null;
    if (added.length === 0 && !wider) return false;
    node.turns.push(...added);
    node.keys.push(wordKey(said));
    // What is superseded keeps its time: it could otherwise become newer than what beat it.
    const newer = old.status === 'CURRENT' && said.learned_at >= old.learned_at;
    const set = {
      evidence: old.evidence + added.length,
      cues: [...new Set([...old.cues, ...said.cues])].slice(0, Math.max(MOST_CUES, old.cues.length)),
      ...(newer ? { learned_at: said.learned_at, expires_at: said.expires_at } : {}),
      ...(wider ? { project_id: null } : {}),
    };
    const why = wider ? 'said again, as true everywhere' : 'said again';
    this.#move(node, set, { change: 'merge', why, turns: added, said: wordsOf(said) });
    return true;
  }

  refine(node: Node, { lesson: said, turns }: Proposal, combined: Words): void {
    const old = node.lesson;
    const added = this.#newTurns(node, turns);
    node.turns.push(...added);
    node.keys.unshift(wordKey({ ...old, ...combined }), wordKey(said));
    const set = {
      ...combined,
      provisional: false,
      evidence: old.evidence + added.length,
      rationale: old.rationale || said.rationale,
      cues: [...new Set([...said.cues, ...old.cues])].slice(0, MOST_CUES),
      ...(said.learned_at >= old.learned_at ? { learned_at: said.learned_at, expires_at: said.expires_at } : {}),
    };
    this.#move(node, set, { change: 'refine', why: `refined by: ${said.content}`, turns: added, said: wordsOf(said) });
  }

  /** A note takes over the words of the extraction that read it; where it stands does not change. */
  reword(node: Node, { lesson: said, turns }: Proposal): void {
    const old = node.lesson;
    const added = this.#newTurns(node, turns);
    node.turns.push(...added);
    node.keys.unshift(wordKey(said));
    const { kind, rationale, cues } = said;
    const set = {
      ...wordsOf(said),
      kind,
      rationale,
      cues: cues.length > 0 ? cues : old.cues,
      provisional: false,
      evidence: old.evidence + added.length,
      ...(old.status === 'CURRENT' && said.learned_at > old.learned_at ? { learned_at: said.learned_at } : {}),
    };
    this.#move(node, set, { change: 'refine', why: 'a note, read and put into words', turns: added });
  }

  /** A note whose lesson lives in another one. One that was beaten before stays where it is. */
  absorb(node: Node, home: Node): void {
    if (node.lesson.status !== 'CURRENT') return;
    const why = `a note that is said better in: ${home.lesson.content}`;
    this.#move(node, { status: 'ARCHIVED', merged_into: home.lesson.id }, { change: 'absorb', why, turns: [] });
  }

  supersede(loser: Node, winner: Node, turns: EvidenceRef[]): void {
    const why = `contradicted by something said later: ${winner.lesson.content}`;
    this.#move(loser, { status: 'ARCHIVED', superseded_by: winner.lesson.id }, { change: 'supersede', why, turns });
  }

  withdraw(node: Node, { what, learned_at, evidence }: ForgetRequest): void {
    const set = { status: 'ARCHIVED' as const, withdrawn_at: learned_at };
    this.#move(node, set, { change: 'withdraw', why: `taken back: ${what}`, turns: evidence });
  }

  #newTurns(node: Node, turns: readonly EvidenceRef[]): EvidenceRef[] {
    return newTurns(turns, [...(this.#held.get(node.lesson.id) ?? []), ...node.turns]);
  }

  #move(node: Node, set: Partial<Lesson>, step: Omit<Step, 'before' | 'after'>): void {
    const before = node.lesson;
    node.lesson = { ...before, ...set, updated_at: this.#now, version: node.read === null ? 1 : node.read + 1 };
    this.#steps.push({ ...step, before, after: node.lesson });
    this.#touched.add(node);
  }
}
