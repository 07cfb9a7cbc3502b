/** The figures of the ranking, in one place with what they were measured on: weights, floors and boosts. */

/** What a point of the lexical score is worth in cosine. */
export const LEXICAL_WEIGHT = 0.02;

/** How well an item with a vector fits: cosine and the fit of the words, added. */
export const combinedFit = (cosine: number, words: number): number => (cosine + 0.2 * Math.min(words, 2)) / 0.55;
