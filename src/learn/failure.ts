/**
 * What a failed job does next, by the class of its failure. auth, billing, setup: learning pauses as a whole, the job waits
 * uncounted. transient: it backs off, for as long as it takes. malformed: a few more tries, then the dead letter.
 */
import { addMs } from '../core/clock.ts';
import type { FailureClass } from '../store/schema.ts';

const MINUTE = 60_000;
const LONGEST_BACKOFF = 60 * MINUTE;
const MALFORMED_TRIES = 3;

export type NextStep = { pause: 'auth' | 'billing' | 'setup' } | { retryAt: string } | 'dead';

export function nextStep(failure: FailureClass, attempts: number, now: string): NextStep {
  if (failure === 'auth' || failure === 'billing' || failure === 'setup') return { pause: failure };
  if (failure === 'malformed' && attempts >= MALFORMED_TRIES) return 'dead';
  return { retryAt: addMs(now, Math.min(LONGEST_BACKOFF, MINUTE * 2 ** Math.min(attempts - 1, 10))) };
}
