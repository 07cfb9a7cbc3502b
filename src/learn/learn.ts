/**
 * `claude-smart learn`: does in the foreground what the daemon does in the background, and everything that waits: publishes
 * all buffers, ends a pause, makes every job due and drains. While a daemon drains, it waits its turn and says so.
 */

import { iso } from '../core/clock.ts';
import { dueNow, type Job, queueState } from '../queue/queue.ts';
import { callsSince } from '../store/calls.ts';
import { extractionsSince } from '../store/extractions.ts';
import { projectLabel } from '../store/projects.ts';
import type { FailureClass } from '../store/schema.ts';
import { findSession } from '../store/sessions.ts';
import { currentStall, resume, type Stall } from '../store/stall.ts';
import { capReached } from './call.ts';
import type { Context } from './context.ts';
import { drain } from './drain.ts';
import type { JobOutcome } from './job.ts';
import type { LiftOutcome } from './lift.ts';
import { withdrawNotice } from './notice.ts';
import { publishAll, publishSession } from './publish-all.ts';
import { renderAll } from './render-all.ts';
import type { TextModel } from './text-model.ts';

export type LearnEvent =
  | { at: 'published'; waiting: number }
  | { at: 'waiting'; why: string }
  | { at: 'reading'; project: string; left: number }
  | { at: 'outcome'; project: string; text: string };

export interface LearnReport {
  /** `noted`: the person's own notes, which are rules already, in the words they were typed in. */
  published: {
    sessions: number;
    interactions: number;
    noted: number;
    broken: number;
    failed: { file: string; why: string }[];
  };
  called: number;
  /** `parked`: learned, and waiting for the person to keep it; `shared`: rules that two projects taught. */
  learned: { added: number; merged: number; refined: number; archived: number; parked: number; shared: number };
  refused: { what: string; why: string }[];
  spent: { calls: number; usd: number; input_tokens: number; output_tokens: number };
  /** Sessions of which something was read. */
  sessions_read: number;
  jobs: { done: number; skipped: number; failed: number; waiting: number; dead: number };
  /** Sessions that failed and wait, but for what pauses all learning; `retry_at` null: only when somebody asks again. */
  failures: JobFailure[];
  paused: Stall | null;
  /** Which daily cap stopped it. */
  capped: string | null;
}

export interface LearnOptions {
  /** Publish only this session's buffer; whatever waits is learned all the same. */
  sessionId?: string;
  report?: (event: LearnEvent) => void;
  signal?: AbortSignal;
  /** Without it everything goes by words. */
  model?: TextModel;
}

export interface JobFailure {
  project: string;
  class: FailureClass;
  message: string;
  retry_at: string | null;
}

const LOCK_ASK_MS = 2_000;

function outcomeText(outcome: JobOutcome): string {
  if (outcome.outcome === 'skipped') return `nothing to learn: ${outcome.why}`;
  if (outcome.outcome === 'stopped') return 'stopped';
  if (outcome.outcome === 'failed') return outcome.why;
  const { added, merged, refined, archived, parked } = outcome.counts;
  const parts = [
    added && `${added} learned`,
    merged && `${merged} confirmed`,
    refined && `${refined} refined`,
    archived && `${archived} archived`,
    parked && `${parked} to review`,
    outcome.refused && `${outcome.refused} refused`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'nothing to learn';
}

function publish(context: Context, options: LearnOptions): LearnReport['published'] {
  const { published, failed } = options.sessionId ? publishSession(context, options.sessionId) : publishAll(context);
  const grown = published.filter((one) => one.interactions > 0);
  const sum = (pick: (one: (typeof published)[number]) => number) => published.reduce((n, one) => n + pick(one), 0);
  const result = {
    sessions: grown.length,
    interactions: sum((one) => one.interactions),
    noted: sum((one) => one.noted),
    broken: sum((one) => one.broken),
    failed,
  };
  options.report?.({ at: 'published', waiting: queueState(context.store.db).waiting });
  return result;
}

/** Drains, waiting as long as it takes for a daemon that is at it. */
async function drainAll(
  context: Context,
  options: LearnOptions,
  onOutcome: (outcome: JobOutcome) => void,
  onLift: (outcome: LiftOutcome) => void,
): Promise<void> {
  const onJob = (job: Job) => {
    const session = findSession(context.store.db, job.session_id);
    if (session) {
      options.report?.({
        at: 'reading',
        project: projectLabel(context.store.db, session.project_id),
        left: queueState(context.store.db).waiting,
      });
    }
  };
  const report = (outcome: JobOutcome) => {
    onOutcome(outcome);
    const project = projectLabel(context.store.db, outcome.session.project_id);
    options.report?.({ at: 'outcome', project, text: outcomeText(outcome) });
  };
  // Only now: a daemon that was in a call until this moment may have paused learning again, or moved a job.
  const onLocked = () =>
    context.store.transaction((tx) => {
      resume(tx);
      dueNow(tx, iso(context.clock));
    });
  const how = { asked: true, signal: options.signal, waitMs: LOCK_ASK_MS, onLocked, onJob, onOutcome: report, onLift };
  const model = options.model && { model: options.model };
  while ((await drain(context, { ...how, ...model })) === 'busy') {
    options.report?.({ at: 'waiting', why: 'another claude-smart is learning at this moment' });
  }
}

/** What the report says of a job that failed; a pause is told as a pause. */
function failureIn(context: Context, outcome: JobOutcome): JobFailure | undefined {
  if (outcome.outcome !== 'failed' || (outcome.next !== 'dead' && 'pause' in outcome.next)) return undefined;
  return {
    project: projectLabel(context.store.db, outcome.session.project_id),
    class: outcome.class,
    message: outcome.why,
    retry_at: outcome.next === 'dead' ? null : outcome.next.retryAt,
  };
}

type Tally = Pick<LearnReport, 'learned'> & {
  jobs: Omit<LearnReport['jobs'], 'waiting' | 'dead'>;
  read: Set<string>;
  /** By session: it may be tried again in the same run, and how it ended counts. */
  failures: Map<string, JobFailure>;
};
const LEARNED = ['added', 'merged', 'refined', 'archived', 'parked'] as const;

function count(tally: Tally, outcome: JobOutcome, failure: JobFailure | undefined): void {
  const { id } = outcome.session;
  if (failure) tally.failures.set(id, failure);
  else tally.failures.delete(id);
  if (outcome.outcome === 'skipped') tally.jobs.skipped += 1;
  else if (outcome.outcome === 'failed') tally.jobs.failed += 1;
  else if (outcome.outcome === 'learned') {
    tally.jobs.done += 1;
    tally.read.add(id);
    for (const what of LEARNED) tally.learned[what] += outcome.counts[what];
  }
}

export async function learn(context: Context, options: LearnOptions = {}): Promise<LearnReport> {
  const { db } = context.store;
  const from = iso(context.clock);
  const published = publish(context, options);
  const tally: Tally = {
    jobs: { done: 0, skipped: 0, failed: 0 },
    learned: { added: 0, merged: 0, refined: 0, archived: 0, parked: 0, shared: 0 },
    read: new Set(),
    failures: new Map(),
  };
  const onOutcome = (outcome: JobOutcome) => count(tally, outcome, failureIn(context, outcome));
  const onLift = (outcome: LiftOutcome) => {
    if (outcome.outcome === 'lifted') tally.learned.shared += outcome.lifted;
  };
  await drainAll(context, options, onOutcome, onLift);
  // Whoever ran this sees how it ended; the next session start need not say it again.
  withdrawNotice(context);
  renderAll(context);
  const { waiting, dead } = queueState(db);
  const spent = callsSince(db, from);
  return {
    published,
    called: spent.calls,
    learned: tally.learned,
    refused: extractionsSince(db, from).flatMap((one) => one.refused),
    spent,
    sessions_read: tally.read.size,
    jobs: { ...tally.jobs, waiting, dead },
    failures: [...tally.failures.values()],
    paused: currentStall(db, iso(context.clock)) ?? null,
    capped: waiting > 0 ? (capReached(context) ?? null) : null,
  };
}
