/**
 * Buffer tail to interactions and a job, in one transaction. Exactly once comes from the database: how far a buffer is
 * published is a column beside the rows themselves, and (session, seq) and the transcript's uuid are unique; the watermark
 * written into the buffer afterwards only tells a reader what may be deleted.
 */
import fs from 'node:fs';
import path from 'node:path';
import { appendRecords } from '../capture/buffer.ts';
import { matchKey } from '../capture/record.ts';
import {
  type BufferRecord,
  type InjectedRecord,
  type Interaction,
  isInteraction,
  type SessionRecord,
} from '../core/interaction.ts';
import { signalOf } from '../core/signal.ts';
import { type BufferLine, readBuffer } from '../core/watermark.ts';
import { send } from '../queue/queue.ts';
import { recordInjections } from '../store/injections.ts';
import {
  allBodies,
  interactionsBefore,
  lastTurn,
  pendingInteractions,
  recordInteraction,
} from '../store/interactions.ts';
import type { Db, Store } from '../store/open.ts';
import { noteProject } from '../store/projects.ts';
import { findSession, type Session, saveSession } from '../store/sessions.ts';
import { bufferHead, isSameBuffer, readAt } from './buffer-bytes.ts';
import { dueAt } from './due.ts';
import { knownRecord } from './line.ts';
import { takeNote } from './note.ts';
import { projectOf } from './project-id.ts';
import { type Earlier, earlierIn } from './timeline.ts';
import { TWIN_CONTEXT, twinsIn } from './twins.ts';

export interface Published {
  session_id: string;
  /** Interactions that were new. */
  interactions: number;
  /** Notes among them that became rules. */
  noted: number;
  /** Lines that are not records. */
  broken: number;
}

interface Timing {
  extractAfter: number;
  idleMs: number;
}

const earliest = (ts: string, now: string): string => (Date.parse(ts) > Date.parse(now) ? now : ts);

/** A clock that ran ahead must not make a turn count as the newest for years. */
const untilNow = (record: BufferRecord, now: string): BufferRecord => ({ ...record, ts: earliest(record.ts, now) });

/** The session row to go on from: as it was, begun anew behind the old numbers, or new. */
function openSession(tx: Db, id: string, fd: number, lines: () => BufferLine[], now: string): Session {
  const known = findSession(tx, id);
  const head = bufferHead(fd);
  if (known && isSameBuffer(fd, known)) return known;
  if (known) {
    return { ...known, buffer_head: head, seq_base: known.seq_base + known.published_up_to + 1, published_up_to: 0 };
  }
  const read = lines();
  const header = read.find(({ record }) => record.type === 'Session')?.record as SessionRecord | undefined;
  const project = header ?? { project_id: projectOf('/').id, project_label: 'unknown', cwd: '/' };
  noteProject(tx, { id: project.project_id, label: project.project_label, path: project.cwd }, now);
  const first = earliest(read[0]?.record.ts ?? now, now);
  return {
    id,
    project_id: project.project_id,
    cwd: project.cwd,
    transcript_path: header?.transcript_path ?? null,
    entrypoint: header?.entrypoint ?? null,
    started_at: first,
    last_at: first,
    ended_at: null,
    end_reason: null,
    buffer_head: head,
    seq_base: 0,
    published_up_to: 0,
    extracted_up_to: 0,
  };
}

/** What Claude Code calls the event: the tool call, the prompt, or for a reply the turn that it ends. */
function eventName(tx: Db, session: Session, record: Interaction): string | undefined {
  if (record.type === 'User') return record.prompt_id;
  if (record.type === 'Assistant') return `turn ${lastTurn(tx, session.id)}`;
  return 'tool_use_id' in record ? record.tool_use_id : undefined;
}

/** Two copies of the hooks each capture an event: its name and what it says tell that it is one. */
function onceOf(tx: Db, session: Session, record: Interaction): string | undefined {
  const name = eventName(tx, session, record);
  return name && `${session.id} ${name} ${matchKey(record)}`;
}

const toldIn = ({ event, ts, tokens, units }: InjectedRecord) => ({
  event,
  at: ts,
  tokens: tokens ?? Math.ceil(units / 4),
});

/** What was told already, by the other source or in an earlier state of the buffer. */
type IsTold = (record: BufferRecord) => boolean;

/** Applies one record to the session and the tables; returns whether it was a new interaction. */
function publishRecord(
  tx: Db,
  session: Session,
  seq: number,
  record: BufferRecord,
  { earlier, isTold }: { earlier: Earlier; isTold: IsTold },
): boolean {
  if (record.ts > session.last_at) session.last_at = record.ts;
  if (record.type === 'SessionEnd') {
    session.ended_at = record.ts;
    session.end_reason = record.reason;
  } else if (record.type === 'SessionStart' || (record.type === 'User' && !record.uuid)) {
    // A turn typed after the end: the session was resumed. (One recovered from the transcript is older than its line.)
    session.ended_at = null;
    session.end_reason = null;
  } else if (record.type === 'Injected') {
    recordInjections(
      tx,
      record.ids.map((item_id) => ({ session_id: session.id, seq, item_id, ...toldIn(record) })),
    );
  }
  if (!isInteraction(record) || isTold(record)) return false;
  return recordInteraction(tx, session.id, seq, record, signalOf(record, earlier(record)), onceOf(tx, session, record));
}

/** What the records of a slice are compared with: what was published before, and themselves. */
function surroundings(tx: Db, { id, seq_base, published_up_to }: Session, records: readonly BufferRecord[]) {
  const before = interactionsBefore(tx, id, seq_base + published_up_to, TWIN_CONTEXT).map(({ record }) => record);
  const twins = twinsIn(before, records);
  // Another buffer of a known session may hold turns of the one before, when only some of its lines were taken out.
  const stored = published_up_to === 0 && seq_base > 0 ? allBodies(tx, id) : undefined;
  const isTold: IsTold = (record) => twins.has(record) || (stored?.has(JSON.stringify(record)) ?? false);
  return { earlier: earlierIn([...before, ...records.filter((record) => !isTold(record))]), isTold };
}

/** Publishes what is new in one buffer. `file` is `<session id>.jsonl`. */
export function publishBuffer(store: Store, file: string, now: string, timing: Timing): Published {
  const id = path.basename(file, '.jsonl');
  const published: Published = { session_id: id, interactions: 0, noted: 0, broken: 0 };
  const fd = fs.openSync(file, 'r');
  let upTo = 0;
  try {
    store.transaction((tx) => {
      const size = fs.fstatSync(fd).size;
      const session = openSession(tx, id, fd, () => readBuffer(readAt(fd, 0, size)).lines, now);
      const from = session.published_up_to;
      const slice = readBuffer(readAt(fd, from, size - from), from);
      upTo = slice.upTo;
      if (upTo === from) return;
      saveSession(tx, session);
      published.broken = slice.broken;
      const known = slice.lines.map(({ record }) => knownRecord(untilNow(record, now)));
      const around = surroundings(
        tx,
        session,
        known.filter((record) => record !== undefined),
      );
      for (const [i, line] of slice.lines.entries()) {
        const record = known[i];
        const seq = session.seq_base + line.seq;
        if (!record) published.broken += 1;
        else if (publishRecord(tx, session, seq, record, around)) {
          published.interactions += 1;
          const { project_id } = session;
          if (isInteraction(record) && takeNote(tx, { session_id: id, project_id, seq, record }, now)) {
            published.noted += 1;
          }
        }
      }
      saveSession(tx, { ...session, published_up_to: upTo });
      const pending = pendingInteractions(tx, id, session.extracted_up_to);
      const due = dueAt({ pending, ended: session.ended_at !== null, lastAt: session.last_at, now }, timing);
      if (due) send(tx, id, due, now);
    });
  } finally {
    fs.closeSync(fd);
  }
  if (published.interactions > 0) appendRecords(file, [{ published_up_to: upTo }]);
  return published;
}
