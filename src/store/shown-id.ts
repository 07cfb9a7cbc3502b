/** The id a person sees: the shortest prefix, at least six characters, that no other rule or fact has now. */
import { and, gte, lt } from 'drizzle-orm';
import type { Db } from './open.ts';
import { profile, rules } from './schema.ts';

const SHORTEST = 6;

export function shownId(db: Db, id: string): string {
  for (let length = SHORTEST; length < id.length; length++) {
    const prefix = id.slice(0, length);
    if (itemsWith(db, prefix) <= 1) return prefix;
  }
  return id;
}

/** Up to four items whose id starts so: 2 or more means ambiguous. Ids are lower-case letters and digits, `~` is above all. */
function itemsWith(db: Db, prefix: string): number {
  const count = (table: typeof rules | typeof profile) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(gte(table.id, prefix), lt(table.id, `${prefix}~`)))
      .limit(2)
      .all().length;
  return count(rules) + count(profile);
}
