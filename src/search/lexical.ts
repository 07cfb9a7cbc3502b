/**
 * The lexical half of search: a minisearch index over what counts now. Kept up to date by id and version, so that a change
 * of one rule costs one rule. Terms are made by core/words.ts, for documents and queries alike.
 */
import MiniSearch from 'minisearch';
import type { Standing } from '../core/strength.ts';
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
  match: Record<string, string[]>;
}

/** Cues are written to be found and triggers say when; a rationale only supports. */
const FIELDS = { trigger: 1.2, content: 1, cues: 1.5, rationale: 0.3 };
/**
 * Scoring costs about half a microsecond a posting, and a term that a third of all rules hold says little: the rarest terms
 * are scored until this many entries are spent, the very rarest always unless it is in twice as many. At 10,000 rules that is 1
 * to 2 ms of a processor a query; building takes 1.2 s of it and 60 MB, a sync with nothing new 3 ms. At 100,000: 14 s, 350 MB.
 */
const MOST_POSTINGS = 2_500;
/** Longer queries (pasted logs) are read at both ends. */
const LONGEST_QUERY = 4_000;

export class LexicalIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #frequency = new Map<string, number>();
  /** Of the entry that comes or goes: minisearch makes them field by field. */
  readonly #terms = new Set<string>();
  readonly #mini = new MiniSearch<Entry>({
    fields: Object.keys(FIELDS),
    extractField: (entry, field) => {
      const value = entry[field as keyof Entry];
      return Array.isArray(value) ? value.join('\n') : String(value);
    },
    tokenize: (text) => this.#noted(termsOf(text)),
    processTerm: (term) => term,
    searchOptions: { boost: FIELDS, bm25: { k: 1.2, b: 0.6, d: 0.5 } },
  });

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** In the order of their coming; entries may leave while this runs. */
  entries(): IterableIterator<Entry> {
    return this.#entries.values();
  }

  /** Throws on an id that is there. */
  add(entry: Entry): void {
    this.#terms.clear();
    this.#mini.add(entry);
    this.#entries.set(entry.id, entry);
    for (const term of this.#terms) this.#frequency.set(term, (this.#frequency.get(term) ?? 0) + 1);
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#terms.clear();
    this.#mini.remove(entry);
    for (const term of this.#terms) {
      const left = (this.#frequency.get(term) ?? 1) - 1;
      if (left > 0) this.#frequency.set(term, left);
      else this.#frequency.delete(term);
    }
  }

  #noted(terms: string[]): string[] {
    for (const term of terms) this.#terms.add(term);
    return terms;
  }

  /** How many entries hold the term. */
  frequency(term: string): number {
    return this.#frequency.get(term) ?? 0;
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
    return this.#mini.search(asked.join(' '), { tokenize: (text) => text.split(' ') }) as LexicalHit[];
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
