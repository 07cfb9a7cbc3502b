/** The daemon's log: one line an event, at most two files of one megabyte. A log that cannot be written is not a reason to stop. */
import fs from 'node:fs';
import path from 'node:path';
import { type Clock, iso } from '../core/clock.ts';
import { AppError, messageOf } from '../core/errors.ts';
import { makeFolder } from './folder.ts';

const CEILING_BYTES = 1_000_000;

/** A database's error may quote what was written. */
const PART_UNITS = 2_000;

export type Log = (message: string) => void;

export function openLog(file: string, clock: Clock): Log {
  let lost: { first: string; why: string; lines: number } | undefined;
  return (message) => {
    const stamp = `${iso(clock)} ${process.pid}`;
    const line = `${stamp} ${message.replace(/\s*\n\s*/g, ' ⏎ ')}`;
    try {
      makeFolder(path.dirname(file));
      if (fs.existsSync(file) && fs.statSync(file).size > CEILING_BYTES) fs.renameSync(file, `${file}.1`);
      // A write that failed may have left half a line.
      const before = lost
        ? `\n${stamp} lines that could not be written: ${lost.lines} (${lost.why}); the first: ${lost.first}\n`
        : '';
      fs.appendFileSync(file, `${before}${line}\n`, { mode: 0o600 });
      lost = undefined;
    } catch (error) {
      // Nowhere to say it now. What came first tells most, and is said as soon as that is possible.
      lost = { first: line.slice(0, PART_UNITS), why: messageOf(error), ...lost, lines: (lost?.lines ?? 0) + 1 };
    }
  };
}

/** Where an error came from and what it was caused by, with the hint that mends it. */
export function inFull(error: unknown): string {
  const parts: string[] = [];
  for (let one = error; one !== undefined && parts.length < 5; one = one instanceof Error ? one.cause : undefined) {
    parts.push((one instanceof Error ? (one.stack ?? one.message) : String(one)).slice(0, PART_UNITS));
  }
  const hint = error instanceof AppError && error.hint ? ` — ${error.hint}` : '';
  return parts.join('\ncaused by ') + hint;
}
