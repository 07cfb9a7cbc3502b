/**
 * Runs of `claude` and what they cost, as each result itself states it. A day is a UTC day, as all times here are: the caps
 * do not move with the machine's zone or with daylight saving.
 */
import { count, gte, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { calls } from './schema-work.ts';

export type ModelCall = typeof calls.$inferSelect;

export interface Spend {
  calls: number;
  usd: number;
  input_tokens: number;
  output_tokens: number;
}

export function recordCall(tx: Db, call: ModelCall): void {
  tx.insert(calls).values(call).run();
}

const sumOf = (column: typeof calls.usd | typeof calls.input_tokens | typeof calls.output_tokens) =>
  sql<number>`coalesce(sum(${column}), 0)`;
const SPEND = {
  calls: count(),
  usd: sumOf(calls.usd),
  input_tokens: sumOf(calls.input_tokens),
  output_tokens: sumOf(calls.output_tokens),
};

/** From that moment on, failed calls included. */
export const callsSince = (db: Db, from: string): Spend =>
  db.select(SPEND).from(calls).where(gte(calls.at, from)).get() ?? {
    calls: 0,
    usd: 0,
    input_tokens: 0,
    output_tokens: 0,
  };

export const spentToday = (db: Db, now: Date): Spend =>
  callsSince(db, `${now.toISOString().slice(0, 10)}T00:00:00.000Z`);
