/**
 * Brings the database to this version's schema. Drizzle's migrator is not safe when processes start together, so it runs
 * under a lock; and a database that a newer version migrated is refused before anything is written.
 */
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { migrate as runMigrations } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { AppError } from '../core/errors.ts';
import { packageRoot } from '../platform/package-root.ts';
import { takeLock } from './lock.ts';

const LOCK_WAIT_MS = 20_000;

/** Time stamp of the newest migration that the database holds; 0 for a new one. */
function newestApplied(sqlite: Database.Database): number {
  const table = sqlite.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!table) return 0;
  const row = sqlite.prepare('select max(created_at) as newest from __drizzle_migrations').get() as {
    newest: number | null;
  };
  return Number(row.newest ?? 0);
}

export function migrate(
  sqlite: Database.Database,
  db: BetterSQLite3Database<Record<string, never>>,
  folder = path.join(packageRoot(), 'migrations'),
): void {
  const known = Math.max(...readMigrationFiles({ migrationsFolder: folder }).map((m) => m.folderMillis));
  const refuseNewer = (applied: number) => {
    if (applied <= known) return;
    throw new AppError(
      'database_newer',
      `${sqlite.name} was written by a newer claude-smart; this version leaves it alone.`,
      {
        hint: 'Update claude-smart, as its README says.',
      },
    );
  };
  const before = newestApplied(sqlite);
  refuseNewer(before);
  if (before === known) return;
  const lock = takeLock(path.join(path.dirname(sqlite.name), 'migrate.lock'), LOCK_WAIT_MS);
  if (!lock) {
    throw new AppError(
      'migrate_locked',
      `another process has been migrating ${sqlite.name} for ${LOCK_WAIT_MS / 1000} s.`,
      {
        hint: 'End that process, then try again.',
      },
    );
  }
  try {
    refuseNewer(newestApplied(sqlite));
    runMigrations(db, { migrationsFolder: folder });
  } finally {
    lock.release();
  }
}
