/**
 * One ranking, explained: both legs look at every item, and what they say is added as it is (cosine + a weight times BM25).
 * Ranks are not added, and nothing is scaled to the query's best hit: either would give a poor hit full marks whenever nothing
 * fits. A prompt that fits nothing finds nothing, whatever the size of the playbook. Without vectors the words stand alone.
 */

import { weights, wordFit } from './fit.ts';
import { combinedFit, LEXICAL_WEIGHT } from './floors.ts';
import { type Entry, LexicalIndex } from './lexical.ts';
import type { SearchIndex } from './search-index.ts';

/** What one leg says of a hit. `rank` 1 is its best of all items. */
export interface Leg {
  rank: number;
  /** BM25+ of the words, cosine of the vectors. */
  score: number;
}
export interface Hit {
  entry: Entry;
  score: number;
  /** 1 is the floor of what is told without being asked. */
  fit: number;
  legs: { lexical?: Leg; vector?: Leg };
  /** The cue whose words the query shares most. */
  cue?: string;
  /** Which of the query's terms hit, and in which fields. */
  matches: Record<string, string[]>;
}
export interface SearchOptions {
  limit: number;
  /** Least fit of a hit: 1 for what is told without being asked, 0 for everything. */
  floor?: number;
  /** ISO: facts past their time are left out. */
  now?: string;
  /** The query's vector, made by the model whose vectors the index holds. */
  queryVector?: Float32Array | undefined;
}

/** Hits whose fit is looked at; what ranks lower would not be told anyway. */
const LOOKED_AT = 40;

interface Ranked {
  entry: Entry;
  score: number;
  lexical?: Leg;
  matches: Record<string, string[]>;
  cosine: number | undefined;
}

export function search(index: SearchIndex, query: string, options: SearchOptions): Hit[] {
  const { limit, floor = 1, now, queryVector } = options;
  const terms = LexicalIndex.terms(query);
  const cosines = queryVector && index.vectors.compare(queryVector);
  const most = Math.max(LOOKED_AT, limit);
  const found = new Map<string, Ranked>();
  const add = (id: string, hit: { lexical?: Leg; matches: Record<string, string[]> }) => {
    const entry = index.words.get(id);
    if (entry === undefined || found.has(id)) return;
    if (now !== undefined && entry.expires_at !== null && entry.expires_at <= now) return;
    const cosine = cosines?.of(id);
    found.set(id, { entry, ...hit, cosine, score: (cosine ?? 0) + LEXICAL_WEIGHT * (hit.lexical?.score ?? 0) });
  };
  index.words.find(terms).forEach(({ id, score, matches }, i) => {
    add(id, { lexical: { rank: i + 1, score }, matches });
  });
  for (const { id } of cosines?.best(most) ?? []) add(id, { matches: {} });
  const ranked = [...found.values()].sort((a, b) => b.score - a.score).slice(0, most);
  const asked = new Set(terms);
  const weigh = weights(index.words);
  const hits: Hit[] = [];
  for (const { entry, score, lexical, matches, cosine } of ranked) {
    if (hits.length >= limit) break;
    const words = wordFit(entry, asked, weigh);
    const fit = cosine === undefined ? words.fit : combinedFit(cosine, words.fit);
    if (fit < floor) continue;
    const vector = cosines && cosine !== undefined ? { rank: cosines.rank(cosine), score: cosine } : undefined;
    hits.push({
      entry,
      score,
      fit,
      legs: { ...(lexical && { lexical }), ...(vector && { vector }) },
      ...(words.cue !== undefined && { cue: words.cue }),
      matches,
    });
  }
  return hits;
}
