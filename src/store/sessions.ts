/** Sessions: how far each is published (bytes of its buffer) and extracted (seq of its interactions). */
import { eq, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { sessions } from './schema.ts';

export type Session = typeof sessions.$inferSelect;

export const findSession = (db: Db, id: string): Session | undefined =>
  db.select().from(sessions).where(eq(sessions.id, id)).get();

export const allSessions = (db: Db): Session[] => db.select().from(sessions).all();

export function saveSession(tx: Db, session: Session): void {
  tx.insert(sessions).values(session).onConflictDoUpdate({ target: sessions.id, set: session }).run();
}

/** Moves the extraction cursor forward, never back. */
export function advanceExtraction(tx: Db, id: string, upTo: number): void {
  tx.update(sessions)
    .set({ extracted_up_to: sql`max(${sessions.extracted_up_to}, ${upTo})` })
    .where(eq(sessions.id, id))
    .run();
}
