/** The history of every item: what changed, from what to what, why, on which turns. Only ever added to. */
import { eq, max } from 'drizzle-orm';
import type { Db } from './open.ts';
import { changes } from './schema.ts';

export type Change = typeof changes.$inferSelect;
export type NewChange = typeof changes.$inferInsert;

export const recordChange = (tx: Db, change: NewChange): void => {
  tx.insert(changes).values(change).run();
};

export const changesOf = (db: Db, itemId: string): Change[] =>
  db.select().from(changes).where(eq(changes.item_id, itemId)).orderBy(changes.id).all();

/** Grows with every change of any item: an index made at this number is up to date while it stays. */
export const newestChange = (db: Db): number =>
  db
    .select({ id: max(changes.id) })
    .from(changes)
    .get()?.id ?? 0;

/** Ids of what was forgotten, and when: all that is left of it. */
export const forgottenIds = (db: Db): Map<string, string> =>
  new Map(
    db
      .select({ id: changes.item_id, at: changes.at })
      .from(changes)
      .where(eq(changes.change, 'forget'))
      .all()
      .map(({ id, at }) => [id, at]),
  );
