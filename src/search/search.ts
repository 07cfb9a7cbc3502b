/**
 * One ranking, explained: both legs look at every item, and what they say is added as it is (cosine + a weight times BM25).
 * Ranks are not added, and nothing is scaled to the query's best hit: either would give a poor hit full marks whenever nothing
 * fits. A prompt that fits nothing finds nothing, whatever the size of the playbook. Without vectors the words stand alone.
 */
import { strengthOf } from '../core/strength.ts';
import { wordFits } from './fit.ts';
import { hybridFit, LEXICAL_WEIGHT, leastBeside, RAISE, STRENGTH_WEIGHT } from './floors.ts';
import { type Entry, LexicalIndex } from './lexical.ts';
import { purposeOf } from './purpose.ts';
import type { SearchIndex } from './search-index.ts';
import type { Cosines } from './vectors.ts';

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
  /** The cue whose words the query shares most, where that was asked for. */
  cue?: string;
  /** Which of the query's terms hit, and in which fields. */
  matches: Record<string, string[]>;
}
export interface SearchOptions {
  limit: number;
  /** Least fit of the best hit: 1 for what is told without being asked, 0 for everything. Raised for prompts that are no work. */
  floor?: number;
  /** Somebody asks for lessons: it does not matter what the text would be for as a prompt. */
  asked?: boolean;
  /** Say which cue hit: the words of each hit are read for it. */
  explained?: boolean;
  /** False: by meaning alone. */
  byWords?: boolean;
  /** ISO: facts past their time are left out, and stronger items come first among those that fit about as well. */
  now?: string;
  /** The query's vector, made by the model whose vectors the index holds. */
  queryVector?: Float32Array | undefined;
}

/** Hits whose fit is looked at; what ranks lower would not be told anyway. */
const LOOKED_AT = 40;
/** Of the lexical hits so many times more are looked at: what stands behind them must be near by meaning to come first. */
const LEXICAL_TIMES = 5;

interface Candidate {
  entry: Entry;
  score: number;
  lexical?: Leg;
  matches: Record<string, string[]>;
  cosine: number | undefined;
}

/** Every item that could come first, best first: the best of each leg, with what both legs say of it. */
function candidates(
  index: SearchIndex,
  {
    terms,
    cosines,
    most,
    now,
  }: { terms: string[]; cosines: Cosines | undefined; most: number; now: string | undefined },
): Candidate[] {
  const near = new Set(cosines?.best(most).map(({ id }) => id));
  const found: Candidate[] = [];
  const add = (id: string, lexical: Leg | undefined, matches: Record<string, string[]>) => {
    const entry = index.words.get(id);
    if (entry === undefined || (now !== undefined && entry.expires_at !== null && entry.expires_at <= now)) return;
    const cosine = cosines?.of(id);
    const boost = now === undefined ? 0 : STRENGTH_WEIGHT * strengthOf(entry, index.uses.get(id), now);
    const score = (cosine ?? 0) + LEXICAL_WEIGHT * (lexical?.score ?? 0) + boost;
    found.push({ entry, score, ...(lexical && { lexical }), matches, cosine });
  };
  index.words.find(terms).forEach(({ id, score, match }, i) => {
    if (i < LEXICAL_TIMES * most || near.has(id)) add(id, { rank: i + 1, score }, match);
    near.delete(id);
  });
  for (const id of near) add(id, undefined, {});
  return found.sort((a, b) => b.score - a.score).slice(0, most);
}

/** Best first, at most `limit`. Pure; an odd query (empty, huge, no words in it) finds little or nothing and never throws. */
export function search(index: SearchIndex, query: string, options: SearchOptions): Hit[] {
  const { limit, floor = 1, asked = false, explained = false, byWords = true, now, queryVector } = options;
  const isWork = asked || purposeOf(query) === 'work';
  const terms = byWords ? LexicalIndex.terms(query) : [];
  const cosines = queryVector && index.vectors.compare(queryVector);
  const most = Math.max(LOOKED_AT, limit);
  const wordFitOf = wordFits(index.words, new Set(terms));
  const fitOf = ({ entry, lexical, cosine }: Candidate): number => {
    const fit = cosine === undefined ? wordFitOf(entry).fit : hybridFit(cosine, lexical?.score ?? 0);
    return isWork ? fit : fit / RAISE[entry.type];
  };
  const ranked = candidates(index, { terms, cosines, most, now }).map((one) => ({ ...one, fit: fitOf(one) }));
  const best = Math.max(0, ...ranked.map(({ fit }) => fit));
  if (best < floor) return [];
  return ranked
    .filter(({ fit }) => fit >= leastBeside(best, floor))
    .slice(0, limit)
    .map(({ entry, score, lexical, matches, cosine, fit }) => {
      const { cue } = explained && lexical ? wordFitOf(entry) : { cue: undefined };
      const vector = cosines && cosine !== undefined ? { rank: cosines.rank(cosine), score: cosine } : undefined;
      return {
        entry,
        score,
        fit,
        legs: { ...(lexical && { lexical }), ...(vector && { vector }) },
        ...(cue !== undefined && { cue }),
        matches,
      };
    });
}
