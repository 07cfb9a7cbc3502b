/** What SQLite refused, in words: an AppError that names the file, the reason and the mend. Anything else stays what it is. */
import Database from 'better-sqlite3';
import { AppError } from '../core/errors.ts';

interface Trouble {
  code: string;
  says: (file: string) => string;
  /** `journal`: the folder from which a database can be filled again. */
  hint: (journal: string | undefined) => string;
}

const again = 'Then run this again.';

/** The first whose name the error's code begins with. */
const TROUBLES: readonly [begins: string, trouble: Trouble][] = [
  ['SQLITE_NOTADB', damaged('it is not a database')],
  ['SQLITE_CORRUPT', damaged('its contents are broken')],
  [
    'SQLITE_FULL',
    {
      code: 'disk_full',
      says: (file) => `${file} cannot be written: the disk is full.`,
      hint: () => `Nothing that was captured is lost. Make room, or set EMEND_HOME to another folder. ${again}`,
    },
  ],
  ...['SQLITE_BUSY', 'SQLITE_LOCKED'].map((begins): [string, Trouble] => [
    begins,
    {
      code: 'database_locked',
      says: (file) => `${file} is held by another program, which does not let go of it.`,
      hint: () => `Nothing is lost. End that program; if it is ours: claude-smart daemon stop. ${again}`,
    },
  ]),
  ...['SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_AUTH'].map((begins): [string, Trouble] => [
    begins,
    unusable('cannot be written: it, its folder or its disk is read-only'),
  ]),
  ['SQLITE_CANTOPEN', unusable('cannot be opened: something else is in its place, or its folder cannot be used')],
  ['SQLITE_IOERR', unusable('cannot be used: the disk reports a fault, or is full')],
];

function damaged(reason: string): Trouble {
  return {
    code: 'database_damaged',
    says: (file) => `${file} is damaged: ${reason}.`,
    hint: (journal) =>
      journal === undefined
        ? `Nothing is lost, the file holds nothing. Remove it. ${again}`
        : `Nothing is lost: the journal in ${journal} is kept. Run \`claude-smart daemon stop\`, move the file away, and run ` +
          '`claude-smart learn`, which fills a new one from the journal.',
  };
}

function unusable(what: string): Trouble {
  return {
    code: 'database_unusable',
    says: (file) => `${file} ${what}.`,
    hint: () => `Mend that, or set EMEND_HOME to another folder. ${again}`,
  };
}

/** SQLite's own code; drizzle may have wrapped the error. */
function codeIn(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof AppError) return undefined;
    if (one instanceof Database.SqliteError) return one.code;
  }
  return undefined;
}

/** The refusal as an AppError, or the error itself. `file`: what was asked; without a `journal` it is a lock. */
export function explainedBySqlite(error: unknown, file: string, journal?: string): unknown {
  const code = codeIn(error);
  const trouble = code && TROUBLES.find(([begins]) => code.startsWith(begins))?.[1];
  return trouble
    ? new AppError(trouble.code, trouble.says(file), { cause: error, hint: trouble.hint(journal) })
    : error;
}
