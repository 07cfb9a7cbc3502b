import { expect, test } from 'vitest';
import type { Query } from '../../../eval/retrieval/corpus.ts';
import { figuresOf, isTuned } from '../../../eval/retrieval/measure.ts';

const query = (expected: string[]): Query => ({ id: 'q', type: 'task', project: 'p', text: '', expected });

test('recall is the part of the expected ones that came first, the reciprocal rank is of the first of them', () => {
  const figures = figuresOf([
    { query: query(['a']), ranked: ['a', 'b'], told: ['a'] },
    { query: query(['a', 'b']), ranked: ['c', 'a', 'd', 'e', 'f', 'b'], told: ['c'] },
    { query: query(['z']), ranked: [], told: [] },
  ]);
  expect(figures).toMatchObject({ queries: 3, empty: 0, false: 0, told: 1 / 3 });
  expect(figures.recall1).toBeCloseTo(1 / 3);
  expect(figures.recall3).toBeCloseTo((1 + 0.5 + 0) / 3);
  expect(figures.recall5).toBeCloseTo((1 + 0.5 + 0) / 3);
  expect(figures.mrr).toBeCloseTo((1 + 0.5 + 0) / 3);
});

test('what needs nothing counts as wrong when anything was told, and in no recall', () => {
  const figures = figuresOf([
    { query: query([]), ranked: ['a'], told: ['a', 'b'] },
    { query: query([]), ranked: ['a'], told: [] },
  ]);
  expect(figures).toMatchObject({ queries: 0, empty: 2, false: 1 });
  expect(figures.recall5).toBeNaN();
});

test('the halves are of about the same size', () => {
  const ids = Array.from({ length: 400 }, (_, n) => ({ ...query([]), id: `q${n}` }));
  expect(Math.abs(ids.filter(isTuned).length - 200)).toBeLessThan(40);
});
