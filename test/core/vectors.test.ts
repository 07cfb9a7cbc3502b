import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cosine,
  DIMENSIONS,
  flawOf,
  itemVector,
  normalised,
  padded,
  STORED_WIDTH,
  unpadded,
} from '../../src/core/vectors.ts';

const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS });
const unit = numbers.map((values) => normalised(Float32Array.from(values))).filter((vector) => vector !== undefined);
const axis = (n: number) => Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === n ? 1 : 0));

test('what was stored comes back as it was, and zeros behind it change no cosine', () => {
  fc.assert(
    fc.property(unit, unit, (a, b) => {
      expect(padded(a)).toHaveLength(STORED_WIDTH);
      expect(unpadded(padded(a))).toEqual(a);
      expect(cosine(padded(a), padded(b))).toBeCloseTo(cosine(a, b), 6);
    }),
    { numRuns: 50 },
  );
});

test('a cosine is 1 for itself, the same both ways, and never beyond 1', () => {
  fc.assert(
    fc.property(unit, unit, (a, b) => {
      expect(cosine(a, a)).toBeCloseTo(1, 5);
      expect(cosine(a, b)).toBe(cosine(b, a));
      expect(Math.abs(cosine(a, b))).toBeLessThanOrEqual(1);
    }),
    { numRuns: 50 },
  );
  expect(() => cosine(axis(0), padded(axis(0)))).toThrow('384 and 512');
});

test('an item lies between its text and the middle of its cues, nearer to these, however many they are', () => {
  const item = itemVector(axis(0), [axis(1), axis(1), axis(2)]);
  expect(flawOf(item)).toBeUndefined();
  expect(item[1]).toBeGreaterThan(item[0] as number);
  expect((item[0] as number) / (item[2] as number)).toBeCloseTo(0.4 * 3, 5);
  expect((item[1] as number) / (item[2] as number)).toBeCloseTo(2, 5);
  expect(itemVector(axis(0), [])).toEqual(axis(0));
  const opposite = axis(0).map((value) => -value);
  const cancelling = Array.from({ length: 10 }, (_, i) => (i < 7 ? opposite : axis(0)));
  const [first, ...others] = itemVector(axis(0), cancelling);
  expect(first).toBeCloseTo(1, 5);
  expect(others.every((value) => value === 0)).toBe(true);
});

test('what is no vector of the model is told apart', () => {
  expect(flawOf(axis(3))).toBeUndefined();
  expect(flawOf(new Float32Array(768).fill(0.03))).toBe('has 768 numbers, not 384');
  expect(flawOf(axis(3).fill(Number.NaN, 9, 10))).toMatch('no numbers');
  expect(flawOf(axis(3).fill(Number.POSITIVE_INFINITY, 9, 10))).toMatch('no numbers');
  expect(flawOf(new Float32Array(DIMENSIONS))).toMatch('length 1');
  expect(normalised(new Float32Array(DIMENSIONS))).toBeUndefined();
  expect(normalised(axis(3).fill(Number.NaN, 9, 10))).toBeUndefined();
  expect(() => padded(new Float32Array(768))).toThrow('768 numbers');
});

test('stored bytes that no vector made are none', () => {
  expect(unpadded(new Float32Array(STORED_WIDTH))).toBeUndefined();
  expect(unpadded(axis(0))).toBeUndefined();
  expect(unpadded(padded(axis(0)).fill(0.5, 500))).toBeUndefined();
  expect(unpadded(padded(axis(0)).fill(Number.NaN, 5, 6))).toBeUndefined();
});
