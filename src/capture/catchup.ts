/**
 * Adds to a session's buffer what the doors missed, read from the transcript since the last time. It runs in the Stop hook
 * and again before a publish, possibly at the same moment. Invariant: one append holds both the records and the new cursor,
 * so a crash repeats the reading, never the records; two runs at once add equal uuids, and publish takes each uuid once.
 */

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { BufferRecord, SessionRecord, TranscriptCursorRecord } from '../core/interaction.ts';
import { attempt, isText } from '../core/outside.ts';
import { appendRecords } from './buffer.ts';
import { AHEAD_LIMIT, missing } from './catchup-match.ts';
import { eachLine, NEWLINE, objectIn, readTranscript } from './transcript.ts';

/** Bytes of transcript read in one call, and in one piece. */
const BUDGET = 32 * 1024 * 1024;
const PIECE = 4 * 1024 * 1024;
/** Bytes of one over-long line that a call looks through for its end. */
const SKIPPED = 256 * 1024 * 1024;
const TAIL = 64 * 1024;
const HEAD = 16 * 1024;
/** Lines that tell nothing are read again until they are this many bytes: a cursor for each would swell the buffer. */
const QUIET_BYTES = 256 * 1024;

type Cursor = TranscriptCursorRecord;
interface Row {
  at: number;
  record: BufferRecord;
}
interface Rows {
  rows: Row[];
  /** After the last whole line. */
  end: number;
}

/**
 * Returns true when more of the transcript waits than one call may read. `quietMs` leaves out lines that young: their door
 * may be writing this very moment. The Stop hook needs none, since a turn's doors come before it.
 */
export function catchUp(file: string, now: string, quietMs = 0): boolean {
  const buffer = openFile(file);
  if (!buffer) return false;
  try {
    const header = headerOf(buffer);
    const transcript = header?.transcript_path ? openFile(header.transcript_path) : undefined;
    if (!header || !transcript) return false;
    try {
      return compare(file, buffer, header, transcript, now, quietMs);
    } finally {
      closeSync(transcript.fd);
    }
  } finally {
    closeSync(buffer.fd);
  }
}

function compare(
  file: string,
  buffer: Open,
  header: SessionRecord,
  transcript: Open,
  now: string,
  quietMs: number,
): boolean {
  let { rows, end } = rowsSinceCursor(buffer);
  const last = cursorIn(rows);
  let cursor = last;
  if (cursor && !fits(transcript, cursor.up_to)) {
    // The transcript was rewritten: begin again, and let everything the buffer holds stand for its line.
    ({ rows, end } = rowsFrom(buffer, 0));
    cursor = { ...cursor, up_to: 0, seen: 0, ahead: [] };
  }
  const from = cursor?.up_to ?? 0;
  const read = readOn(transcript, from, {
    now,
    session: header.session_id,
    until: quietMs > 0 ? new Date(Date.parse(now) - quietMs).toISOString() : undefined,
    tools: toolNames(buffer, rows),
  });

  const since = cursor ? cursor.since : beginning(rows, read.records);
  const ours = since ? read.records.filter((record) => record.ts >= since) : read.records;
  const door = rows.filter(({ at }) => at >= (cursor?.seen ?? 0)).map(({ record }) => record);
  const known = new Set(rows.flatMap(({ record }) => record.uuid ?? []));
  const { add, ahead } = missing(door, ours, cursor?.ahead ?? [], known, read.more ? Infinity : AHEAD_LIMIT);

  if (read.records.length > 0 || read.upTo - from > QUIET_BYTES || cursor !== last) {
    const next: Cursor = { type: 'Transcript', ts: now, up_to: read.upTo, ahead, seen: end, ...(since && { since }) };
    appendRecords(file, [...add, next], () => header);
  }
  return read.more;
}

/**
 * From when on the transcript is this buffer's business. A resumed or forked session brings lines that belong to the run
 * before, which had a buffer of its own or was not captured. A buffer without its session's start began in the middle (just
 * installed, or deleted since): the turn in which it began is ours. Undefined: everything is.
 */
function beginning(rows: readonly Row[], transcript: readonly BufferRecord[]): string | undefined {
  const first = rows.find(({ record }) => record.type !== 'Session')?.record;
  if (!first) return undefined;
  const source = first.type === 'SessionStart' ? first.source : undefined;
  if (source === 'startup' || source === 'clear') return undefined;
  if (source === 'resume' || source === 'fork') return first.ts;
  return transcript.findLast((record) => record.type === 'User' && record.ts <= first.ts)?.ts ?? first.ts;
}

/** A cursor fits when it still stands at the beginning of a line. */
function fits(transcript: Open, upTo: number): boolean {
  if (upTo === 0) return true;
  return upTo <= transcript.size && bytesAt(transcript, upTo - 1, 1)[0] === NEWLINE;
}

type Options = Parameters<typeof readTranscript>[2];

function readOn(
  transcript: Open,
  from: number,
  options: Options,
): { records: BufferRecord[]; upTo: number; more: boolean } {
  const records: BufferRecord[] = [];
  let upTo = from;
  let length = PIECE;
  while (upTo < transcript.size && upTo - from < BUDGET) {
    const part = readTranscript(bytesAt(transcript, upTo, length), 0, { ...options, base: upTo });
    for (const record of part.records) records.push(record);
    upTo += part.upTo;
    if (part.held) return { records, upTo, more: false };
    if (part.upTo > 0) length = PIECE;
    else if (upTo + length >= transcript.size) return { records, upTo, more: false };
    else if (length < BUDGET) length *= 2;
    else {
      // Too long to be a line of a conversation: only its end is looked for.
      let at = upTo + length;
      const end = Math.min(transcript.size, upTo + SKIPPED);
      length = PIECE;
      while (at < end && !bytesAt(transcript, at, length).includes(NEWLINE)) at += length;
      if (at >= end) return { records, upTo, more: false };
      upTo = at + bytesAt(transcript, at, length).indexOf(NEWLINE) + 1;
    }
  }
  return { records, upTo, more: upTo < transcript.size };
}

/** Names of tools whose call is in the buffer; all of it is searched once, when a result's call is not among `rows`. */
function toolNames(buffer: Open, rows: readonly Row[]) {
  const names = new Map<string, string>();
  const learn = (all: readonly Row[]) => {
    for (const { record } of all) {
      if (record.type === 'ToolStart' && record.tool_use_id) names.set(record.tool_use_id, record.tool);
    }
  };
  learn(rows);
  let whole = false;
  return {
    set: (id: string, tool: string) => names.set(id, tool),
    get: (id: string) => {
      if (!names.has(id) && !whole) {
        whole = true;
        learn(rowsFrom(buffer, 0).rows);
      }
      return names.get(id);
    },
  };
}

interface Open {
  fd: number;
  size: number;
}

/** Undefined when there is nothing to read: the file is gone, no file at all, or not ours to open. */
function openFile(path: string): Open | undefined {
  return attempt(() => {
    // Asked first, because opening a named pipe would wait for its writer.
    const found = statSync(path);
    return found.isFile() ? { fd: openSync(path, 'r'), size: found.size } : undefined;
  });
}

function bytesAt({ fd, size }: Open, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)));
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(fd, bytes, filled, bytes.length - filled, at + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function headerOf(buffer: Open): SessionRecord | undefined {
  const first = rowsFrom(buffer, 0, HEAD).rows[0]?.record;
  return first?.type === 'Session' ? first : undefined;
}

/** The buffer's records from `start` on; the lines that both ends cut are left out. */
function rowsFrom(buffer: Open, start: number, length = buffer.size): Rows {
  const bytes = bytesAt(buffer, start, length);
  const rows: Row[] = [];
  const from = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  const end = eachLine(bytes, from, (line, at) => {
    const record = objectIn(line) as BufferRecord | undefined;
    if (isText(record?.type)) rows.push({ at: start + at, record });
    return true;
  });
  return { rows, end: start + end };
}

/** Reads backwards, ever more, until the last cursor and all that came after it was compared are in. */
function rowsSinceCursor(buffer: Open): Rows {
  for (let length = TAIL; ; length *= 4) {
    const start = Math.max(0, buffer.size - length);
    const read = rowsFrom(buffer, start);
    const cursor = cursorIn(read.rows);
    if (start === 0 || (cursor && (cursor.seen ?? 0) >= (read.rows[0]?.at ?? Infinity))) return read;
  }
}

const cursorIn = (rows: readonly Row[]) =>
  rows.findLast(({ record }) => record.type === 'Transcript')?.record as Cursor | undefined;
