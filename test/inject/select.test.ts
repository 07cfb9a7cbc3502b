import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/core/tokens.ts';
import { frame, type Item } from '../../src/inject/render.ts';
import { select } from '../../src/inject/select.ts';
import { INJECTION_CEILING } from '../../src/platform/config.ts';

const items = fc.uniqueArray(
  fc.record({
    id: fc.string({ unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'), minLength: 26, maxLength: 26 }),
    text: fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.nat(3_000).map((n) => '語'.repeat(n)),
      fc.nat(900).map((n) => '🦀'.repeat(n)),
    ),
  }),
  { selector: (item) => item.id, maxLength: 60 },
);

test('never takes more units than given, keeps the order, counts what is left out', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 8 }), (ranked, units, count) => {
      const tokens = Math.floor(units / 3);
      const chosen = select(ranked, { units, tokens, count });
      expect(frame(chosen.items, chosen.more).length).toBeLessThanOrEqual(Math.min(units, INJECTION_CEILING));
      expect(chosen.items).toEqual(ranked.filter((item) => chosen.items.includes(item)));
      expect(chosen.items.length).toBeLessThanOrEqual(count);
      expect(chosen.items.length === 0 || estimateTokens(frame(chosen.items, 0)) <= tokens).toBe(true);
      expect(chosen.more).toBe(ranked.length - chosen.items.length);
    }),
  );
});

test('500 rules, one of them of 80 KB: whole items, best first, under the ceiling, the rest counted', () => {
  const ranked: Item[] = Array.from({ length: 500 }, (_, i) => ({
    id: `${String(i).padStart(4, '0')}`.padEnd(26, 'x'),
    short: `${String(i).padStart(4, '0')}xx`,
    text: i === 3 ? 'x'.repeat(80_000) : `rule ${i}: 用 🦀 ${'word '.repeat(20)}`,
  }));
  const { items: chosen, more } = select(ranked, { units: 1_000_000 });
  const text = frame(chosen, more);
  expect(text.length).toBeLessThanOrEqual(INJECTION_CEILING);
  expect(text.length).toBeGreaterThan(INJECTION_CEILING - 300);
  expect(chosen.map((item) => item.id)).toEqual(
    ranked
      .filter((_, i) => i !== 3)
      .slice(0, chosen.length)
      .map((item) => item.id),
  );
  for (const item of chosen) expect(text).toContain(`${item.text}\n`);
  expect(text).toContain(`${500 - chosen.length} more: claude-smart show`);
});

test('what is exactly as long as the room left is taken', () => {
  const one = { id: 'a'.repeat(26), text: 'x'.repeat(100) };
  const least =
    Array.from({ length: 1_000 }, (_, units) => units).find((units) => select([one], { units }).items.length === 1) ??
    0;
  expect(select([{ ...one, text: 'x'.repeat(101) }], { units: least }).items).toEqual([]);
});
