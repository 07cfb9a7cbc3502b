/** Figures from rankings: how often what was expected came first, and how often something was told where nothing should be. Pure. */
import crypto from 'node:crypto';
import type { Query } from './corpus.ts';

/** What one way of searching answered to one query, best first. */
export interface Answer {
  query: Query;
  /** Without a floor: how well the right rules rank. */
  ranked: string[];
  /** At most five above the floor: what a session would be told. */
  told: string[];
}

/** Parts of one; NaN where no query asks for it. */
export interface Figures {
  queries: number;
  recall1: number;
  recall3: number;
  recall5: number;
  /** 1 over the rank of the first right rule. */
  mrr: number;
  /** Recall in what is told. */
  told: number;
  /** Queries that expect nothing, and those of them that were told something. */
  empty: number;
  false: number;
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

function recall(expected: readonly string[], found: readonly string[]): number {
  const right = new Set(found);
  return expected.filter((id) => right.has(id)).length / expected.length;
}

function reciprocalRank(expected: readonly string[], ranked: readonly string[]): number {
  const at = ranked.findIndex((id) => expected.includes(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

export function figuresOf(answers: readonly Answer[]): Figures {
  const full = answers.filter(({ query }) => query.expected.length > 0);
  const empty = answers.filter(({ query }) => query.expected.length === 0);
  const recallAt = (count: number) =>
    mean(full.map(({ query, ranked }) => recall(query.expected, ranked.slice(0, count))));
  return {
    queries: full.length,
    recall1: recallAt(1),
    recall3: recallAt(3),
    recall5: recallAt(5),
    mrr: mean(full.map(({ query, ranked }) => reciprocalRank(query.expected, ranked))),
    told: mean(full.map(({ query, told }) => recall(query.expected, told))),
    empty: empty.length,
    false: empty.filter(({ told }) => told.length > 0).length,
  };
}

/** Constants are tuned on one half of the queries and reported on both; which half a query is in follows from its id. */
export const isTuned = ({ id }: Query): boolean => (crypto.createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0;
