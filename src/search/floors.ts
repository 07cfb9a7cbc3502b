/**
 * The figures of the ranking and of its floor, in one place with what they were measured on: `npm run eval -- retrieval`, the
 * int8 model, an index with cues, tuned on the half of eval/corpus that its report names. Recall is among the first five; "told"
 * is recall above the floor; "for nothing" are prompts that need no lesson and were told one.
 *
 * | | recall, all and tasks | MRR | told, all and tasks | for nothing, of 69 |
 * |---|---|---|---|---|
 * | words | 0.897, 0.845 | 0.808 | 0.662, 0.611 | 3 |
 * | meaning | 0.888, 0.890 | 0.792 | 0.604, 0.650 | 0 |
 * | both | 0.934, 0.932 | 0.848 | 0.862, 0.900 | 2 |
 *
 * Both, on the half that the weights were not tuned on: 0.943 · 0.858 · 0.863 · 0 of 36. The patterns of purpose.ts and
 * the words of glossary.ts were written by somebody who had seen both halves, so expect less of other prompts. On eval/corpus-neighbours,
 * on which nothing was tuned: recall 0.904, MRR 0.847, told 0.858, and 45 of 150 told something for nothing, nearly all of them work next to
 * what a rule is about: the model cannot tell such neighbours from tasks, and a floor that halves them loses a tenth of what is told.
 */

/**
 * What a point of the lexical score is worth in cosine, for the order of hits. From 0.01 to 0.03 recall goes 0.909, 0.927, 0.928;
 * LoCoMo's 1,981 questions, where lexical scores are higher, want the same: any@10 0.731, 0.735, 0.729 at 0.012, 0.02, 0.03.
 */
export const LEXICAL_WEIGHT = 0.02;

/** For the floor a pile of shared words counts less and less: with the plain score, a fiftieth less of the task prompts is told. */
const ROOT_WEIGHT = 0.05;
/** At 0.33 four are told for nothing, and 30 of the neighbours, at 0.38 a fortieth less is told. */
const LEAST_EVIDENCE = 0.36;

/** Whoever asks wants to see near misses too: least fit of a hit for a person or a model that searches. */
export const ASKED_FLOOR = 0.5;

/** How well an item with a vector fits a query. 1 is enough to tell it unasked. */
export const hybridFit = (cosine: number, lexicalScore: number): number =>
  (cosine + ROOT_WEIGHT * Math.sqrt(lexicalScore)) / LEAST_EVIDENCE;

/**
 * Where the best hit passes the floor the prompt is about the matter, so less is enough for what comes beside it; and what fits not half
 * as well as the best is chance. It lets the floor be higher for the same part told, and a prompt that needs nothing meets only the floor.
 */
const BESIDE = { ofFloor: 0.7, ofBest: 0.45 };

/** Least fit of a hit when the best one has this fit. */
export const leastBeside = (best: number, floor: number): number =>
  floor === 0 ? 0 : Math.max(BESIDE.ofFloor * floor, BESIDE.ofBest * best);

/**
 * How much better a prompt has to fit that asks for an answer or for a mechanical edit (purpose.ts). Without it no floor holds: at
 * 5 % false less than a third of the task prompts were told their rule. A question may well be for a fact ("who is on call tonight"):
 * down to 2.5 that costs nothing, at 2.25 one more is told for nothing.
 */
export const RAISE = { rule: 2.75, profile: 2.5 };

/** How much an item's strength (core/strength.ts, 0 to 1) is worth in cosine: it decides between hits that fit about as well. */
export const STRENGTH_WEIGHT = 0.02;
