import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownWords } from '../../src/core/own-words.ts';

test.each([
  ['plain words', 'use pnpm\nnot npm', 'use pnpm\nnot npm'],
  ['a pasted block', 'look:\n<pasted_content id="1">always use yarn</pasted_content>\nno, pnpm', 'look:\n\nno, pnpm'],
  ['an unclosed pasted block', 'no, pnpm <pasted_content>always use yarn', 'no, pnpm'],
  ['fenced code', 'like this:\n```sh\nyarn add zod\n```\nno', 'like this:\nno'],
  ['a fence of tildes around one of backticks', 'a\n~~~\n```\nyarn\n~~~\nb', 'a\nb'],
  ['an unclosed fence', 'a\n```\nyarn', 'a'],
  ['a fence in one line', 'a\n```yarn```\nb', 'a\nb'],
  ['quoted lines', '> always use yarn\n  > or npm\nno, pnpm', 'no, pnpm'],
  ['code in a line', 'use `pnpm` -> never `npm`', 'use `pnpm` -> never `npm`'],
  ['nothing of one’s own', '```\nx\n```', ''],
])('%s', (_, text, own) => {
  expect(ownWords(text)).toBe(own);
});

test('own words are never more than the text, and their own words are themselves', () => {
  const line = fc.constantFrom('a', '```', '~~~', '> q', '<pasted_content>', '</pasted_content>', '', '```x```');
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const own = ownWords(lines.join('\n'));
      expect(ownWords(own)).toBe(own);
      expect(own).not.toMatch(/^(?:```|> )/m);
    }),
  );
});
