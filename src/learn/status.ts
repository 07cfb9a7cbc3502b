/** What `claude-smart status` tells: where things are, what waits and why, what was learned and what it cost. */
import { iso } from '../core/clock.ts';
import { VERSION } from '../platform/package-root.ts';
import { failedJobs, type QueueState, queueState } from '../queue/queue.ts';
import { spentToday } from '../store/calls.ts';
import { lastExtractionAt, type RefusedSoFar, refusedSoFar } from '../store/extractions.ts';
import { type StoreCounts, storeCounts, waitingTurns } from '../store/interactions.ts';
import { projectLabel } from '../store/projects.ts';
import type { FailureClass } from '../store/schema.ts';
import { currentStall, type Stall } from '../store/stall.ts';
import { capReached } from './call.ts';
import type { Context } from './context.ts';

export interface StatusReport {
  version: string;
  paths: { home: string; database: string };
  counts: StoreCounts;
  /** Human turns that no extraction has read. */
  waiting_turns: number;
  queue: QueueState;
  /** Why sessions wait that were tried already, each reason once. */
  failures: WaitingFailure[];
  spent_today: { calls: number; usd: number };
  stall: Stall | null;
  capped: string | null;
  last_extraction_at: string | null;
  /** What the model proposed and code did not take. */
  refused: RefusedSoFar;
}

export interface WaitingFailure {
  project: string;
  class: FailureClass;
  message: string;
  sessions: number;
  /** Null: only when somebody asks again. */
  retry_at: string | null;
}

function waitingFailures({ store: { db } }: Context): WaitingFailure[] {
  return failedJobs(db).map(({ project_id, ...failure }) => ({
    project: projectLabel(db, project_id),
    ...failure,
  }));
}

export function statusOf(context: Context): StatusReport {
  const { db } = context.store;
  const now = iso(context.clock);
  const { calls, usd } = spentToday(db, context.clock());
  return {
    version: VERSION,
    paths: { home: context.paths.home, database: context.paths.database },
    counts: storeCounts(db, now),
    waiting_turns: waitingTurns(db),
    queue: queueState(db),
    failures: waitingFailures(context),
    spent_today: { calls, usd },
    stall: currentStall(db, now) ?? null,
    capped: capReached(context) ?? null,
    last_extraction_at: lastExtractionAt(db) ?? null,
    refused: refusedSoFar(db),
  };
}
