/**
 * How much two wordings have in common, without a model: it only proposes what to compare. Whoever has vectors adds what they
 * say (`withVectors`): paraphrases share meaning where they share no word.
 */
import { words } from '../core/words.ts';
import type { Wording } from './lesson.ts';

/** How alike `one` is to each of `others`, 0 to 1. */
export type Similarity = (one: Comparable, others: readonly Comparable[]) => number[];
export interface Comparable extends Wording {
  /** Of what is stored. */
  id?: string;
  cues: readonly string[];
}

/** A wording never changes in place. */
const known = new WeakMap<Comparable, ReadonlySet<string>>();
function termsOf(c: Comparable): ReadonlySet<string> {
  const terms = known.get(c) ?? new Set(words([c.trigger, c.content, ...c.cues].join('\n')));
  known.set(c, terms);
  return terms;
}

/** Shared terms, each weighed by its rarity among `others`, as a part of what the smaller side says. */
export const lexicalSimilarity: Similarity = (one, others) => {
  const mine = termsOf(one);
  const theirs = others.map(termsOf);
  const frequency = new Map<string, number>();
  for (const terms of theirs) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const weight = (term: string) => Math.log(2 + others.length / (1 + (frequency.get(term) ?? 0)));
  const total = (terms: Iterable<string>) => {
    let sum = 0;
    for (const term of terms) sum += weight(term);
    return sum;
  };
  const own = total(mine);
  return theirs.map((terms) => {
    const shared = total([...terms].filter((term) => mine.has(term)));
    const smaller = Math.min(own, total(terms));
    return smaller === 0 ? 0 : shared / smaller;
  });
};

/** Of two wordings' vectors, -1 to 1; undefined when one has none. What is stored has an id. */
export type Cosine = (one: Meant, other: Meant) => number | undefined;
type Meant = Pick<Comparable, 'id' | 'trigger' | 'content'>;

/** Cosines of what is about one thing begin here with the embedding model in use; its unrelated sentences stay below. */
const ABOUT_ONE_THING = 0.55;

/** Adds what vectors say to what words say; it can only add. `cosine` may know some of them, or none. */
export const withVectors =
  (cosine: Cosine): Similarity =>
  (one, others) => {
    const lexical = lexicalSimilarity(one, others);
    return others.map((other, i) => {
      const near = ((cosine(one, other) ?? 0) - ABOUT_ONE_THING) / (1 - ABOUT_ONE_THING);
      return Math.max(lexical[i] ?? 0, Math.min(1, near));
    });
  };
