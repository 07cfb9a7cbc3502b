/**
 * What learning changed and nobody has looked at yet, and what a person did about it. An act marks what it settles with its
 * own id, so that taking the act back puts those changes before the person again.
 */

import { and, asc, desc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Status } from '../core/rule.ts';
import type { Change } from './changes.ts';
import type { Db } from './open.ts';
import { type ChangeKind, changes, profile, rules } from './schema.ts';

/** A change that waits to be looked at, and where its item stands now. */
export interface Unreviewed {
  id: number;
  item_id: string;
  at: string;
  change: ChangeKind;
  /** The item that took this one's place: it is looked at together with that. */
  went_to: string | null;
  status: Status;
  /** False: a rule counts for itself again, or: turns were counted and neither words nor scope are others. */
  news: boolean;
}

const waits = and(isNull(changes.reviewed_at), eq(changes.actor, 'learned'));

const differs = (column: string) =>
  sql`json_extract(${changes.before}, ${`$.${column}`}) is not json_extract(${changes.after}, ${`$.${column}`})`;
const isNews =
  sql`${changes.change} <> 'uncover' and (${changes.change} <> 'merge' or ${differs('content')} or ${differs('trigger')} or ${differs('project_id')})`
    .mapWith(Boolean)
    .as('news');

/** Oldest first. `projectId`: of that project and of what counts everywhere; 'all': of every project. Forgotten items have none. */
export function unreviewed(db: Db, projectId: string | 'all'): Unreviewed[] {
  const inScope = (table: typeof rules | typeof profile) =>
    projectId === 'all' ? undefined : or(eq(table.project_id, projectId), isNull(table.project_id));
  const shape = { id: changes.id, item_id: changes.item_id, at: changes.at, change: changes.change, news: isNews };
  const ofRules = db
    .select({
      ...shape,
      status: rules.status,
      went_to: sql<string | null>`coalesce(${rules.superseded_by}, ${rules.merged_into}, ${rules.covered_by})`,
    })
    .from(changes)
    .innerJoin(rules, eq(rules.id, changes.item_id))
    .where(and(waits, inScope(rules)))
    .all();
  const ofFacts = db
    .select({
      ...shape,
      status: profile.status,
      went_to: sql<string | null>`coalesce(${profile.superseded_by}, ${profile.merged_into})`,
    })
    .from(changes)
    .innerJoin(profile, eq(profile.id, changes.item_id))
    .where(and(waits, inScope(profile)))
    .all();
  return [...ofRules, ...ofFacts].sort((a, b) => a.id - b.id);
}

/** What waits of these items is settled by that act. */
export function markReviewed(tx: Db, itemIds: readonly string[], at: string, act: string): void {
  if (itemIds.length === 0) return;
  tx.update(changes)
    .set({ reviewed_at: at, act })
    .where(and(waits, inArray(changes.item_id, [...itemIds])))
    .run();
}

/** What the act settled waits again. */
export function unmarkReviewed(tx: Db, act: string): void {
  tx.update(changes)
    .set({ reviewed_at: null, act: null })
    .where(and(eq(changes.act, act), eq(changes.actor, 'learned')))
    .run();
}

/** What the act changed, in its order. */
export const changesOfAct = (db: Db, act: string): Change[] =>
  db
    .select()
    .from(changes)
    .where(and(eq(changes.act, act), eq(changes.actor, 'person')))
    .orderBy(asc(changes.id))
    .all();

/** The newest act that was not taken back and takes nothing back itself; `past`: acts to leave out. */
export function lastAct(db: Db, past: readonly string[] = []): Change | undefined {
  return db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.actor, 'person'),
        sql`${changes.act} is not null`,
        isNull(changes.undoes),
        sql`${changes.act} not in (select t.act from changes t join changes u on u.undoes = t.id)`,
        notInArray(changes.act, [...past]),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(1)
    .get();
}
