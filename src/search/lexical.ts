/**
 * The lexical half of search: an inverted index over what counts now. Kept up to date by id and version, so that a change
 * of one rule costs one rule. Terms are made by core/words.ts, for documents and queries alike.
 */
import type { Standing } from '../core/strength.ts';
import { fieldsIn, Postings } from './postings.ts';
import { termsOf } from './terms.ts';

/** What is searched: a CURRENT rule or fact. */
export interface Entry extends Standing {
  id: string;
  type: 'rule' | 'profile';
  version: number;
  trigger: string;
  content: string;
  rationale: string;
  cues: string[];
  expires_at: string | null;
}

export interface LexicalHit {
  readonly id: string;
  /** BM25+ over the fields, times the number of query terms that hit. */
  score: number;
  /** The query's terms that hit, and the fields they hit in. */
  match: () => Record<string, string[]>;
}

/** Cues are written to be found and triggers say when; a rationale only supports. */
const FIELDS = { trigger: 1.2, content: 1, cues: 1.5, rationale: 0.3 };
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
/**
 * Scoring costs about half a microsecond a posting, and a term that a third of all rules hold says little: the rarest terms
 * are scored until this many entries are spent, the very rarest always unless it is in twice as many. At 10,000 rules that is 1
 * ms of a processor a query; building takes half a second of it and 9 MB.
 */
const MOST_POSTINGS = 2_500;
/** Longer queries (pasted logs) are read at both ends. */
const LONGEST_QUERY = 4_000;

interface Placed {
  entry: Entry;
  slot: number;
}

export class LexicalIndex {
  readonly #entries = new Map<string, Placed>();
  /** Whose slot it is; undefined where one left. */
  readonly #slots: (string | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #postings = new Postings(Object.values(FIELDS));

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id)?.entry;
  }

  /** In the order of their coming; entries may leave while this runs. */
  *entries(): Generator<Entry> {
    for (const { entry } of this.#entries.values()) yield entry;
  }

  /** Throws on an id that is there. */
  add(entry: Entry): void {
    if (this.#entries.has(entry.id)) throw new Error(`${entry.id} is in the index`);
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = entry.id;
    this.#entries.set(entry.id, { entry, slot });
    this.#postings.add(slot, fieldsOf(entry));
  }

  remove(id: string): void {
    const placed = this.#entries.get(id);
    if (placed === undefined) return;
    this.#entries.delete(id);
    this.#slots[placed.slot] = undefined;
    this.#free.push(placed.slot);
    this.#postings.remove(placed.slot, fieldsOf(placed.entry));
  }

  /** How many entries hold the term. */
  frequency(term: string): number {
    return this.#postings.frequency(term);
  }

  /** Terms of a query, each once, in its order. */
  static terms(query: string): string[] {
    const half = LONGEST_QUERY / 2;
    const read = query.length > LONGEST_QUERY ? `${query.slice(0, half)} ${query.slice(-half)}` : query;
    return [...new Set(termsOf(read))];
  }

  /** Every entry that shares a term, best first. */
  find(terms: readonly string[]): LexicalHit[] {
    const asked = this.#rarest(terms);
    if (asked.length === 0) return [];
    const found = [...this.#postings.score(asked)].map(([slot, { score, hits }]) => ({
      slot,
      score: score * hits.length,
      hits,
    }));
    found.sort((a, b) => b.score - a.score || a.slot - b.slot);
    return found.map(({ slot, score, hits }) => ({
      id: this.#slots[slot] as string,
      score,
      match: () =>
        Object.fromEntries(
          hits.map(({ term, counts }) => [asked[term], fieldsIn(counts).map((field) => NAMES[field] as string)]),
        ),
    }));
  }

  #rarest(terms: readonly string[]): string[] {
    const held = terms.filter((term) => this.frequency(term) > 0).sort((a, b) => this.frequency(a) - this.frequency(b));
    let postings = 0;
    return held.filter((term, i) => {
      postings += this.frequency(term);
      return postings <= (i === 0 ? 2 * MOST_POSTINGS : MOST_POSTINGS);
    });
  }
}

const fieldsOf = (entry: Entry): string[][] =>
  NAMES.map((name) => {
    const value = entry[name];
    return termsOf(Array.isArray(value) ? value.join('\n') : value);
  });
