/** Which turns an item rests on. A turn counts once for an item, however often it is brought. */
import { and, eq, sql } from 'drizzle-orm';
import type { EvidenceRef } from '../core/rule.ts';
import type { Db } from './open.ts';
import { evidence, rules } from './schema.ts';

/** Its own turns, and of a shared rule those of the projects' rules that it covers. */
export const evidenceOf = (db: Db, itemId: string): EvidenceRef[] =>
  db
    .select({ session_id: evidence.session_id, seq: evidence.seq })
    .from(evidence)
    .where(
      sql`${evidence.item_id} = ${itemId} or ${evidence.item_id} in (select id from ${rules} where ${rules.covered_by} = ${itemId})`,
    )
    .groupBy(evidence.session_id, evidence.seq)
    .orderBy(evidence.session_id, evidence.seq)
    .all();

/** Items that rest on any of these turns, with the turns they share. */
export const itemsOn = (
  db: Db,
  refs: readonly EvidenceRef[],
): { item_id: string; session_id: string; seq: number }[] =>
  refs.length === 0
    ? []
    : db
        .select()
        .from(evidence)
        .where(
          sql`(${evidence.session_id}, ${evidence.seq}) in (values ${sql.join(
            refs.map((ref) => sql`(${ref.session_id}, ${ref.seq})`),
            sql`, `,
          )})`,
        )
        .all();

/** Adds the turns; returns how many the item did not have yet. */
export function addEvidence(tx: Db, itemId: string, refs: readonly EvidenceRef[]): number {
  let added = 0;
  for (const ref of refs) {
    added += tx
      .insert(evidence)
      .values({ item_id: itemId, ...ref })
      .onConflictDoNothing()
      .run().changes;
  }
  return added;
}

/** Takes these turns away from the item again. */
export function removeEvidence(tx: Db, itemId: string, refs: readonly EvidenceRef[]): void {
  for (const { session_id, seq } of refs) {
    tx.delete(evidence)
      .where(and(eq(evidence.item_id, itemId), eq(evidence.session_id, session_id), eq(evidence.seq, seq)))
      .run();
  }
}
