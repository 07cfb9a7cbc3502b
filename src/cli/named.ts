/** The one rule or fact that a typed id means. Short ids are accepted, and never guessed at: what may mean several is an error that names them. */
import { AppError } from '../core/errors.ts';
import { resolveId, shortId } from '../core/ids.ts';
import { localTime } from '../core/when.ts';
import { forgottenIds } from '../store/changes.ts';
import { allIds, getItem, type Item } from '../store/items.ts';
import type { Db } from '../store/open.ts';
import { clip, plain } from './text.ts';

/** Ids as short as they are unambiguous among everything that is stored. */
export function shortenerOf(db: Db): (id: string) => string {
  const all = allIds(db);
  return (id) => shortId(id, all);
}

const WHERE_IDS_ARE = 'Ids are shown by: claude-smart show, claude-smart history';
/** An id has 26 characters. */
const LONGEST_SHOWN = 40;

export function unknownId(typed: string): never {
  const shown = clip(plain(typed).replace(/\s+/g, ' ').trim(), LONGEST_SHOWN);
  if (shown === '') throw new AppError('unknown_id', 'the id is empty.', { hint: WHERE_IDS_ARE });
  throw new AppError('unknown_id', `there is no rule or fact ${shown}.`, {
    hint: WHERE_IDS_ARE,
  });
}

/** An AppError when there is none, or more than one, and when it was forgotten. */
export function namedItem(db: Db, typed: string): Item {
  const all = allIds(db);
  const ids = resolveId(typed, all);
  const [id] = ids;
  if (id === undefined) return noSuch(db, typed);
  if (ids.length > 1) {
    const lines = ids.map((one) => `${shortId(one, all)}  ${getItem(db, one)?.row.content ?? ''}`);
    throw new AppError('ambiguous_id', `${ids.length} rules and facts begin with ${typed}.`, {
      hint: lines.join('\n'),
    });
  }
  return getItem(db, id) ?? unknownId(typed);
}

function noSuch(db: Db, typed: string): never {
  const forgotten = forgottenIds(db);
  const [id] = resolveId(typed, [...forgotten.keys()]);
  const at = id && typed.trim().length >= 6 && forgotten.get(id);
  if (!at) return unknownId(typed);
  throw new AppError('unknown_id', `${typed} was forgotten on ${localTime(at)}; nothing of it is kept.`);
}
