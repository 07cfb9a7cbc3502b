/** What taking a note down needs to know: the turn's signal, the task it was said in, and whether it was noted before. */
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Signal } from '../core/signal.ts';
import type { Db } from './open.ts';
import { changes, interactions } from './schema.ts';

/** The reason that changes of noted rules carry. */
export const NOTED = 'noted by the person';

export const signalAt = (db: Db, session_id: string, seq: number): Signal | undefined =>
  db
    .select({ signal: interactions.signal })
    .from(interactions)
    .where(and(eq(interactions.session_id, session_id), eq(interactions.seq, seq)))
    .get()?.signal ?? undefined;

const PROMPTS = 12;
/** What a person typed in the session before that turn, the newest first: the last few prompts with their signals. */
export const promptsBefore = (db: Db, session_id: string, seq: number): { text: string; signal: Signal | null }[] =>
  db
    .select({ body: interactions.body, signal: interactions.signal })
    .from(interactions)
    .where(and(eq(interactions.session_id, session_id), eq(interactions.type, 'User'), lt(interactions.seq, seq)))
    .orderBy(desc(interactions.seq))
    .limit(PROMPTS)
    .all()
    .map(({ body, signal }) => ({ text: 'text' in body ? String(body.text) : '', signal }));

/** Every rule that began as a note, with the note's words; the newest first. */
export const notedRules = (db: Db): { item_id: string; note: string }[] =>
  db
    .select({ item_id: changes.item_id, after: changes.after })
    .from(changes)
    .where(and(eq(changes.change, 'add'), eq(changes.why, NOTED)))
    .orderBy(desc(changes.id))
    .all()
    .map(({ item_id, after }) => ({ item_id, note: contentOf(after) }));

const contentOf = (after: unknown): string =>
  typeof after === 'object' && after !== null && 'content' in after ? String(after.content) : '';
