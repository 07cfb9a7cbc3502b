/**
 * A buffer's bytes: which buffer of its session it is, and what of it is not in the store yet. Reads only.
 */
import fs from 'node:fs';
import { type Interaction, isInteraction } from '../core/interaction.ts';
import { textHash } from '../core/text-hash.ts';
import { readBuffer } from '../core/watermark.ts';
import type { Session } from '../store/sessions.ts';
import { knownRecord } from './line.ts';

const HEAD_BYTES = 65_536;
const NEWLINE = 0x0a;

export function readAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length));
  return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, from));
}

/** Tells one buffer of a session from the next: a hash of its first line. */
export function bufferHead(fd: number): string {
  const start = readAt(fd, 0, HEAD_BYTES);
  const newline = start.indexOf(NEWLINE);
  return textHash(start.toString('utf8', 0, newline === -1 ? start.length : newline));
}

/** Whether a line ends at that offset: one that a crash left without its newline ends there too. */
function endsLine(fd: number, upTo: number): boolean {
  if (upTo === 0) return true;
  const around = readAt(fd, upTo - 1, 2);
  return around[0] === NEWLINE || (around[0] !== undefined && (around[1] ?? NEWLINE) === NEWLINE);
}

type Known = Pick<Session, 'buffer_head' | 'published_up_to'>;

/** Somebody may take lines out of a journal: what is behind the published bytes is then not what was. */
export const isSameBuffer = (fd: number, known: Known): boolean =>
  known.buffer_head === bufferHead(fd) && endsLine(fd, known.published_up_to);

/** Interactions in the buffer that the store does not have yet, in the order of capture. */
export function unpublishedIn(file: string, known: Known | undefined): Interaction[] {
  const fd = fs.openSync(file, 'r');
  try {
    const from = known && isSameBuffer(fd, known) ? known.published_up_to : 0;
    const { lines } = readBuffer(readAt(fd, from, fs.fstatSync(fd).size - from), from);
    return lines.flatMap(({ record }) => {
      const read = knownRecord(record);
      return read && isInteraction(read) ? [read] : [];
    });
  } finally {
    fs.closeSync(fd);
  }
}
