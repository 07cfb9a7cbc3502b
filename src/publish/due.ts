/** When a session's next extraction is due: at once when it is urgent, long enough or over; else when it has gone idle. */
import { addMs } from '../core/clock.ts';
import { isUrgent } from '../core/signal.ts';
import type { Pending } from '../store/interactions.ts';

export interface Due {
  pending: Pending;
  ended: boolean;
  /** Time of the session's newest record. */
  lastAt: string;
  now: string;
}

export function dueAt(
  { pending, ended, lastAt, now }: Due,
  config: { extractAfter: number; idleMs: number },
): string | undefined {
  if (pending.count === 0) return undefined;
  if (ended || pending.count >= config.extractAfter || pending.signals.some(isUrgent)) return now;
  return addMs(lastAt, config.idleMs);
}
