/**
 * Vectors of meaning: 384 numbers of length 1, so that the dot product of two is their cosine. Stored they are 512 wide, zeros
 * behind; zeros change no cosine.
 */

/** Width of what the model makes. */
export const DIMENSIONS = 384;
/** Width of what is stored. */
export const STORED_WIDTH = 512;

/** How far rounding may take a vector's length from 1. */
const LENGTH_SLACK = 1e-3;

/** Of two vectors of length 1 and of the same width: -1 to 1. Throws on two widths, which is a bug. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`vectors of ${a.length} and ${b.length} numbers have no cosine`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  // Rounding may take it over the edge.
  return Math.max(-1, Math.min(1, sum));
}

/** The same direction with length 1; undefined when there is none: all zeros, or a number that is none. */
export function normalised(vector: Float32Array): Float32Array | undefined {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}

/** What is wrong with a model's vector, as the end of a sentence ("… has 768 numbers, not 384"); undefined when nothing is. */
export function flawOf(vector: Float32Array): string | undefined {
  if (vector.length !== DIMENSIONS) return `has ${vector.length} numbers, not ${DIMENSIONS}`;
  // By place: this is asked of every vector that is read.
  let square = 0;
  for (let i = 0; i < DIMENSIONS; i++) square += (vector[i] as number) ** 2;
  if (!Number.isFinite(square)) return 'holds values that are no numbers';
  return Math.abs(Math.sqrt(square) - 1) > LENGTH_SLACK ? 'is not of length 1' : undefined;
}

/**
 * What the text counts beside the mean of the cues. A prompt is a task, as cues are, and the rule is its answer: measured on the
 * corpus of eval/corpus by cosine alone, right rules among the first five of task prompts: 0.82 at 1, 0.88 at 0.3, 0.86 without the
 * text; of all queries 0.83, 0.85 and 0.78.
 */
const TEXT_WEIGHT = 0.4;

/**
 * An item's one vector: its text plus the mean of its cues, so that the task prompts in which it matters find it. All of
 * length 1, as is the result; where text and cues cancel each other out, the text stands alone.
 */
export function itemVector(text: Float32Array, cues: readonly Float32Array[]): Float32Array {
  if (cues.length === 0) return text;
  const sum = text.map((value) => TEXT_WEIGHT * value);
  for (const cue of cues) {
    if (cue.length !== text.length) throw new RangeError(`a cue of ${cue.length} numbers, a text of ${text.length}`);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (cue[i] as number) / cues.length;
  }
  return normalised(sum) ?? text;
}

/** 384 wide to 512 wide. Throws on another width. */
export function padded(vector: Float32Array): Float32Array {
  if (vector.length !== DIMENSIONS) throw new RangeError(`a vector ${flawOf(vector)}`);
  const stored = new Float32Array(STORED_WIDTH);
  stored.set(vector);
  return stored;
}

/** 512 wide back to 384 wide, a view of the same memory; undefined for anything that `padded` did not make. */
export function unpadded(stored: Float32Array): Float32Array | undefined {
  if (stored.length !== STORED_WIDTH || stored.subarray(DIMENSIONS).some((value) => value !== 0)) return undefined;
  const vector = stored.subarray(0, DIMENSIONS);
  return flawOf(vector) === undefined ? vector : undefined;
}
