import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Standing, strengthOf } from '../../src/core/strength.ts';

const NOW = '2026-12-01T00:00:00.000Z';
const daysAgo = (days: number): string => new Date(Date.parse(NOW) - days * 86_400_000).toISOString();
const standing = fc.record({
  evidence: fc.integer({ min: 0, max: 200 }),
  learned_at: fc.integer({ min: 0, max: 2_000 }).map(daysAgo),
  said_at: fc.constantFrom(null, daysAgo(1)),
});
const use = fc.record({
  used: fc.integer({ min: 1, max: 500 }),
  last_used: fc.integer({ min: 0, max: 2_000 }).map(daysAgo),
});

test('strength is between 0 and 1', () => {
  fc.assert(
    fc.property(standing, fc.option(use, { nil: undefined }), (row, used) => {
      const strength = strengthOf(row, used, NOW);
      expect(strength).toBeGreaterThanOrEqual(0);
      expect(strength).toBeLessThanOrEqual(1);
    }),
  );
});

test('more turns, a newer saying, the person’s own word and a later use never weaken', () => {
  fc.assert(
    fc.property(standing, use, fc.nat(50), (row, used, more) => {
      const strength = strengthOf(row, used, NOW);
      const newer = [row.learned_at, daysAgo(more)].sort()[1] as string;
      const better: Standing[] = [
        { ...row, evidence: row.evidence + more },
        { ...row, said_at: NOW },
        { ...row, learned_at: newer },
      ];
      for (const one of better) expect(strengthOf(one, used, NOW)).toBeGreaterThanOrEqual(strength);
      const later = { used: used.used + 1, last_used: [used.last_used, daysAgo(more)].sort()[1] as string };
      expect(strengthOf(row, later, NOW)).toBeGreaterThanOrEqual(strength);
    }),
  );
});

test('what nobody needed for long sinks below what was needed last week, however often both were said', () => {
  const row = { evidence: 3, learned_at: daysAgo(300), said_at: daysAgo(300) };
  const needed = strengthOf({ ...row, evidence: 2 }, { used: 2, last_used: daysAgo(7) }, NOW);
  expect(strengthOf(row, undefined, NOW)).toBeLessThan(needed);
  expect(strengthOf(row, { used: 40, last_used: daysAgo(280) }, NOW)).toBeLessThan(needed);
});

test('a new lesson need not prove itself: it stands above an equal one that was said long ago', () => {
  const fresh = strengthOf({ evidence: 1, learned_at: daysAgo(1) }, undefined, NOW);
  expect(fresh).toBeGreaterThan(strengthOf({ evidence: 1, learned_at: daysAgo(400) }, undefined, NOW));
});
