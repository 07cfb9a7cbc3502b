import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsIn, Postings } from '../../src/search/postings.ts';

const WEIGHTS = [1.2, 1, 1.5];
type Fields = string[][];

const term = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', '中');
const fields = fc.array(fc.array(term, { maxLength: 6 }), { minLength: WEIGHTS.length, maxLength: WEIGHTS.length });

/** BM25+ as it is written down, over the plain lists. */
function expected(held: ReadonlyMap<number, Fields>, terms: readonly string[]): Map<number, number> {
  const lists = (field: number) => [...held.values()].map((one) => one[field] as string[]);
  const scores = new Map<number, number>();
  for (const [slot, own] of held) {
    let sum = 0;
    for (const asked of terms) {
      WEIGHTS.forEach((weight, field) => {
        const count = (own[field] as string[]).filter((one) => one === asked).length;
        if (count === 0) return;
        const holders = lists(field).filter((list) => list.includes(asked)).length;
        const lengths = lists(field).map((list) => new Set(list).size);
        const usual = lengths.reduce((a, b) => a + b) / held.size;
        const length = new Set(own[field]).size;
        const rarity = Math.log(1 + (held.size - holders + 0.5) / (holders + 0.5));
        sum += weight * rarity * (0.5 + (count * 2.2) / (count + 1.2 * (0.4 + (0.6 * length) / usual)));
      });
    }
    if (sum > 0) scores.set(slot, sum);
  }
  return scores;
}

test('whatever came and went, the scores are those of BM25+ over what is there', () => {
  const step = fc.record({ slot: fc.nat(5), fields });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.uniqueArray(term), (steps, asked) => {
      const postings = new Postings(WEIGHTS);
      const held = new Map<number, Fields>();
      for (const { slot, fields: next } of steps) {
        const before = held.get(slot);
        if (before) postings.remove(slot, before);
        if (before) held.delete(slot);
        else {
          held.set(slot, next);
          postings.add(slot, next);
        }
      }
      const scores = expected(held, asked);
      const found = postings.score(asked);
      expect([...found.keys()].sort()).toEqual([...scores.keys()].sort());
      for (const [slot, score] of scores) expect(found.get(slot)?.score).toBeCloseTo(score, 8);
      for (const one of asked) {
        const holders = [...held.values()].filter((own) => own.flat().includes(one));
        expect(postings.frequency(one)).toBe(holders.length);
      }
    }),
  );
});

test('a hit tells which terms hit, and in which fields', () => {
  const postings = new Postings([1, 1, 1, 1]);
  postings.add(7, [['x'], [], ['x', 'x'], ['y', 'x']]);
  const hits = postings.score(['z', 'y', 'x']).get(7)?.hits ?? [];
  expect(hits.map(({ term: at, counts }) => [at, fieldsIn(counts)])).toEqual([
    [1, [3]],
    [2, [0, 2, 3]],
  ]);
});

test('a term that is a thousand times in a field is counted as often as a byte can tell', () => {
  const postings = new Postings([1, 1, 1, 1]);
  const many = Array.from({ length: 1_000 }, () => 'x');
  postings.add(0, [[], [], [], many]);
  postings.add(1, [[], [], many, []]);
  const found = postings.score(['x']);
  expect([0, 1].map((slot) => fieldsIn(found.get(slot)?.hits[0]?.counts ?? 0))).toEqual([[3], [2]]);
  expect(found.get(0)?.score).toBeCloseTo(found.get(1)?.score ?? 0, 8);
  postings.remove(0, [[], [], [], many]);
  expect(postings.frequency('x')).toBe(1);
});

test('what left leaves its room to what comes', () => {
  const postings = new Postings([1]);
  for (let round = 0; round < 50; round++) {
    const fieldsOf = (slot: number) => [Array.from({ length: 40 }, (_, i) => `${round}-${slot}-${i}`)];
    for (let slot = 0; slot < 20; slot++) postings.add(slot, fieldsOf(slot));
    expect(postings.frequency(`${round}-3-1`)).toBe(1);
    if (round < 49) for (let slot = 0; slot < 20; slot++) postings.remove(slot, fieldsOf(slot));
  }
  expect(postings.frequency('0-0-0')).toBe(0);
  expect(postings.bytes).toBeLessThan(50_000);
});
