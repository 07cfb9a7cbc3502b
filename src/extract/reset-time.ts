/**
 * When a limit says it ends: `resets 3:45pm`, `resets Mon 12:00am (Europe/Berlin)`, `resets Oct 7 at 9am`, `…|<epoch>`.
 * Wall-clock times are read in the zone that is named, else in the machine's; the first such time to come is meant.
 */

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const EPOCH = /limit reached\|(\d{13}|\d{10})\b/i;
const REGAIN = /regain access on (\d{4}-\d{2}-\d{2}) at (\d{2}:\d{2}) UTC/i;
const SPAN = /\bresets?\s+in\s+(?:(\d+)\s*d[a-z]*)?[\s,]*(?:(\d+)\s*h[a-z]*)?[\s,]*(?:(\d+)\s*m[a-z]*)?/i;
const WHEN = new RegExp(
  [
    String.raw`\bresets?(?:\s+(?:at|on))?\s+`,
    String.raw`(?:(?<day>${DAYS.join('|')})[a-z]*,?\s+(?:at\s+)?)?`,
    String.raw`(?:(?<month>${MONTHS.join('|')})[a-z]*\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?<year>\d{4}))?,?\s+(?:at\s+)?)?`,
    String.raw`(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>[ap]\.?m\b\.?)?`,
    String.raw`(?:\s*\((?<zone>[\w+/-]+)\))?`,
  ].join(''),
  'i',
);

/** Messages round: a time this little ago is the limit that just ended, not tomorrow's. */
const ROUNDING_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** A limit that ends further away than this is a misprint, or a misreading: learning must not wait for it. */
const FURTHEST_MS = 366 * DAY_MS;

/** The machine's zone. Where TZ names none that is known (it is empty, say) the machine's clock shows UTC. */
export function localZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isZone(zone) ? zone : 'UTC';
}

/** The ISO time at which `text` says the limit ends, or null when it says none that could be. */
export function parseReset(text: string, now: Date, zone: string = localZone()): string | null {
  const at = resetIn(text, now, isZone(zone) ? zone : 'UTC');
  // Not a number compares as false.
  return at !== null && Math.abs(at.getTime() - now.getTime()) <= FURTHEST_MS ? at.toISOString() : null;
}

function resetIn(text: string, now: Date, zone: string): Date | null {
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch) return new Date(Number(epoch) * (epoch.length === 10 ? 1000 : 1));
  const regain = REGAIN.exec(text);
  if (regain) return new Date(`${regain[1]}T${regain[2]}:00.000Z`);
  const span = SPAN.exec(text);
  if (span && (span[1] || span[2] || span[3])) {
    const minutes = Number(span[1] ?? 0) * 1440 + Number(span[2] ?? 0) * 60 + Number(span[3] ?? 0);
    return new Date(now.getTime() + minutes * 60_000);
  }
  const groups = WHEN.exec(text)?.groups;
  return groups ? fromWallClock(groups, now, isZone(groups.zone) ? groups.zone : zone) : null;
}

function fromWallClock(said: Partial<Record<string, string>>, now: Date, zone: string): Date | null {
  const clock = timeOfDay(said.hour, said.minute, said.half);
  if (!clock) return null;
  const today = wallDate(now, zone);
  const at = (y: number, m: number, d: number) => instantOf(Date.UTC(y, m, d, clock.hour, clock.minute), zone, now);
  if (said.month) {
    const month = MONTHS.indexOf(said.month.toLowerCase().slice(0, 3));
    // A day that its month does not have would be read as one of the next.
    const lastDay = new Date(Date.UTC(Number(said.year ?? 2_000), month + 1, 0)).getUTCDate();
    if (Number(said.date) < 1 || Number(said.date) > lastDay) return null;
    const inYear = (year: number) => at(year, month, Number(said.date));
    if (said.year) return inYear(Number(said.year));
    // No year is said: the one that makes it nearest, so that a limit which ended yesterday is not next year's.
    const years = [today.year - 1, today.year, today.year + 1].map(inYear);
    const distance = (time: Date) => Math.abs(time.getTime() - now.getTime());
    return years.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  }
  const wanted = said.day ? DAYS.indexOf(said.day.toLowerCase().slice(0, 3)) : undefined;
  const first = wanted === undefined ? 0 : (wanted - today.weekday + 7) % 7;
  const soon = at(today.year, today.month, today.date + first);
  if (soon > now) return soon;
  if (now.getTime() - soon.getTime() < ROUNDING_MS) return new Date(now.getTime() + 60_000);
  return at(today.year, today.month, today.date + first + (wanted === undefined ? 1 : 7));
}

function timeOfDay(hour: string | undefined, minute: string | undefined, half: string | undefined) {
  // A bare number is no time of day: "resets 5" says nothing.
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined;
  const h = Number(hour);
  const m = Number(minute ?? 0);
  if (m > 59 || (half ? h < 1 || h > 12 : h > 23)) return undefined;
  return { hour: half ? (h % 12) + (/^p/i.test(half) ? 12 : 0) : h, minute: m };
}

function isZone(name: string | undefined): name is string {
  if (!name) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function wallDate(at: Date, zone: string): { year: number; month: number; date: number; weekday: number } {
  const wall = new Date(at.getTime() + offsetMs(at, zone));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth(), date: wall.getUTCDate(), weekday: wall.getUTCDay() };
}

/** How far the zone's wall clock is ahead of UTC at that instant. */
function offsetMs(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const found = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name);
  if (!found) return 0;
  const seconds = Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4] ?? 0);
  return (found[1] === '-' ? -1 : 1) * seconds * 1000;
}

/**
 * The instant after `now`, else the last, at which the zone's wall clock shows `wall` (given as if it were UTC). Where clocks
 * go back there are two; where they go forward and the time does not exist, it is the moment as long after the change.
 */
function instantOf(wall: number, zone: string, now: Date): Date {
  const offsets = [offsetMs(new Date(wall - DAY_MS), zone), offsetMs(new Date(wall + DAY_MS), zone)] as const;
  const shown = offsets.map((offset) => new Date(wall - offset)).filter((at, i) => offsetMs(at, zone) === offsets[i]);
  return shown.find((at) => at > now) ?? shown.at(-1) ?? new Date(wall - offsets[0]);
}
