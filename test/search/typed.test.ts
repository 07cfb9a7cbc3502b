import { expect, test } from 'vitest';
import { words } from '../../src/core/words.ts';
import { typedWords } from '../../src/search/typed.ts';

const all = (query: string) => typedWords(query, Object.fromEntries(words(query).map((term) => [term, ['content']])));

test('words are told as they were typed, without what stood around them, each once', () => {
  expect(all('(Installing) packages, packages: the shop-front.ts!')).toEqual([
    'Installing',
    'packages',
    'shop-front.ts',
  ]);
});

test('what did not hit is not told, and neither is a name that only objects have', () => {
  expect(typedWords('constructor installing', { install: [] })).toEqual(['installing']);
});

test('of a script without spaces the words that hit are told, not the sentence', () => {
  const query = '包管理器用pnpm';
  const [first = ''] = words(query);
  expect(typedWords(query, { [first]: ['content'] })).toEqual([first]);
});
