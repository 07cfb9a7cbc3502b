/**
 * `claude-smart why-not [SESSION]`: where everything that a person did in a session ended: in a rule, in a reading that found
 * nothing, at the gate, in a refusal, or still waiting and for what. Reads the store and the buffer, and changes neither.
 */
import fs from 'node:fs';
import { iso } from '../core/clock.ts';
import type { EvidenceRef } from '../core/rule.ts';
import type { Signal } from '../core/signal.ts';
import { isHumanSign } from '../extract/human-words.ts';
import { capReached } from '../learn/call.ts';
import { type Context, openContext } from '../learn/context.ts';
import { unpublishedIn } from '../publish/buffer-bytes.ts';
import { jobOf } from '../queue/queue.ts';
import { itemsOn } from '../store/evidence.ts';
import { changesBy, type Extraction, extractionsOf } from '../store/extractions.ts';
import { interactionsFrom, type StoredInteraction, waitingTurns } from '../store/interactions.ts';
import { allIds, getItem } from '../store/items.ts';
import { notedRules } from '../store/notes.ts';
import type { Db } from '../store/open.ts';
import { currentStall } from '../store/stall.ts';
import { type Captured, capturedSessions, sessionMeant } from './captured.ts';
import { pathsOf, type Run } from './run.ts';
import { turnJson } from './turn.ts';
import { whyNotText } from './why-not-text.ts';

/** The JSON document; its keys are a contract like those of `why`. */
export type WhyNot = ReturnType<typeof read>;
export type Reading = ReturnType<typeof readingJson>;
type Stored = ReturnType<typeof turnOf>;
export type Turn = WhyNot['turns'][number];

/**
 * Where a turn ended. `learned`: rules or facts rest on it; `taken_back`: it asked to forget something; `nothing`: a model read it and no
 * lesson rests on it; `skipped`: its window was not worth a call; `reading`: read, and not yet compared with what is known;
 * `unread`: no window has read it; `unpublished`: it is in the buffer only.
 */
export type Fate = 'learned' | 'taken_back' | 'nothing' | 'skipped' | 'reading' | 'unread' | 'unpublished';

/** Turns are numbered as the person made them: prompts, notes, rejections, interrupts. */
function turnOf(n: number, stored: StoredInteraction) {
  const { who: _, ...turn } = turnJson({ session_id: stored.session_id, seq: stored.seq }, stored);
  return { turn: n, ...turn, fate: 'unread' as Fate, items: [] as ItemJson[], taken_back: [] as string[] };
}

type ItemJson = { id: string; type: 'rule' | 'fact'; status: string; content: string; noted: boolean };

function itemJson(db: Db, id: string, noted: ReadonlySet<string>): ItemJson[] {
  const item = getItem(db, id);
  return item
    ? [{ id, type: item.type, status: item.row.status, content: item.row.content, noted: noted.has(id) }]
    : [];
}

const isAt = (ref: EvidenceRef, { session_id, seq }: EvidenceRef): boolean =>
  ref.session_id === session_id && ref.seq === seq;

/** Gives each turn its items; what it asked to forget stands in the reading that read it. */
function settle(db: Db, turns: readonly Stored[], readings: readonly Extraction[]): void {
  const noted = new Set(notedRules(db).map(({ item_id }) => item_id));
  const held = itemsOn(db, turns);
  for (const turn of turns) {
    const reading = readings.find(
      (one) => one.outcome !== 'failed' && one.from_seq <= turn.seq && turn.seq < one.to_seq,
    );
    const ids = [...new Set(held.filter((ref) => isAt(ref, turn)).map(({ item_id }) => item_id))];
    turn.items = ids.flatMap((id) => itemJson(db, id, noted));
    turn.taken_back = (reading?.candidates ?? []).flatMap((candidate) =>
      candidate.type === 'forget' && candidate.evidence.some((ref) => isAt(ref, turn)) ? [candidate.what] : [],
    );
    turn.fate = fateOf(turn, reading);
  }
}

function fateOf({ items, taken_back }: Stored, reading: Extraction | undefined): Fate {
  if (items.length > 0) return 'learned';
  if (reading === undefined) return 'unread';
  if (reading.outcome === 'extracted') return 'reading';
  if (reading.outcome === 'skipped') return 'skipped';
  return taken_back.length > 0 ? 'taken_back' : 'nothing';
}

interface Strongest extends Signal {
  /** Null: what a tool did, not the person. */
  turn: number | null;
}

function strongestIn(rows: readonly StoredInteraction[], turns: readonly Stored[]): Strongest | null {
  const best = rows
    .filter(({ signal }) => signal !== null)
    .reduce<StoredInteraction | undefined>(
      (top, row) => ((row.signal?.score ?? 0) > (top?.signal?.score ?? -1) ? row : top),
      undefined,
    );
  if (!best?.signal) return null;
  return { turn: turns.find(({ seq }) => seq === best.seq)?.turn ?? null, ...best.signal };
}

function readingJson(db: Db, one: Extraction, rows: readonly StoredInteraction[], turns: readonly Stored[]) {
  const { id, from_seq, to_seq, outcome, why, at, prompt, model, refused } = one;
  const within = rows.filter(({ seq }) => from_seq <= seq && seq < to_seq);
  const own = turns.filter(({ seq }) => from_seq <= seq && seq < to_seq);
  return {
    id,
    from_seq,
    to_seq,
    from_turn: own[0]?.turn ?? null,
    to_turn: own.at(-1)?.turn ?? null,
    interactions: within.length,
    outcome: outcome === 'extracted' ? ('reading' as const) : outcome,
    why,
    at,
    prompt: outcome === 'skipped' ? null : prompt,
    model,
    strongest: strongestIn(within, turns),
    changed: changesBy(db, id).flatMap(({ item_id, change, why: reason }) => {
      const item = getItem(db, item_id);
      return item
        ? [{ id: item_id, type: item.type, change, why: reason, status: item.row.status, content: item.row.content }]
        : [];
    }),
    /** Lessons and requests to forget that were believed. */
    candidates: one.candidates.length,
    refused,
  };
}

/** Why what is not read waits: what a person can do about it follows from these. */
function waitingJson(context: Context, sessionId: string, now: string) {
  const { db } = context.store;
  const job = jobOf(db, sessionId);
  return {
    job: job
      ? {
          state: job.leased_until !== null && job.leased_until > now ? ('running' as const) : job.state,
          due_at: job.due_at,
          failure: job.failure,
          failure_message: job.failure_message,
        }
      : null,
    paused: currentStall(db, now) ?? null,
    capped: capReached(context) ?? null,
    waiting_turns: waitingTurns(db),
  };
}

const ALL = Number.MAX_SAFE_INTEGER;

function read(context: Context | undefined, captured: Captured, now: string) {
  const { id, project, stored, file } = captured;
  const db = context?.store.db;
  const rows = db && stored ? interactionsFrom(db, id, 0, ALL) : [];
  const turns = rows.filter(({ record }) => isHumanSign(record)).map((row, i) => turnOf(i + 1, row));
  const readings = db && stored ? extractionsOf(db, id) : [];
  if (db) settle(db, turns, readings);
  const buffered = file !== undefined && fs.existsSync(file) ? unpublishedIn(file, stored) : [];
  const unpublished = buffered.filter(isHumanSign).map((record, i) => ({
    ...turnOf(turns.length + i + 1, { session_id: id, seq: 0, record, signal: null }),
    seq: null,
    fate: 'unpublished' as Fate,
  }));
  return {
    session_id: id,
    project: project.label,
    started_at: stored?.started_at ?? null,
    last_at: captured.last_at,
    ended: stored !== undefined && stored.ended_at !== null,
    turns: [...turns, ...unpublished],
    readings: db ? readings.map((one) => readingJson(db, one, rows, turns)) : [],
    unread: {
      interactions: rows.filter(({ seq }) => seq >= (stored?.extracted_up_to ?? 0)).length,
      turns: turns.filter(({ fate, seq }) => fate === 'unread' || seq >= (stored?.extracted_up_to ?? 0)).length,
      unpublished: buffered.length,
    },
    waiting: context ? waitingJson(context, id, now) : null,
  };
}

export function whyNot(run: Run, typed: string | undefined, options: { json?: boolean }): void {
  const context = fs.existsSync(pathsOf(run).database) ? openContext(run.env, run.clock) : undefined;
  try {
    const now = iso(run.clock);
    const answer = read(context, sessionMeant(run, capturedSessions(run, context?.store.db), typed), now);
    if (options.json) run.out.json(answer);
    else run.out.print(whyNotText(run.out, answer, context ? allIds(context.store.db) : [], now));
  } finally {
    context?.store.close();
  }
}
