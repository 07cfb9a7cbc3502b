/** The daemon's log: one line an event, at most two files of one megabyte. A log that cannot be written is not a reason to stop. */
import fs from 'node:fs';
import path from 'node:path';
import { type Clock, iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { makeFolder } from './folder.ts';

const CEILING_BYTES = 1_000_000;

/** A database's error may quote what was written. */
const PART_UNITS = 2_000;

export type Log = (message: string) => void;

export function openLog(file: string, clock: Clock): Log {
  return (message) => {
    try {
      makeFolder(path.dirname(file));
      if (fs.existsSync(file) && fs.statSync(file).size > CEILING_BYTES) fs.renameSync(file, `${file}.1`);
      fs.appendFileSync(file, `${iso(clock)} ${process.pid} ${message.replace(/\s*\n\s*/g, ' ⏎ ')}\n`, { mode: 0o600 });
    } catch {
      // Nowhere to say it.
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
