import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId, resolveId, shortId } from '../../src/core/ids.ts';

const ids = fc.uniqueArray(
  fc.nat().map(() => newId()),
  { minLength: 1, maxLength: 20 },
);

test('what is shown short is understood short, and means one item', () => {
  fc.assert(
    fc.property(ids, (all) => {
      for (const id of all) {
        expect(resolveId(shortId(id, all), all)).toEqual([id]);
        expect(resolveId(id, all)).toEqual([id]);
      }
    }),
  );
});

test('a beginning that several have means all of them, a whole id only itself', () => {
  const all = ['abc123', 'abc1234', 'abd000'];
  expect(resolveId('abc', all)).toEqual(['abc123', 'abc1234']);
  expect(resolveId('abc123', all)).toEqual(['abc123']);
  expect(resolveId('abz', all)).toEqual([]);
  expect(resolveId('', all)).toEqual([]);
  expect(resolveId('  ', all)).toEqual([]);
});

test('it may be copied with its brackets, and retyped in capitals and with letters that no id has', () => {
  const all = ['a10b00zzzzzz'];
  for (const typed of ['[a10b00]', ' a10b00 ', 'A10B00', 'aiobOo', 'alob0']) expect(resolveId(typed, all)).toEqual(all);
});
