/** What was shown to which session, as its buffer's `Injected` records say. */
import { eq } from 'drizzle-orm';
import type { Db } from './open.ts';
import { injections } from './schema.ts';

export type Injection = typeof injections.$inferSelect;

/** Adds what is not there yet: publishing a record twice is harmless. */
export function recordInjections(tx: Db, rows: readonly Injection[]): void {
  for (const row of rows) tx.insert(injections).values(row).onConflictDoNothing().run();
}

export const injectionsOf = (db: Db, itemId: string): Injection[] =>
  db
    .select()
    .from(injections)
    .where(eq(injections.item_id, itemId))
    .orderBy(injections.at, injections.session_id)
    .all();
