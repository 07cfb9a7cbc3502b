import fc from 'fast-check';
import { expect, test } from 'vitest';
import { find, itemsIn, negates } from '../../eval/match.ts';

test.each([
  ['AsNoTracking()', 'use `AsNoTracking()` and project', true],
  ['asnotracking', 'Use **AsNoTracking** here', true],
  ['dry run', 'dry\n   run first', true],
  ['-shell-escape', 'latexmk -lualatex -shell-escape main.tex', true],
  ['@acme/forms', 'fields from @acme/forms', true],
  ['"quoted words"', 'the quoted words', true],
  ['', 'anything', false],
])('case, white space, backticks, asterisks and double quotes do not count: %s in %s', (phrase, text, found) => {
  expect(find(phrase, text)).toBe(found);
});

test.each([
  ['npm', 'use pnpm', false],
  ['npm', 'use npm', true],
  ['npm', 'use (npm)', true],
  ['bytes_billed', 'maximum_bytes_billed', false],
  ['bytes_billed', '--bytes_billed=5', true],
  ['tracking', 'AsNoTracking', false],
])('a phrase starts at a word boundary: %s in %s', (phrase, text, found) => {
  expect(find(phrase, text)).toBe(found);
});

test.each([
  ['os=17', 'OS=17.4', true],
  ['os=17', 'OS=175', false],
  ['port 80', 'port 8080', false],
  ['port 80', 'port 80, not 8080', true],
  ['12 s', '12 seconds', false],
])('a phrase that ends in a digit is not followed by one: %s in %s', (phrase, text, found) => {
  expect(find(phrase, text)).toBe(found);
});

test.each([
  ['ruff', 'ruffle', false],
  ['ruff', 'ruff.', true],
  ['sign', 'signed', false],
  ['krak', 'krakers', false],
  ['kraków', 'Krakówskie', true],
  ['loader', 'dataloaders', false],
  ['loader', 'loaders', true],
])('only a phrase of at most four characters ends at a word boundary: %s in %s', (phrase, text, found) => {
  expect(find(phrase, text)).toBe(found);
});

test.each([
  ['ky', '请求用ky，不用axios', true],
  ['moshi', 'gson 말고 moshi를 쓴다', true],
  ['pnpm', 'pnpm을 쓴다', true],
  ['木曜', '毎週木曜に出す', true],
  ['田中', '田中さんが承認する', true],
  ['krak', 'Kraków', true],
  ['устройство', 'на устройствах и устройство', true],
])('letters of other scripts bound a word: %s in %s', (phrase, text, found) => {
  expect(find(phrase, text)).toBe(found);
});

test('a word that stands alone is found, whatever stands around it, and not inside another word', () => {
  const word = fc.stringMatching(/^[a-w]{1,8}$/);
  const around = fc.constantFrom(' ', '. ', ' (', '\n', '/', '-', ' `');
  fc.assert(
    fc.property(word, around, around, (phrase, before, behind) => {
      expect(find(phrase, `0x${before}${phrase}${behind}`)).toBe(true);
      expect(find(phrase, `x${phrase}`)).toBe(false);
      expect(find(phrase, `${phrase}y`)).toBe(phrase.length > 4);
      expect(find(`${phrase}7`, `${phrase}77`)).toBe(false);
    }),
  );
});

test.each([
  ['npm', 'Use pnpm, not npm', true],
  ['pnpm', 'Use pnpm, not npm', false],
  ['npm', 'Never use npm here. Use pnpm.', true],
  ['pnpm', 'Never use npm here. Use pnpm.', false],
  ['cypress', 'Use Playwright instead of Cypress', true],
  ['playwright', 'Use Playwright instead of Cypress', false],
  ['axios', '用 ky，不用 axios', true],
  ['ky', '用 ky，不用 axios', false],
  ['npm', 'npmではなくpnpmを使う', true],
  ['gson', 'gson 말고 moshi를 쓴다', true],
  ['cypress', 'Playwright statt Cypress', true],
  ['cypress', 'kein Cypress mehr', true],
  ['axios', "n'utilise pas axios", true],
  ['axios', 'usa ky en lugar de axios', true],
  ['axios', 'не axios, а ky', true],
  ['ky', 'не axios, а ky', false],
  ['gettreatment', "OpenFeature: client.getBooleanValue('x'), not splitClient.getTreatment()", true],
  ['splitclient.gettreatment', 'use OpenFeature (not splitClient.getTreatment())', true],
  ['st-flash', 'st-flash is forbidden, use make flash-dfu', true],
  ['npm', 'use npm, never anything else', false],
  ["john's rule", "john's rule", false],
])('a clause turns down what it says no to, and nothing else: %s in %s', (phrase, text, turnedDown) => {
  expect(negates(phrase, text)).toBe(turnedDown);
});

test('an injected block is split into its items, and nothing around them is one', () => {
  const block =
    '<claude-smart>\nLearned from…\n- [a1] Use pnpm: never npm\n- [b2] The user is a writer\n3 more: claude-smart show\n</claude-smart>';
  expect(itemsIn(block)).toEqual(['Use pnpm: never npm', 'The user is a writer']);
  expect(itemsIn('')).toEqual([]);
});
