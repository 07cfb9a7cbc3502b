import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { explainedBySqlite } from '../../src/store/trouble.ts';

const FILE = '/home/somebody/.emend/data/emend.db';
const said = (error: unknown) => explainedBySqlite(error, FILE, '/home/somebody/.claude-smart/sessions') as AppError;

test.each([
  ['SQLITE_NOTADB', 'database_damaged', 'is damaged'],
  ['SQLITE_CORRUPT_VTAB', 'database_damaged', 'is damaged'],
  ['SQLITE_FULL', 'disk_full', 'the disk is full'],
  ['SQLITE_BUSY_SNAPSHOT', 'database_locked', 'held by another program'],
  ['SQLITE_LOCKED', 'database_locked', 'held by another program'],
  ['SQLITE_READONLY_DIRECTORY', 'database_unusable', 'read-only'],
  ['SQLITE_CANTOPEN_ISDIR', 'database_unusable', 'cannot be opened'],
  ['SQLITE_IOERR_WRITE', 'database_unusable', 'the disk reports a fault'],
])('%s is told with the file, the reason and the mend', (sqlite, code, reason) => {
  const error = new Database.SqliteError('words of SQLite', sqlite);
  // As drizzle may wrap it.
  for (const thrown of [error, new Error('Failed query', { cause: error })]) {
    const told = said(thrown);
    expect(told).toBeInstanceOf(AppError);
    expect([told.code, told.message]).toEqual([code, expect.stringContaining(FILE)]);
    expect(told.message).toContain(reason);
    expect(told.message).not.toContain('SQLITE');
    expect(told.hint).toMatch(/\S\.$/);
  }
});

test('a damaged database says what is kept and how it is filled again', () => {
  const { hint } = said(new Database.SqliteError('', 'SQLITE_NOTADB'));
  for (const part of ['Nothing is lost', '/.claude-smart/sessions', 'move the file away', '`claude-smart learn`']) {
    expect(hint).toContain(part);
  }
});

test('a bug stays a bug, and what has words keeps them', () => {
  for (const error of [new Error('x'), new Database.SqliteError('no such table', 'SQLITE_ERROR'), 'text', undefined]) {
    expect(said(error)).toBe(error);
  }
  const told = new AppError('database_newer', 'x', { cause: new Database.SqliteError('', 'SQLITE_FULL') });
  expect(said(told)).toBe(told);
});
