/**
 * One job: read the session's next window, extract, reconcile, store. Two transactions make it kill-safe: the first keeps
 * the checked reply (so it is paid for once), the second applies it, moves the cursor and ends or renews the job together.
 */

import { addMs, iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Candidate } from '../core/rule.ts';
import type { ModelCaller } from '../extract/caller.ts';
import { extractWindow } from '../extract/extract.ts';
import { gate } from '../extract/gate.ts';
import { nextWindow, type Window } from '../extract/window.ts';
import { dueAt } from '../publish/due.ts';
import { complete, fail, goOn, type Job, release } from '../queue/queue.ts';
import { type Applied, applyPlan } from '../reconcile/apply.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { getExtraction, keepExtraction, settleExtraction, waitingExtraction } from '../store/extractions.ts';
import {
  interactionsBefore,
  interactionsFrom,
  pendingInteractions,
  type StoredInteraction,
} from '../store/interactions.ts';
import type { Db } from '../store/open.ts';
import { projectLabel } from '../store/projects.ts';
import type { FailureClass } from '../store/schema.ts';
import { advanceExtraction, findSession, type Session } from '../store/sessions.ts';
import { pauseLearning } from '../store/stall.ts';
import type { Context } from './context.ts';
import { type NextStep, nextStep } from './failure.ts';
import { withoutForgotten } from './forgotten.ts';
import { meaningOf } from './meaning.ts';
import { renderAll } from './render-all.ts';
import type { TextModel } from './text-model.ts';

/** Rows read for one window; its token ceiling is reached long before. */
const WINDOW_ROWS = 500;
const CONTEXT_ROWS = 12;
const PLAN_TRIES = 5;

export type JobOutcome =
  | { outcome: 'learned'; session: Session; counts: Applied; refused: number }
  | { outcome: 'skipped'; session: Session; why: string }
  | { outcome: 'failed'; session: Session; class: FailureClass; why: string; next: NextStep }
  /** The person, or the daemon's end, stopped it: nothing failed, and the job waits as before. */
  | { outcome: 'stopped'; session: Session };

export interface JobTools {
  ask: ModelCaller;
  /** Somebody asked for everything now: nothing waits for its session's end. */
  asked?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Without it lessons are compared by their words. */
  model?: TextModel | undefined;
}

/** The job goes on when the session has more to read behind `upTo`, and is gone otherwise. */
function settleJob(tx: Db, context: Context, job: Job, session: Session, upTo: number, now: string): void {
  advanceExtraction(tx, session.id, upTo);
  const pending = pendingInteractions(tx, session.id, upTo);
  const due = dueAt({ pending, ended: session.ended_at !== null, lastAt: session.last_at, now }, context.config);
  if (due) goOn(tx, job, due);
  else complete(tx, job);
}

function windowOf({ store, config }: Context, session: Session, fresh: StoredInteraction[]): Window | undefined {
  return nextWindow({
    sessionId: session.id,
    projectId: session.project_id,
    projectLabel: projectLabel(store.db, session.project_id),
    before: interactionsBefore(store.db, session.id, session.extracted_up_to, CONTEXT_ROWS),
    fresh,
    tokens: config.windowTokens,
  });
}

interface Extracted {
  id: string;
  to_seq: number;
  candidates: Candidate[];
  refused: number;
}

interface ModelFailure {
  class: FailureClass;
  message: string;
  resetsAt: string | null;
}

function failJob(context: Context, job: Job, session: Session, failure: ModelFailure, tools: JobTools): JobOutcome {
  const now = iso(context.clock);
  if (tools.signal?.aborted) {
    release(context.store.db, job);
    return { outcome: 'stopped', session };
  }
  const next = nextStep(failure.class, job.attempts, now);
  context.store.transaction((tx) => {
    if (typeof next === 'object' && 'pause' in next) {
      pauseLearning(tx, { class: next.pause, message: failure.message, resetsAt: failure.resetsAt, now });
      release(tx, job);
    } else {
      const retryAt = next === 'dead' ? undefined : next.retryAt;
      fail(tx, job, { class: failure.class, message: failure.message, retryAt });
    }
  });
  return { outcome: 'failed', session, class: failure.class, why: failure.message, next };
}

/** Reconciles what was extracted and stores it, again when the rules changed meanwhile. */
async function store(
  context: Context,
  job: Job,
  session: Session,
  extracted: Extracted,
  tools: JobTools,
): Promise<JobOutcome> {
  const projectId = session.project_id;
  const { candidates: read } = extracted;
  const meaning = tools.model && (await meaningOf(context, tools.model, { projectId, candidates: read }, tools.signal));
  for (let tries = 1; ; tries++) {
    const now = iso(context.clock);
    // What a person forgot meanwhile is gone from the reading, too.
    const candidates = getExtraction(context.store.db, extracted.id)?.candidates ?? [];
    const planned = await reconcile({
      db: context.store.db,
      ask: tools.ask,
      projectId,
      candidates,
      clock: context.clock,
      mode: context.config.review,
      meaning,
    });
    if (!planned.ok) return failJob(context, job, session, planned, tools);
    try {
      const counts = context.store.transaction((tx) => {
        const applied = applyPlan(tx, planned.plan, { extractionId: extracted.id, clock: context.clock });
        settleExtraction(tx, extracted.id, candidates.length > 0 ? 'learned' : 'nothing');
        settleJob(tx, context, job, findSession(tx, session.id) ?? session, extracted.to_seq, now);
        return applied;
      });
      renderAll(context);
      return { outcome: 'learned', session, counts, refused: extracted.refused };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'plan_stale') || tries === PLAN_TRIES) throw error;
    }
  }
}

/** Runs the leased job to its end; every way out leaves the job completed, renewed, released or failed. */
export async function runJob(context: Context, job: Job, tools: JobTools): Promise<JobOutcome> {
  const { db } = context.store;
  const session = findSession(db, job.session_id);
  if (!session) throw new Error(`job ${job.id} names session ${job.session_id}, which is not there`);
  const kept = waitingExtraction(db, session.id);
  if (kept) {
    const extracted = { id: kept.id, to_seq: kept.to_seq, candidates: kept.candidates, refused: kept.refused.length };
    return store(context, job, session, extracted, tools);
  }
  const fresh = interactionsFrom(db, session.id, session.extracted_up_to, WINDOW_ROWS);
  const window = windowOf(context, session, fresh);
  const now = iso(context.clock);
  if (!window) {
    context.store.transaction((tx) => settleJob(tx, context, job, session, session.extracted_up_to, now));
    return { outcome: 'skipped', session, why: 'nothing new' };
  }
  const row = {
    id: newId(),
    session_id: session.id,
    from_seq: window.fromSeq,
    to_seq: window.toSeq,
    at: now,
  };
  const { pass, patient, why } = gate(fresh.filter(({ seq }) => seq < window.toSeq));
  const quietAt = addMs(session.last_at, context.config.idleMs);
  if (patient && !tools.asked && !window.more && session.ended_at === null && now < quietAt) {
    release(db, job, quietAt);
    return { outcome: 'skipped', session, why: `${why}, which can wait until the session is over or goes quiet` };
  }
  if (!pass) {
    context.store.transaction((tx) => {
      keepExtraction(tx, { ...row, outcome: 'skipped', why, candidates: [], refused: [], prompt: 'none' });
      settleJob(tx, context, job, session, window.toSeq, now);
    });
    return { outcome: 'skipped', session, why };
  }
  const reply = await extractWindow({ window, ask: tools.ask });
  if (!reply.ok) {
    if (reply.reply !== undefined) {
      const failed = { candidates: [], refused: [], reply: reply.reply };
      context.store.transaction((tx) =>
        keepExtraction(tx, {
          ...row,
          outcome: 'failed',
          why: reply.message,
          prompt: reply.prompt,
          ...withoutForgotten(tx, window, failed),
        }),
      );
    }
    return failJob(context, job, session, reply, tools);
  }
  const { candidates, refused } = reply;
  context.store.transaction((tx) =>
    keepExtraction(tx, {
      ...row,
      outcome: 'extracted',
      prompt: reply.prompt,
      model: context.config.model ?? reply.model,
      ...withoutForgotten(tx, window, { candidates, refused }),
    }),
  );
  return store(context, job, session, { id: row.id, to_seq: window.toSeq, candidates, refused: refused.length }, tools);
}
