/**
 * When a session's next extraction is due: since its newest turn when it is urgent, long enough or over, else when it has gone
 * idle. So of a backlog, whenever it is published, the oldest session is due longest and is read first.
 */
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
  // A clock that was set back must not put a session off for years.
  const since = lastAt < now ? lastAt : now;
  const atOnce = ended || pending.count >= config.extractAfter || pending.signals.some(isUrgent);
  return atOnce ? since : addMs(since, config.idleMs);
}
