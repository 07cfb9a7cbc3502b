/** What `claude-smart status` tells: where things are, what waits and why, what was learned and what it cost. */
import { iso } from '../core/clock.ts';
import { VERSION } from '../platform/package-root.ts';
import { type QueueState, queueState } from '../queue/queue.ts';
import { spentToday } from '../store/calls.ts';
import { lastExtractionAt } from '../store/extractions.ts';
import { type StoreCounts, storeCounts, waitingTurns } from '../store/interactions.ts';
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
  spent_today: { calls: number; usd: number };
  stall: Stall | null;
  capped: string | null;
  last_extraction_at: string | null;
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
    spent_today: { calls, usd },
    stall: currentStall(db, now) ?? null,
    capped: capReached(context) ?? null,
    last_extraction_at: lastExtractionAt(db) ?? null,
  };
}
