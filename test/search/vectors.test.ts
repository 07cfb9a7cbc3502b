import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../bench/corpus.ts';
import { cosine, DIMENSIONS, normalised } from '../../src/core/vectors.ts';
import { VectorIndex } from '../../src/search/vectors.ts';

function vector(seed: number): Float32Array {
  const random = randomFrom(seed);
  return normalised(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)) as Float32Array;
}

test('whatever came, changed and went, every item is compared by the vector it has now', () => {
  const step = fc.record({ id: fc.integer({ min: 0, max: 9 }), seed: fc.option(fc.integer({ min: 1, max: 50 })) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = new VectorIndex();
      const held = new Map<string, Float32Array>();
      for (const { id, seed } of steps) {
        if (seed === null) {
          index.remove(String(id));
          held.delete(String(id));
        } else {
          expect(index.put(String(id), vector(seed))).toBe(true);
          held.set(String(id), vector(seed));
        }
      }
      expect(index.size).toBe(held.size);
      const query = vector(99);
      const found = index.compare(query);
      expect(found === undefined).toBe(held.size === 0);
      for (const [id, own] of held) expect(found?.of(id)).toBeCloseTo(cosine(own, query), 5);
      const expected = [...held].map(([, own]) => cosine(own, query)).sort((a, b) => b - a);
      const best = found?.best(4) ?? [];
      expect(best).toHaveLength(Math.min(4, held.size));
      for (const [i, hit] of best.entries()) expect(hit.cosine).toBeCloseTo(expected[i] as number, 5);
    }),
    { numRuns: 60 },
  );
});

test('the rank of a cosine is its place among all', () => {
  const index = new VectorIndex();
  for (let seed = 1; seed <= 30; seed++) index.put(String(seed), vector(seed));
  const found = index.compare(vector(7));
  expect(found?.best(1)[0]?.id).toBe('7');
  expect(found?.best(30).map((hit) => found.rank(hit.cosine))).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
});

describe('what no embedder makes', () => {
  const broken = {
    'a NaN': vector(1).fill(Number.NaN, 3, 4),
    'an infinity': vector(1).fill(Number.POSITIVE_INFINITY, 3, 4),
    zeros: new Float32Array(DIMENSIONS),
    'another width': new Float32Array(768).fill(1 / Math.sqrt(768)),
    'another length': vector(1).map((value) => 3 * value),
  };
  test.each(Object.entries(broken))('%s is not kept, takes the place of nothing, and is no query', (_, bad) => {
    const index = new VectorIndex();
    expect(index.put('a', bad)).toBe(false);
    expect(index.size).toBe(0);
    index.put('a', vector(2));
    expect(index.compare(bad)).toBeUndefined();
  });

  test('an item whose new vector is broken has none any more', () => {
    const index = new VectorIndex();
    index.put('a', vector(1));
    index.put('a', broken['a NaN']);
    expect(index.has('a')).toBe(false);
  });
});
