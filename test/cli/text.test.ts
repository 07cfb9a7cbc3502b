import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, jsonText, plain, widthOf, wrap } from '../../src/cli/text.ts';

const texts = fc.array(
  fc.oneof(
    fc.lorem(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('包管理器用pnpm不要用npm', 'x'.repeat(70), '한국어 문장', '👩‍👩‍👧'),
  ),
  {
    maxLength: 8,
  },
);

test('no line is wider than asked, and no character is lost', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 20, max: 90 }), fc.integer({ min: 0, max: 12 }), (parts, width, indent) => {
      const text = parts.join(' ');
      const wrapped = wrap(text, width, indent);
      for (const [i, line] of wrapped.split('\n').entries()) {
        expect(widthOf(line) + (i === 0 ? indent : 0)).toBeLessThanOrEqual(width);
      }
      expect(wrapped.replace(/\s/g, '')).toBe(plain(text).replace(/\s/g, ''));
    }),
  );
});

test('words stay whole where they fit', () => {
  expect(wrap('use pnpm and never npm here', 20)).toBe('use pnpm and never\nnpm here');
  expect(wrap('a\nb', 20, 2)).toBe('a\n  b');
});

test('words stay apart where a line is full to the last column but one', () => {
  expect(wrap('use pnpm and never · npm', 20)).toBe('use pnpm and never ·\nnpm');
  expect(wrap('use pnpm and never1 · npm', 20)).toBe('use pnpm and never1\n· npm');
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z·]{1,8}$/), { minLength: 1 }), (words) => {
      expect(wrap(words.join(' '), 20).split(/\s/)).toEqual(words);
    }),
  );
});

test('wide characters count as two columns', () => {
  expect([widthOf('pnpm'), widthOf('包管理'), widthOf('한국어'), widthOf('é'), widthOf('👍')]).toEqual([4, 6, 6, 1, 2]);
});

test('what steers a terminal is taken out', () => {
  expect(plain('a\u001b[31mred\u001b[0m\u0007\u009bb\u202e')).toBe('aredb');
  expect(plain('tab\tand\nline')).toBe('tab\tand\nline');
});

test('what nobody sees is taken out, and joins nothing that steers', () => {
  expect(plain('a\u200bb\u061cc\u{e0041}d\ufeffe')).toBe('abcde');
  expect(plain('\u001b\u200b[31mred')).toBe('red');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('\u001b', '[', '3', 'm', '\u200b', '\u009b', '\u0007', 'a') }),
      (text) => {
        expect(plain(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      },
    ),
  );
});

test('a JSON document holds no such character and says the same', () => {
  const value = { 'k\u009b': 'a\u009bb\u007f\u200b\u{e0041}\u2028\u001b[31m', list: ['👩‍👩‍👧', '包'] };
  const text = jsonText(value);
  expect(text).not.toMatch(/[\u007f-\u009f\u2028\u001b\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
  expect(JSON.parse(text)).toEqual(value);
});

test('a long text is measured and broken in time that grows with its length, and in no other places', () => {
  const begun = performance.now();
  for (const long of ['漢'.repeat(60_000), 'x'.repeat(200_000)]) {
    expect(wrap(long, 80).replaceAll('\n', '')).toBe(long);
    expect(widthOf(clip(long, 80))).toBeLessThanOrEqual(80);
  }
  expect(performance.now() - begun).toBeLessThan(4_000);
  // Wherever a piece ends, what belongs together stays together.
  for (let before = 490; before <= 501; before++) {
    expect(widthOf(`é${'x'.repeat(before)}👩‍👩‍👧‍👦é🇩🇪`)).toBe(before + 6);
  }
});
