/**
 * Locks that free themselves. A lock is an exclusive transaction on a small SQLite file of its own: the kernel drops it
 * with its holder, by kill -9 too, so there is no stale lock, no pid that was reused and nothing to clean up.
 */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '../platform/folder.ts';
import { explainedBySqlite } from './trouble.ts';

export interface Lock {
  release(): void;
  /** False once its file was removed or replaced: somebody else may then hold a lock of that name. */
  holds(): boolean;
}

/** Which file is at that place now; the number of one that is held open is given to no other. */
function fileAt(file: string): string | undefined {
  const found = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

const isBusy = (error: unknown) => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Takes the lock, or returns undefined when somebody holds it for longer than `waitMs` (blocks this thread meanwhile). */
export function takeLock(file: string, waitMs = 0): Lock | undefined {
  makeFolder(path.dirname(file));
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { timeout: waitMs });
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    if (isBusy(error)) return undefined;
    throw explainedBySqlite(error, file);
  }
  const held = db;
  const own = fileAt(file);
  return { release: () => held.close(), holds: () => own !== undefined && fileAt(file) === own };
}

/** Takes the lock without blocking this thread, asking every 50 ms until `signal` aborts or the time is over. */
export async function waitForLock(file: string, waitMs: number, signal?: AbortSignal): Promise<Lock | undefined> {
  const end = Date.now() + waitMs;
  for (;;) {
    const lock = takeLock(file);
    if (lock || Date.now() >= end || signal?.aborted) return lock;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
