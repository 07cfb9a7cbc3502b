/**
 * Compares what the doors saw with what the transcript tells. Invariant: whichever shows a thing first, and however often
 * this runs, the thing is added once at most. Pure.
 */
import type { BufferRecord } from '../core/interaction.ts';
import { matchKey } from './record.ts';

/** Door records that wait for their line in the transcript: it lags by moments, so older ones never had a line. */
export const AHEAD_LIMIT = 200;

export interface Missing {
  add: BufferRecord[];
  ahead: string[];
}

/**
 * The records of `transcript` that the doors did not see, and the keys of door records that the transcript did not show yet.
 * `ahead` are such keys from the last time; `known` are the uuids of transcript records that the buffer already holds.
 */
export function missing(
  door: readonly BufferRecord[],
  transcript: readonly BufferRecord[],
  ahead: readonly string[],
  known: ReadonlySet<string> = new Set(),
  limit = AHEAD_LIMIT,
): Missing {
  const waiting = [...ahead];
  for (const record of door) {
    const key = record.uuid === undefined ? matchKey(record) : undefined;
    if (key) waiting.push(key);
  }
  const count = new Map<string, number>();
  for (const key of waiting) count.set(key, (count.get(key) ?? 0) + 1);
  const take = (key: string | undefined): boolean => {
    const left = (key && count.get(key)) || 0;
    if (left > 0) count.set(key as string, left - 1);
    return left > 0;
  };

  const seen = new Set(known);
  const add = transcript.filter((record) => {
    if (record.uuid !== undefined) {
      if (seen.has(record.uuid)) return false;
      seen.add(record.uuid);
    }
    return !take(matchKey(record));
  });
  // Of equal keys the newest are kept: the oldest found their lines first.
  const left = waiting.reverse().filter(take).slice(0, limit).reverse();
  return { add, ahead: left };
}
