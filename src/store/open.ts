/** Opens the database: folder 0700, file 0600, WAL, a busy timeout before anything else, migrated. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { makeFolder } from '../platform/folder.ts';
import { migrate } from './migrate.ts';

/** The database or an open transaction on it: what every query function takes. */
export type Db = Pick<
  BetterSQLite3Database<Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete' | 'run' | 'get' | 'all'
>;

export interface Store {
  db: BetterSQLite3Database<Record<string, never>>;
  file: string;
  /** Runs `work` in one immediate transaction: it sees and writes one state, or nothing. */
  transaction<T>(work: (tx: Db) => T): T;
  close(): void;
}

export function openStore(file: string): Store {
  makeFolder(path.dirname(file));
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', 0o600));
  const sqlite = new Database(file, { timeout: 10_000 });
  try {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    // In KB, SQLite's own default; better-sqlite3 is built with 16 MB, which reading all vectors once fills.
    sqlite.pragma('cache_size = -2000');
    const db = drizzle(sqlite, { casing: 'snake_case' });
    migrate(sqlite, db);
    return {
      db,
      file,
      transaction: (work) => db.transaction((tx) => work(tx), { behavior: 'immediate' }),
      close: () => sqlite.close(),
    };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
