/**
 * The pause of learning: one row at most. Whatever waits goes on waiting; the pause ends when its reset time passes or when
 * somebody resumes.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { redact } from '../core/redact.ts';
import { localTime } from '../core/when.ts';
import type { Db } from './open.ts';
import { stall } from './schema-work.ts';

type Row = typeof stall.$inferSelect;
export type Stall = Omit<Row, 'id'>;

const ONLY = 1;
/** It stands in a notice and in a list: whoever wrote it, it is short and holds no secret. */
const MESSAGE_UNITS = 500;

const stored = (db: Db): Stall | undefined => {
  const row = db.select().from(stall).where(eq(stall.id, ONLY)).get();
  if (!row) return undefined;
  const { id: _, ...rest } = row;
  return { ...rest, resets_at: timeOrNull(rest.resets_at) };
};

/** What is no time would end a pause never or at once, and nobody could be told of it. */
const timeOrNull = (at: string | null): string | null => (at === null || Number.isNaN(Date.parse(at)) ? null : at);

const isOver = (row: Stall, now: string) => row.resets_at !== null && row.resets_at <= now;

/** Undefined while learning goes on. */
export function currentStall(db: Db, now: string): Stall | undefined {
  const row = stored(db);
  return row && !isOver(row, now) ? row : undefined;
}

export interface Pause {
  class: Stall['class'];
  message: string;
  resetsAt: string | null;
  now: string;
}

/** A pause within a pause keeps its beginning; it is announced again only when the person has something else to mend. */
export function pauseLearning(tx: Db, pause: Pause): void {
  const before = currentStall(tx, pause.now);
  const row = {
    class: pause.class,
    message: redact(pause.message).slice(0, MESSAGE_UNITS),
    since: before?.since ?? pause.now,
    resets_at: timeOrNull(pause.resetsAt),
    announced_at: before?.class === pause.class ? before.announced_at : null,
  };
  tx.insert(stall)
    .values({ id: ONLY, ...row })
    .onConflictDoUpdate({ target: stall.id, set: row })
    .run();
}

export function resume(tx: Db): void {
  tx.delete(stall).run();
}

/** Marks the pause as told to the person; returns whether it had not been. */
export const announce = (tx: Db, now: string): boolean =>
  tx
    .update(stall)
    .set({ announced_at: now })
    .where(and(eq(stall.id, ONLY), isNull(stall.announced_at)))
    .run().changes > 0;

const MEND: Record<Stall['class'], string> = {
  auth: 'Start `claude` in a terminal and type /login.',
  billing: 'Your plan or credit is used up: wait until it is renewed, or add credit.',
  setup:
    'Start `claude` once in a terminal and see whether it answers; install Claude Code if it is not there, or set ' +
    'CLAUDE_SMART_CLAUDE to its path.',
};

/** A program that cannot be started has said nothing. */
const reasonText = ({ class: found, message }: Stall): string =>
  found === 'setup' ? `${message.replace(/[.\s]+$/, '')}.` : `\`claude\` says “${message}”.`;

/** What the person reads: what happened, how to mend it, that nothing is lost, and how to go on. `zone`: for the reset time. */
export function bannerText(paused: Stall, waitingTurns: number, zone?: string): string {
  const turns = waitingTurns === 1 ? '1 turn waits' : `${waitingTurns} turns wait`;
  const again = paused.resets_at
    ? `Learning goes on by itself at ${localTime(paused.resets_at, zone)}, or at once with \`claude-smart learn\`.`
    : 'Then run `claude-smart learn`.';
  return [
    `claude-smart has paused learning since ${localTime(paused.since, zone)}: ${reasonText(paused)}`,
    paused.resets_at ? 'Nothing is broken: your plan or credit is used up for now.' : MEND[paused.class],
    again,
    `${turns}; nothing is lost.`,
  ].join(' ');
}
