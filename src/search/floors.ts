/** The figures of the ranking and of its floor, in one place with what they were measured on. */

/** What a point of the lexical score is worth in cosine, for the order of hits. */
export const LEXICAL_WEIGHT = 0.02;

/** For the floor a pile of shared words counts less and less. */
const ROOT_WEIGHT = 0.04;
const LEAST_EVIDENCE = 0.31;

/** Whoever asks wants to see near misses too: least fit of a hit for a person or a model that searches. */
export const ASKED_FLOOR = 0.5;

/** How well an item with a vector fits a query. 1 is enough to tell it unasked. */
export const hybridFit = (cosine: number, lexicalScore: number): number =>
  (cosine + ROOT_WEIGHT * Math.sqrt(lexicalScore)) / LEAST_EVIDENCE;

/** How much better a prompt has to fit that asks for an answer or for a mechanical edit. */
export const RAISE = 2.6;

/** How much an item's strength (core/strength.ts, 0 to 1) is worth in cosine: it decides between hits that fit about as well. */
export const STRENGTH_WEIGHT = 0.02;
