/** Rules and facts together, by id: what a person who only has an id asks for. */
import { eq, or } from 'drizzle-orm';
import type { Db } from './open.ts';
import { type Fact, getFact } from './profile.ts';
import { getRule, type Rule } from './rules.ts';
import { profile, rules } from './schema.ts';

export type Item = { type: 'rule'; row: Rule } | { type: 'fact'; row: Fact };

/** Of every project and every status. */
export const allIds = (db: Db): string[] =>
  [rules, profile].flatMap((table) =>
    db
      .select({ id: table.id })
      .from(table)
      .all()
      .map(({ id }) => id),
  );

export function getItem(db: Db, id: string): Item | undefined {
  const rule = getRule(db, id);
  if (rule) return { type: 'rule', row: rule };
  const fact = getFact(db, id);
  return fact && { type: 'fact', row: fact };
}

/** What `id` superseded or took up. */
export const replacedBy = (db: Db, id: string): { id: string; content: string }[] =>
  [rules, profile].flatMap((table) =>
    db
      .select({ id: table.id, content: table.content })
      .from(table)
      .where(or(eq(table.superseded_by, id), eq(table.merged_into, id)))
      .orderBy(table.learned_at)
      .all(),
  );
