/**
 * Whether a loaded model is all-MiniLM-L6-v2 and works: one sentence whose tokens and vector are known. This finds what no look
 * at files finds: another model of the same shape, a tokenizer of another, weights that were damaged, a library that computes
 * something else.
 */
import { cosine, flawOf, normalised } from '../../core/vectors.ts';

export const PROBE_TEXT = 'When installing packages in this repository, run pnpm install; never npm install.';
const TOKEN_IDS = [
  101, 2043, 23658, 14555, 1999, 2023, 22409, 1010, 2448, 1052, 16275, 2213, 16500, 1025, 2196, 27937, 2213, 16500,
  1012, 102,
];

/** The vector that sentence-transformers makes of it from the original weights, in 255 steps. */
const VECTOR =
  'I9vs9j/g1uTUSBsgsDAhX/jxbB286jsc7AodK+4H0gwqBvZlrfLH1SQd+sMrH/HiCOva++u/CAc7Htzs+fLV+AdKIxcG/BLx/dnA7f31CTnwHe' +
  '8B9y768u38HfkBFeHhGy7m6BjQ2B3tGBHo/DYLDxTxvh0PG+pF3jQg/uDXKQArDuUXLxovBs6pCLX/BN3A/AY8CfPL+igNBjQSAe8KMOn9EfLE' +
  'DdXN7xQE5wzYEv9RDusQ5Pwr0wXs374f7w3WGxXEEDwSNeEKQ+XuAhcVHgTt9QUP9Swc9xFK5gr5vQD9DNUXyQKu4A8kJhAsERol6w7b8hsVCg' +
  '0O6iv64RL+Q4H16RTyENz09w2l7PTGGCEF4dUkKtcFAQsvHMsB39na+ynCQCoH3TlS9NEM7T0H4Sr0KzjeziamzB4s/vQbJwA07uPwZfIiEAYT' +
  '+AzDOzX4xjHPyOXSvRYG6zjv/+7g99zaMRY5ByTaufAUH84G8AXcAjQL9QYBEgT3AcoR8BLL';

/** Quantised weights come within 0.976 of the original's direction, whole ones within 0.9999. */
const LEAST_COSINE = { int8: 0.95, fp32: 0.995 } as const;

const expected = (): Float32Array =>
  normalised(Float32Array.from(Buffer.from(VECTOR, 'base64'), (byte) => (byte << 24) >> 24)) as Float32Array;

/** As the end of a sentence about the model; undefined when all is well. */
export function probeFlaw(
  kind: keyof typeof LEAST_COSINE,
  ids: readonly number[],
  vector: Float32Array,
): string | undefined {
  if (ids.join() !== TOKEN_IDS.join()) return 'has a tokenizer.json that splits words another way';
  const flaw = flawOf(vector);
  if (flaw !== undefined) return `makes a vector that ${flaw}`;
  const likeness = cosine(vector, expected());
  if (likeness >= LEAST_COSINE[kind]) return undefined;
  return `makes other vectors than all-MiniLM-L6-v2 (cosine ${likeness.toFixed(3)})`;
}
