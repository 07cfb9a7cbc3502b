/**
 * The lessons while they are being decided on: where each stands and which wordings it stands for. Every move leaves one step
 * behind; a row's version rises once, however many moves there are.
 */
import type { EvidenceRef } from '../core/rule.ts';
import type { ChangeKind } from '../store/schema.ts';
import { type Lesson, newTurns } from './lesson.ts';
import { recipeKey } from './rank.ts';
import { wordKey } from './word-key.ts';

export interface Words {
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
  place: number;
}

/** Before the moves it knows (ledger.ts) this is all it does: to hold nodes, to find them by wording, to write down. */
export class Book {
  readonly nodes: Node[] = [];
  readonly #byKey = new Map<string, Set<Node>>();
  readonly #byId = new Map<string, Node>();
  readonly #held: ReadonlyMap<string, readonly EvidenceRef[]>;
  readonly #now: string;
  readonly #steps: Step[] = [];
  readonly #touched = new Set<Node>();

  constructor(lessons: readonly Lesson[], held: ReadonlyMap<string, readonly EvidenceRef[]>, now: string) {
    this.#held = held;
    this.#now = now;
    for (const lesson of lessons) this.place(lesson, lesson.version, []);
  }

  decision(known: number): Decision {
    const writes = [...this.#touched].map(({ lesson, read, turns }) => ({ lesson, read, turns }));
    return { writes, steps: this.#steps, known };
  }

  node = (id: string | null): Node | undefined => (id === null ? undefined : this.#byId.get(id));

  /** What stands for any of these wordings (`wordKey` or `recipeKey`), in the order of the lessons. */
  withKeys(keys: Iterable<string>): Node[] {
    const found = new Set<Node>();
    for (const key of keys) for (const node of this.#byKey.get(key) ?? []) found.add(node);
    return [...found].sort((a, b) => a.place - b.place);
  }

  place(lesson: Lesson, read: number | null, turns: EvidenceRef[]): Node {
    const node: Node = { read, lesson, keys: [], turns, place: this.nodes.length };
    this.nodes.push(node);
    this.#byId.set(lesson.id, node);
    this.leadWith(node, wordKey(lesson));
    const recipe = recipeKey(lesson);
    if (recipe !== undefined) this.#index(recipe, node);
    return node;
  }

  /** The wording that counts first from now on; the last one led with comes first. */
  leadWith(node: Node, ...keys: string[]): void {
    for (const key of keys) {
      node.keys.unshift(key);
      this.#index(key, node);
    }
  }

  standFor(node: Node, key: string): void {
    node.keys.push(key);
    this.#index(key, node);
  }

  newTurns(node: Node, turns: readonly EvidenceRef[]): EvidenceRef[] {
    return newTurns(turns, [...(this.#held.get(node.lesson.id) ?? []), ...node.turns]);
  }

  begin(node: Node, step: Omit<Step, 'before' | 'after'>): void {
    this.#touched.add(node);
    this.#steps.push({ ...step, before: null, after: node.lesson });
  }

  move(node: Node, set: Partial<Lesson>, step: Omit<Step, 'before' | 'after'>): void {
    const before = node.lesson;
    this.set(node, { ...set, updated_at: this.#now });
    this.#steps.push({ ...step, before, after: node.lesson });
  }

  /** Without a step: nothing that anybody sees changes. */
  set(node: Node, set: Partial<Lesson>): void {
    node.lesson = { ...node.lesson, ...set, version: node.read === null ? 1 : node.read + 1 };
    this.#touched.add(node);
  }

  #index(key: string, node: Node): void {
    const nodes = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, nodes.add(node));
  }
}
