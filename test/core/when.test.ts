import { expect, test } from 'vitest';
import { localDay, localTime, nextUtcDay, untilText } from '../../src/core/when.ts';

const AT = '2026-11-30T23:37:59.999Z';

test('a time is the local one, to the minute, whatever the zone and the side of midnight', () => {
  expect(localTime(AT, 'UTC')).toBe('2026-11-30 23:37');
  expect(localTime(AT, 'Europe/Berlin')).toBe('2026-12-01 00:37');
  expect(localTime(AT, 'Asia/Kathmandu')).toBe('2026-12-01 05:22');
  expect(localDay(AT, 'America/New_York')).toBe('2026-11-30');
});

test('without a zone it is the machine’s', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(localTime(AT)).toBe(localTime(AT, zone));
});

test('what is due soon says in how many minutes, never in fewer than are left', () => {
  const now = '2026-11-30T08:00:00.000Z';
  const at = (seconds: number) => untilText(new Date(Date.parse(now) + seconds * 1_000).toISOString(), now, 'UTC');
  expect([-5, 0, 1, 60, 61, 480, 3_600, 3_601].map(at)).toEqual([
    'now',
    'now',
    'in 1 minute',
    'in 1 minute',
    'in 2 minutes',
    'in 8 minutes',
    'in 60 minutes',
    'at 2026-11-30 09:00',
  ]);
});

test('the next day of the caps begins at midnight UTC', () => {
  expect(nextUtcDay(new Date(AT))).toBe('2026-12-01T00:00:00.000Z');
});
