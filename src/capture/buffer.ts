/**
 * The journal in front of the store: one append-only JSONL file a session. Invariant: what one call appends reaches the file
 * in one `O_APPEND` write, begins on a line of its own, and never changes a byte that is already there. (Forgetting does, and
 * keeps every line's place: review/blank.ts.)
 */
import fs, { closeSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BufferRecord, SessionRecord, WatermarkRecord } from '../core/interaction.ts';
import { makeFolder } from '../platform/folder.ts';

const NEWLINE = 0x0a;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

function openForAppend(file: string): number {
  try {
    return openSync(file, 'a+', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    makeFolder(dirname(file));
    return openSync(file, 'a+', 0o600);
  }
}

/** The last byte of the file tells whether a crash tore its last line. */
function endsTorn(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

/**
 * Appends `records`. An empty file gets its header first, so that every buffer tells whose it is, whichever event came
 * first; a torn last line is ended first. (Two first events at once may both write a header: the first one counts.)
 */
export function appendRecords(
  file: string,
  records: readonly (BufferRecord | WatermarkRecord)[],
  header?: () => SessionRecord,
): void {
  if (records.length === 0) return;
  const fd = openForAppend(file);
  try {
    const { size } = fs.fstatSync(fd);
    const all = size === 0 && header ? [header(), ...records] : records;
    const lines = all.map((record) => `${JSON.stringify(record)}\n`).join('');
    const bytes = Buffer.from(size > 0 && endsTorn(fd, size) ? `\n${lines}` : lines);
    const written = fs.writeSync(fd, bytes);
    if (written < bytes.length) throw new Error('short write');
  } finally {
    closeSync(fd);
  }
}
