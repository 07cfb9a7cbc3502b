/**
 * The figures of the ranking and of its floor, in one place with what they were measured on: `npm run eval -- retrieval`, the
 * int8 model, an index with cues, tuned on the half of eval/corpus that its report names. Recall is among the first five; "told"
 * is recall above the floor; "for nothing" are prompts that need no lesson and were told one.
 *
 * | | recall, all and tasks | MRR | told, all and tasks | for nothing, of 69 |
 * |---|---|---|---|---|
 * | words | 0.897, 0.845 | 0.808 | 0.607, 0.545 | 2 |
 * | meaning | 0.888, 0.890 | 0.792 | 0.640, 0.657 | 1 |
 * | both | 0.934, 0.932 | 0.848 | 0.846, 0.876 | 4 |
 *
 * Both, on the half that these figures were not tuned on: 0.943 · 0.858 · 0.860 · 0 of 36. The patterns of purpose.ts and
 * the words of glossary.ts were written by somebody who had seen both halves, so expect less of other prompts.
 */

/**
 * What a point of the lexical score is worth in cosine, for the order of hits. From 0.01 to 0.03 recall goes 0.909, 0.927, 0.928;
 * LoCoMo's turns, where lexical scores are higher, want the same.
 */
export const LEXICAL_WEIGHT = 0.02;

/** For the floor a pile of shared words counts less and less: with the plain score, 0.84 of the task prompts are told, not 0.86. */
const ROOT_WEIGHT = 0.05;
/** At 0.30 told rises to 0.851 and 7 are told for nothing, at 0.36 it falls to 0.821 with 2. */
const LEAST_EVIDENCE = 0.33;

/** Whoever asks wants to see near misses too: least fit of a hit for a person or a model that searches. */
export const ASKED_FLOOR = 0.5;

/** How well an item with a vector fits a query. 1 is enough to tell it unasked. */
export const hybridFit = (cosine: number, lexicalScore: number): number =>
  (cosine + ROOT_WEIGHT * Math.sqrt(lexicalScore)) / LEAST_EVIDENCE;

/**
 * How much better a prompt has to fit that asks for an answer or for a mechanical edit (purpose.ts). Without it no floor holds: at
 * 5 % false less than a third of the task prompts were told their rule. A question may well be for a fact ("who is on call tonight"):
 * down to 2.75 that costs nothing, at 2.5 one more is told for nothing.
 */
export const RAISE = { rule: 3, profile: 2.75 };

/** How much an item's strength (core/strength.ts, 0 to 1) is worth in cosine: it decides between hits that fit about as well. */
export const STRENGTH_WEIGHT = 0.02;
