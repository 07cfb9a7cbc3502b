/**
 * Reads a session buffer's bytes: whole lines to records, each with its offset. Invariant: a line is read or counted as
 * broken, never both and never twice; a torn last line waits for its end, unless what is there is already whole JSON.
 */
import type { BufferRecord } from './interaction.ts';

export interface BufferLine {
  /** Byte offset of the line in the buffer. */
  seq: number;
  record: BufferRecord;
}

export interface BufferSlice {
  lines: BufferLine[];
  /** Offset behind the last line that was read; reading goes on there. */
  upTo: number;
  /** Lines that are not records: torn in the middle by a crash, or edited by hand. */
  broken: number;
}

const NEWLINE = 0x0a;

type Line = { record: BufferRecord } | 'watermark' | 'broken';

function readLine(text: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'broken';
  }
  if (typeof value !== 'object' || value === null) return 'broken';
  if ('published_up_to' in value) return 'watermark';
  const { type, ts } = value as { type?: unknown; ts?: unknown };
  if (typeof type !== 'string' || typeof ts !== 'string' || Number.isNaN(Date.parse(ts))) return 'broken';
  return { record: value as BufferRecord };
}

/** `bytes` is the buffer from offset `from` to its end; `from` is the start of a line. */
export function readBuffer(bytes: Uint8Array, from = 0): BufferSlice {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const slice: BufferSlice = { lines: [], upTo: from, broken: 0 };
  let at = 0;
  while (at < buffer.length) {
    const newline = buffer.indexOf(NEWLINE, at);
    const end = newline === -1 ? buffer.length : newline;
    const text = buffer.toString('utf8', at, end).trim();
    const line = text === '' ? 'watermark' : readLine(text);
    if (newline === -1 && line === 'broken') break;
    if (line === 'broken') slice.broken += 1;
    else if (line !== 'watermark') slice.lines.push({ seq: from + at, record: line.record });
    at = newline === -1 ? buffer.length : newline + 1;
    slice.upTo = from + at;
  }
  return slice;
}
