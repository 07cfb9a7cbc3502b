/**
 * Times as a person reads them: local, to the minute, `2026-11-30 08:37`; what comes within the hour is `in 8 minutes`. JSON and
 * the database never see these: there a time is ISO in UTC.
 */
import { addMs } from './clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `zone`: the machine's own when absent, which honours TZ. */
export function localTime(at: string, zone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).formatToParts(new Date(at));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

export const localDay = (at: string, zone?: string): string => localTime(at, zone).slice(0, 10);

/** A time to come, to stand behind a verb: `now`, `in 8 minutes`, `at 2026-11-30 08:37`. */
export function untilText(at: string, now: string, zone?: string): string {
  const left = Date.parse(at) - Date.parse(now);
  if (left <= 0) return 'now';
  if (left > HOUR) return `at ${localTime(at, zone)}`;
  const minutes = Math.ceil(left / MINUTE);
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** When the next UTC day begins: the daily caps count by those. */
export const nextUtcDay = (now: Date): string => addMs(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`, DAY);
