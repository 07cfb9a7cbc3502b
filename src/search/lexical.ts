/**
 * The lexical half of search: a minisearch index over what counts now. Kept up to date by id and version, so that a change
 * of one rule costs one rule. Terms are made by core/words.ts, for documents and queries alike.
 */
import MiniSearch from 'minisearch';
import { words } from '../core/words.ts';

/** What is searched: a CURRENT rule or fact. */
export interface Entry {
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
  entry: Entry;
  /** BM25+ over the fields, times the number of query terms that hit. */
  score: number;
  /** The query's terms that hit, and the fields they hit in. */
  matches: Record<string, string[]>;
}

/** Cues are written to be found and triggers say when; a rationale only supports. */
const FIELDS = { trigger: 1.2, content: 1, cues: 1.5, rationale: 0.3 };
/**
 * Scoring costs about half a microsecond a posting, and a term that a third of all rules hold says little: the rarest terms
 * are scored until this many entries are spent, the very rarest always. Measured at 10,000 rules on two busy cores: 2 to 4
 * ms a query in the middle, 5 to 10 at the 95th percentile; building 0.8 to 1.6 s and 33 MB, an unchanged sync 3 ms.
 */
const MOST_POSTINGS = 4_000;
/** Longer queries (pasted logs) are read at both ends. */
const LONGEST_QUERY = 4_000;

export class LexicalIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #frequency = new Map<string, number>();
  readonly #mini = new MiniSearch<Entry>({
    fields: Object.keys(FIELDS),
    extractField: (entry, field) => {
      const value = entry[field as keyof Entry];
      return Array.isArray(value) ? value.join('\n') : String(value);
    },
    tokenize: words,
    processTerm: (term) => term,
    searchOptions: { boost: FIELDS, bm25: { k: 1.2, b: 0.6, d: 0.5 } },
  });

  get size(): number {
    return this.#entries.size;
  }

  /** Makes the index hold exactly these entries. */
  sync(entries: readonly Entry[]): void {
    const wanted = new Map(entries.map((entry) => [entry.id, entry]));
    for (const [id, entry] of this.#entries) {
      if (wanted.get(id)?.version !== entry.version) this.#remove(entry);
    }
    for (const entry of wanted.values()) if (!this.#entries.has(entry.id)) this.#add(entry);
  }

  #add(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    this.#mini.add(entry);
    for (const term of termsOf(entry)) this.#frequency.set(term, (this.#frequency.get(term) ?? 0) + 1);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.id);
    this.#mini.remove(entry);
    for (const term of termsOf(entry)) this.#frequency.set(term, (this.#frequency.get(term) ?? 1) - 1);
  }

  /** How many entries hold the term. */
  frequency(term: string): number {
    return this.#frequency.get(term) ?? 0;
  }

  /** Terms of a query, each once, in its order. */
  static terms(query: string): string[] {
    const half = LONGEST_QUERY / 2;
    const read = query.length > LONGEST_QUERY ? `${query.slice(0, half)} ${query.slice(-half)}` : query;
    return [...new Set(words(read))];
  }

  /** The best `limit` hits for these terms, best first; any shared term is a hit. */
  find(terms: readonly string[], limit: number): LexicalHit[] {
    const asked = this.#rarest(terms);
    if (asked.length === 0) return [];
    const found = this.#mini.search(asked.join(' '), { tokenize: (text) => text.split(' ') });
    return found.slice(0, limit).flatMap(({ id, score, match }) => {
      const entry = this.#entries.get(id);
      return entry ? [{ entry, score, matches: match }] : [];
    });
  }

  #rarest(terms: readonly string[]): string[] {
    const held = terms.filter((term) => this.frequency(term) > 0).sort((a, b) => this.frequency(a) - this.frequency(b));
    let postings = 0;
    return held.filter((term, i) => {
      postings += this.frequency(term);
      return i === 0 || postings <= MOST_POSTINGS;
    });
  }
}

function termsOf(entry: Entry): Set<string> {
  return new Set([entry.trigger, entry.content, entry.rationale, ...entry.cues].flatMap(words));
}
