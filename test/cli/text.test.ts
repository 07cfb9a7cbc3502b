import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plain, widthOf, wrap } from '../../src/cli/text.ts';

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

test('wide characters count as two columns', () => {
  expect([widthOf('pnpm'), widthOf('包管理'), widthOf('한국어'), widthOf('é'), widthOf('👍')]).toEqual([4, 6, 6, 1, 2]);
});

test('what steers a terminal is taken out', () => {
  expect(plain('a\u001b[31mred\u001b[0m\u0007\u009bb\u202e')).toBe('aredb');
  expect(plain('tab\tand\nline')).toBe('tab\tand\nline');
});
