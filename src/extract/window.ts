/**
 * Turns the next interactions of one session into a numbered text for one model call. Every interaction is new in exactly one
 * window, in order; the last few turns before are shown again as context, marked as read. Pure.
 */
import { AppError } from '../core/errors.ts';
import type { Interaction, ToolStartRecord } from '../core/interaction.ts';
import type { EvidenceRef } from '../core/rule.ts';
import { estimateTokens } from '../core/tokens.ts';
import { type Entry, renderEntry } from './entry.ts';
import { isHumanSign } from './human-words.ts';

export interface WindowTurn {
  /** Its number in the text; the start and the end of one tool call share one. */
  n: number;
  ref: EvidenceRef;
  record: Interaction;
  /** Read by an earlier window already. */
  context: boolean;
}

export interface Window {
  sessionId: string;
  projectId: string;
  projectLabel: string;
  turns: WindowTurn[];
  fromSeq: number;
  /** First seq not read. */
  toSeq: number;
  text: string;
  /** Whether `fresh` holds more than this window reads. */
  more: boolean;
}

export interface SessionSlice {
  sessionId: string;
  projectId: string;
  projectLabel: string;
  /** The last interactions that were read, in order. */
  before: readonly Row[];
  /** What was not read yet, in order. */
  fresh: readonly Row[];
  /** Ceiling for the text, by estimate. */
  tokens: number;
}

interface Row {
  session_id: string;
  seq: number;
  record: Interaction;
}

/** Below the one a turn cannot be shown so that it means something; above the other the call's input ceiling is near. */
const SMALLEST = 400;
const LARGEST = 60_000;
const CONTEXT_TURNS = 6;
/** Part of the ceiling that context may take. */
const CONTEXT_SHARE = 0.25;
/** Part of the rest that one field may take: a record has two at most, so that one record always fits. */
const FIELD_SHARE = 0.25;

interface Marked extends Row {
  context: boolean;
}

/** Undefined when nothing is new. */
export function nextWindow(slice: SessionSlice): Window | undefined {
  for (const row of [...slice.before, ...slice.fresh]) {
    if (row.session_id === slice.sessionId) continue;
    throw new AppError(
      'mixed_sessions',
      `a window of session ${slice.sessionId} was given a turn of ${row.session_id}`,
    );
  }
  const first = slice.fresh[0];
  if (!first) return undefined;
  const tokens = Math.min(LARGEST, Math.max(SMALLEST, slice.tokens));
  const field = Math.floor(tokens * (1 - CONTEXT_SHARE) * FIELD_SHARE);
  const context = contextRows(slice, tokens * CONTEXT_SHARE, field);
  const read = freshRows(slice.fresh, tokens - context.reduce((sum, row) => sum + costOf(row, field), 0), field);
  const { turns, entries } = numbered(inTime([...context, ...read]));
  return {
    sessionId: slice.sessionId,
    projectId: slice.projectId,
    projectLabel: slice.projectLabel,
    turns,
    fromSeq: first.seq,
    toSeq: (read.at(-1) ?? first).seq + 1,
    text: entries.map((entry) => renderEntry(entry, field)).join('\n'),
    more: read.length < slice.fresh.length,
  };
}

/** What a record takes when it is shown by itself; together with its tool call it takes less. */
const costOf = ({ context, record }: Marked, field: number) =>
  estimateTokens(renderEntry({ n: 9_999, context, record }, field)) + 1;

/** As many as fit; one always does, for its fields are cut to what a window holds. */
function freshRows(fresh: readonly Row[], room: number, field: number): Marked[] {
  const read: Marked[] = [];
  let left = room;
  for (const row of fresh) {
    const next = { ...row, context: false };
    left -= costOf(next, field);
    if (left < 0 && read.length > 0) break;
    read.push(next);
  }
  return read;
}

/**
 * The last few turns that were read, as many as fit in `room`; before all others what a person's first new words answer: the
 * agent's last words, however long ago.
 */
function contextRows({ before, fresh }: SessionSlice, room: number, field: number): Marked[] {
  const sign = fresh.findIndex((row) => isHumanSign(row.record));
  const answered = sign >= 0 && !fresh.slice(0, sign).some((row) => row.record.type === 'Assistant');
  const said = answered ? before.findLast((row) => row.record.type === 'Assistant') : undefined;
  const recent = before.slice(-CONTEXT_TURNS).toReversed();
  const chosen = new Set<Row>();
  let left = room;
  for (const row of said ? [said, ...recent] : recent) {
    if (chosen.has(row)) continue;
    left -= costOf({ ...row, context: true }, field);
    if (left < 0 && row !== said) break;
    chosen.add(row);
  }
  return before.filter((row) => chosen.has(row)).map((row) => ({ ...row, context: true }));
}

/** As it happened: what Stop found in the transcript (a rejection, say) stands in the buffer behind the reply that came after it. */
const inTime = (rows: readonly Marked[]): Marked[] =>
  rows.toSorted((a, b) => Number(b.context) - Number(a.context) || Date.parse(a.record.ts) - Date.parse(b.record.ts));

/** Numbers the rows; a ToolStart whose ToolEnd is there is shown with it, at its place and under its number. */
function numbered(rows: readonly Marked[]): { turns: WindowTurn[]; entries: Entry[] } {
  const ends = new Map<string, number>();
  rows.forEach(({ record }, i) => {
    if (record.type === 'ToolEnd' && record.tool_use_id) ends.set(record.tool_use_id, i);
  });
  const starts = new Map<number, ToolStartRecord>();
  const placeOf = rows.map(({ record }, i) => {
    const end = record.type === 'ToolStart' && record.tool_use_id ? ends.get(record.tool_use_id) : undefined;
    if (record.type !== 'ToolStart' || end === undefined || end < i || starts.has(end)) return i;
    starts.set(end, record);
    return end;
  });
  const entries: Entry[] = [];
  const numbers = new Map<number, number>();
  rows.forEach(({ record, context }, i) => {
    if (placeOf[i] !== i) return;
    const start = starts.get(i);
    numbers.set(i, entries.length + 1);
    entries.push({ n: entries.length + 1, context, record, ...(start ? { start } : {}) });
  });
  const turns = rows.map(({ session_id, seq, record, context }, i) => ({
    n: numbers.get(placeOf[i] ?? i) ?? 0,
    ref: { session_id, seq },
    record,
    context,
  }));
  return { turns, entries };
}
