import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseReset } from '../../src/extract/reset-time.ts';

// A Wednesday, 11:00 in Berlin, 05:00 in New York.
const now = new Date('2026-03-04T10:00:00Z');
const limit = (rest: string) => `You've hit your session limit · resets ${rest}`;

describe('a stated reset time', () => {
  it.each([
    ['3:45pm', 'UTC', '2026-03-04T15:45:00.000Z'],
    ['3:45pm', 'Europe/Berlin', '2026-03-04T14:45:00.000Z'],
    ['3:45pm', 'Asia/Kolkata', '2026-03-04T10:15:00.000Z'],
    ['9am', 'UTC', '2026-03-05T09:00:00.000Z'],
    ['12:00am', 'UTC', '2026-03-05T00:00:00.000Z'],
    ['12pm', 'UTC', '2026-03-04T12:00:00.000Z'],
    ['at 3 p.m.', 'UTC', '2026-03-04T15:00:00.000Z'],
    ['15:45', 'UTC', '2026-03-04T15:45:00.000Z'],
    ['3:45pm (Europe/Berlin)', 'UTC', '2026-03-04T14:45:00.000Z'],
    ['3:45pm (America/New_York)', 'Europe/Berlin', '2026-03-04T20:45:00.000Z'],
    ['3:45pm (UTC)', 'Europe/Berlin', '2026-03-04T15:45:00.000Z'],
    ['3:45pm (Nowhere/At_All)', 'UTC', '2026-03-04T15:45:00.000Z'],
    ['Mon 12:00am', 'UTC', '2026-03-09T00:00:00.000Z'],
    ['Mon 12:00am (Europe/Berlin)', 'UTC', '2026-03-08T23:00:00.000Z'],
    ['Wednesday at 9am', 'UTC', '2026-03-11T09:00:00.000Z'],
    ['Wed 11am', 'UTC', '2026-03-04T11:00:00.000Z'],
    ['Mar 9, 9am', 'UTC', '2026-03-09T09:00:00.000Z'],
    ['Mar 9 at 9:30am (Europe/Berlin)', 'UTC', '2026-03-09T08:30:00.000Z'],
    ['Jan 2, 9am', 'UTC', '2026-01-02T09:00:00.000Z'],
    ['in 3 hours 20 minutes', 'UTC', '2026-03-04T13:20:00.000Z'],
    ['in 2d', 'UTC', '2026-03-06T10:00:00.000Z'],
  ])('%s in %s', (said, zone, expected) => {
    expect(parseReset(limit(said), now, zone)).toBe(expected);
  });

  it('may be an epoch, in seconds or milliseconds', () => {
    expect(parseReset('Claude AI usage limit reached|1772640000', now)).toBe('2026-03-04T16:00:00.000Z');
    expect(parseReset('Claude AI usage limit reached|1772640000000', now)).toBe('2026-03-04T16:00:00.000Z');
  });

  it('may be a UTC date', () => {
    const text = 'You have reached your specified API usage limits. You will regain access on 2026-04-01 at 00:00 UTC.';
    expect(parseReset(text, now, 'Asia/Tokyo')).toBe('2026-04-01T00:00:00.000Z');
  });

  it('that was a minute ago is now, not tomorrow', () => {
    expect(parseReset(limit('9:59am'), now, 'UTC')).toBe('2026-03-04T10:01:00.000Z');
  });

  it('crosses the year', () => {
    const newYear = new Date('2026-12-31T23:00:00Z');
    expect(parseReset(limit('Jan 1, 9am'), newYear, 'UTC')).toBe('2027-01-01T09:00:00.000Z');
  });

  it.each(['', 'soon', '5', '25:00', '13pm', '3:75pm'])('is none in "resets %s"', (said) => {
    expect(parseReset(limit(said), now, 'UTC')).toBeNull();
  });

  it.each([
    'You will regain access on 2026-13-45 at 99:99 UTC',
    'You will regain access on 2026-04-31 at 24:61 UTC',
    limit('in 99999999999999d'),
    limit('in 9999 days'),
    limit(`in ${'9'.repeat(400)}h`),
    limit('Feb 30, 9am'),
    limit('Oct 99, 9am'),
    limit('Mar 9, 0001, 9am'),
    'usage limit reached|9999999999999',
    'usage limit reached|0000000000',
  ])('is none where there is no such time, or none to wait for: %s', (text) => {
    expect(parseReset(text, now, 'UTC')).toBeNull();
  });

  it('is read in UTC where the zone is none', () => {
    expect(parseReset(limit('3:45pm'), now, 'Etc/Unknown')).toBe('2026-03-04T15:45:00.000Z');
    const zone = process.env.TZ;
    onTestFinished(() => {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    });
    process.env.TZ = '';
    expect(parseReset(limit('3:45pm'), now)).toBe('2026-03-04T15:45:00.000Z');
  });

  it('is a time or none, whatever the numbers are', () => {
    const n = fc.nat({ max: 99_999 }).map(String);
    const texts = fc.oneof(
      fc.tuple(n, n, n).map(([d, h, m]) => limit(`in ${d}d ${h}h ${m}m`)),
      fc.tuple(n, n, n).map(([d, y, h]) => limit(`Feb ${d}, ${y} at ${h}pm`)),
      fc.tuple(n, n, n, n, n).map(([y, m, d, h, s]) => `regain access on ${y}-${m}-${d} at ${h}:${s} UTC`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = parseReset(text, now, 'UTC');
        expect(found === null || !Number.isNaN(Date.parse(found))).toBe(true);
      }),
    );
  });

  it('follows the clock through daylight saving', () => {
    // Berlin goes from +1 to +2 on 29 March 2026 at 02:00 and back on 25 October at 03:00.
    const beforeSpring = new Date('2026-03-28T20:00:00Z');
    expect(parseReset(limit('9am'), beforeSpring, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
    expect(parseReset(limit('1:30am'), beforeSpring, 'Europe/Berlin')).toBe('2026-03-29T00:30:00.000Z');
    // 2:30 comes twice that night: at 00:30 and at 01:30 UTC.
    const berlin = (at: string) => parseReset(limit('2:30am'), new Date(`2026-10-25T${at}Z`), 'Europe/Berlin');
    expect(berlin('00:10:00')).toBe('2026-10-25T00:30:00.000Z');
    expect(berlin('01:10:00')).toBe('2026-10-25T01:30:00.000Z');
    const beforeAutumn = new Date('2026-10-24T20:00:00Z');
    expect(parseReset(limit('9am'), beforeAutumn, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z');
  });

  it('is the time that the zone’s own clock shows, wherever and whenever', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'America/St_Johns',
    ];
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
    // A day may have 23 hours, and the last minutes before the same time of day count as just past.
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 22 * 60 }), fc.constantFrom(...zones), (start, ahead, zone) => {
        const at = new Date(start * 60_000);
        const target = new Date((start + ahead) * 60_000);
        const shown = (time: Date) =>
          new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(time);
        const said = shown(target)
          .replace(/[\s\u202f]/g, '')
          .toLowerCase();
        const found = parseReset(limit(`${said} (${zone})`), at, 'UTC');
        expect(shown(new Date(found ?? 0))).toBe(shown(target));
        // The clock change may make one wall time come twice.
        expect(Math.abs(Date.parse(found ?? '') - target.getTime())).toBeLessThanOrEqual(60 * 60_000);
      }),
      { numRuns: 300 },
    );
  });
});
