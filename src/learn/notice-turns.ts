/**
 * The second look at what people typed: turns that the phrases leave unexplained are weighed again by meaning, before their
 * session's window is gated. Never in a hook. Without a model, or with one that fails, the phrases stand alone; a kill at
 * any instruction leaves each turn weighed once or not at all.
 */
import { headScore, headTexts } from '../core/signal/head.ts';
import { isUnexplained, noticed } from '../core/signal/head-signal.ts';
import { turnIn } from '../core/signal/turn.ts';
import { earlierIn } from '../publish/timeline.ts';
import { interactionsBefore, interactionsFrom, weighAgain } from '../store/interactions.ts';
import { findSession } from '../store/sessions.ts';
import type { Context } from './context.ts';
import type { Embed } from './text-model.ts';

/** Rows of a session that are looked through at a time, and turns among them that are weighed: some milliseconds each. */
const ROWS = 500;
const MOST_TURNS = 64;
const CONTEXT_ROWS = 60;

export interface Noticed {
  /** Turns that were weighed again. */
  weighed: number;
  /** Corrections among them. */
  corrections: number;
}

/** Weighs the unread turns of a session, oldest first; `signal` ends it between two turns. Throws what the database refuses. */
export async function noticeTurns(
  { store: { db } }: Pick<Context, 'store'>,
  sessionId: string,
  embed: Embed,
  signal?: AbortSignal,
): Promise<Noticed> {
  const done: Noticed = { weighed: 0, corrections: 0 };
  const from = findSession(db, sessionId)?.extracted_up_to;
  if (from === undefined) return done;
  const fresh = interactionsFrom(db, sessionId, from, ROWS);
  const before = interactionsBefore(db, sessionId, from, CONTEXT_ROWS);
  const earlier = earlierIn([...before, ...fresh].map(({ record }) => record));
  for (const { seq, record, signal: was } of fresh) {
    if (done.weighed === MOST_TURNS || signal?.aborted) break;
    if (record.type !== 'User' || was?.kind !== 'prompt') continue;
    const turn = turnIn(record, earlier(record));
    const texts = headTexts(turn);
    if (texts.said === '' || !isUnexplained(was, turn)) continue;
    const said = await embed(texts.said);
    const reply = texts.reply === '' ? undefined : await embed(texts.reply);
    if (said === undefined || (reply === undefined && texts.reply !== '')) break;
    const now = noticed(headScore(turn, { said, reply }), turn);
    weighAgain(db, sessionId, seq, now);
    done.weighed += 1;
    if (now.kind !== 'prompt') done.corrections += 1;
  }
  return done;
}
