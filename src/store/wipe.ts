/**
 * Makes what was deleted unreadable in the files too: SQLite overwrites freed space when it is told to, and the write-ahead
 * log, which still holds the old pages, is emptied.
 */
import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/** Before the deletion, on the connection that deletes. */
export const overwriteFreed = (db: Db): void => {
  db.get(sql`pragma secure_delete = on`);
};

/** Somebody who reads at that moment keeps the log as it is; it is then emptied by a later checkpoint. */
export const wipe = (db: Db): void => {
  db.get(sql`pragma wal_checkpoint(truncate)`);
};
