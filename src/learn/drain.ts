/**
 * Runs due jobs one after the other, oldest first, until none is due, learning is paused, a cap is reached or it is told to
 * stop. Whoever drains holds the drain lock, so there is one extraction at a time on this machine, and a lease found under
 * the lock belongs to a holder that died.
 */
import path from 'node:path';
import { iso } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import { extend, fail, freeLeases, type Job, receive } from '../queue/queue.ts';
import { waitForLock } from '../store/lock.ts';
import { currentStall, pauseLearning } from '../store/stall.ts';
import { capReached, modelCaller } from './call.ts';
import type { Context } from './context.ts';
import { nextStep } from './failure.ts';
import { type JobOutcome, runJob } from './job.ts';
import { type LiftOutcome, liftShared } from './lift.ts';
import { noticeTurns } from './notice-turns.ts';
import type { TextModel } from './text-model.ts';

const LEASE_MS = 10 * 60_000;
const EXTEND_MS = 60_000;

export type DrainEnd = 'empty' | 'paused' | 'capped' | 'busy' | 'stopped';

export interface DrainOptions {
  signal?: AbortSignal | undefined;
  /** How long to wait for another drain to end. */
  waitMs?: number;
  /** Somebody asked for everything now: nothing waits for its session's end. */
  asked?: boolean;
  /** Called when the lock is held and nothing was received yet. */
  onLocked?: () => void;
  onJob?: (job: Job) => void;
  /** Without it what was typed is weighed by its phrases, and lessons are compared by their words. */
  model?: TextModel;
  onOutcome?: (outcome: JobOutcome) => void;
  /** Called when the jobs are done, with what came of looking for shared rules. */
  onLift?: (outcome: LiftOutcome) => void;
}

/** Beside the database that it is about: homes may share one, and the folder of what runs may be emptied meanwhile. */
export const drainLockFile = (context: Context): string => path.join(context.paths.data, 'drain.lock');

async function runLeased(context: Context, job: Job, options: DrainOptions): Promise<JobOutcome> {
  const beat = setInterval(() => {
    try {
      extend(context.store.db, job, iso(context.clock), LEASE_MS);
    } catch {
      // The next beat tries again; what the database refuses for good, the job itself meets and tells.
    }
  }, EXTEND_MS);
  try {
    const { signal, asked, model } = options;
    if (model) await noticeTurns(context, job.session_id, model.embed, signal);
    return await runJob(context, job, { ask: modelCaller(context, signal), signal, asked, model });
  } catch (error) {
    // A bug or a full disk: the job must not be lost, nor be tried in a tight loop.
    const retryAt = new Date(context.clock().getTime() + 10 * 60_000).toISOString();
    fail(context.store.db, job, { class: 'transient', message: messageOf(error), retryAt });
    throw error;
  } finally {
    clearInterval(beat);
  }
}

async function drainLocked(context: Context, options: DrainOptions): Promise<DrainEnd> {
  freeLeases(context.store.db);
  options.onLocked?.();
  for (;;) {
    if (options.signal?.aborted) return 'stopped';
    if (currentStall(context.store.db, iso(context.clock))) return 'paused';
    if (capReached(context)) return 'capped';
    const job = receive(context.store.db, iso(context.clock), LEASE_MS);
    if (!job) return lift(context, options);
    options.onJob?.(job);
    // Not inside the optional call: without a listener it would not be run.
    const outcome = await runLeased(context, job, options);
    options.onOutcome?.(outcome);
  }
}

/** When all jobs are done: a call that fails pauses learning as any other does, and is otherwise made again by the next drain. */
async function lift(context: Context, options: DrainOptions): Promise<DrainEnd> {
  const lifted = await liftShared(context, modelCaller(context, options.signal));
  options.onLift?.(lifted);
  if (lifted.outcome !== 'failed' || options.signal?.aborted) return 'empty';
  const { message, resetsAt } = lifted;
  const now = iso(context.clock);
  const next = nextStep(lifted.class, 1, now);
  if (next === 'dead' || !('pause' in next)) return 'empty';
  context.store.transaction((tx) => pauseLearning(tx, { class: next.pause, message, resetsAt, now }));
  return 'paused';
}

/** Drains, or returns 'busy' when another drain holds the lock for longer than `waitMs`. */
export async function drain(context: Context, options: DrainOptions = {}): Promise<DrainEnd> {
  const lock = await waitForLock(drainLockFile(context), options.waitMs ?? 0, options.signal);
  if (!lock) return 'busy';
  try {
    return await drainLocked(context, options);
  } finally {
    lock.release();
  }
}
