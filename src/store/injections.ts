/** What was shown to which session, as its buffer's `Injected` records say. */
import { count, eq, max, ne, sql } from 'drizzle-orm';
import type { EvidenceRef } from '../core/rule.ts';
import type { Use } from '../core/strength.ts';
import type { Db } from './open.ts';
import { injections } from './schema.ts';

export type Injection = typeof injections.$inferSelect;
export type NewInjection = typeof injections.$inferInsert;

/** Adds what is not there yet: publishing a record twice is harmless. */
export function recordInjections(tx: Db, rows: readonly NewInjection[]): void {
  for (const row of rows) tx.insert(injections).values(row).onConflictDoNothing().run();
}

export const injectionsOf = (db: Db, itemId: string): Injection[] =>
  db
    .select()
    .from(injections)
    .where(eq(injections.item_id, itemId))
    .orderBy(injections.at, injections.session_id)
    .all();

/** By item: how often an event asked for it and it was told. A session start tells everything, which says nothing of use. */
export const usesOf = (db: Db): Map<string, Use> =>
  new Map(
    db
      .select({ id: injections.item_id, used: count(), last_used: max(injections.at) })
      .from(injections)
      .where(ne(injections.event, 'SessionStart'))
      .groupBy(injections.item_id)
      .all()
      .map(({ id, used, last_used }) => [id, { used, last_used }]),
  );

/** By item: those of the turns before which their session had been told it. */
export function toldBefore(db: Db, turns: readonly EvidenceRef[]): Map<string, EvidenceRef[]> {
  const told = new Map<string, EvidenceRef[]>();
  const rows = db.all<EvidenceRef & { item_id: string }>(sql`
    select distinct i.item_id, i.session_id, t.value ->> 'seq' as seq
    from json_each(${JSON.stringify(turns)}) t
    join ${injections} i on i.session_id = t.value ->> 'session_id' and i.seq < t.value ->> 'seq'`);
  for (const { item_id, ...turn } of rows) told.set(item_id, [...(told.get(item_id) ?? []), turn]);
  return told;
}
