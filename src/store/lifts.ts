/** Which groups of alike rules were looked at for a shared rule, what came of it, and how far the changes were looked through. */
import { eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import type { Rule } from './rules.ts';
import { changes, rules, sessions } from './schema.ts';
import { cursors, lifts } from './schema-work.ts';

const STAGE = 'lift';

export const liftedUpTo = (db: Db): number =>
  db.select().from(cursors).where(eq(cursors.stage, STAGE)).get()?.change_id ?? 0;

export const moveLifted = (tx: Db, change_id: number): void => {
  tx.insert(cursors)
    .values({ stage: STAGE, change_id })
    .onConflictDoUpdate({ target: cursors.stage, set: { change_id } })
    .run();
};

/** Items changed behind the change `id`, each once with its last change, in the order of these; at most `limit`. */
export const changedBehind = (db: Db, id: number, limit: number): { item: string; last: number }[] => {
  const last = sql<number>`max(${changes.id})`;
  return db
    .select({ item: changes.item_id, last })
    .from(changes)
    .where(gt(changes.id, id))
    .groupBy(changes.item_id)
    .orderBy(last)
    .limit(limit)
    .all();
};

export const isAsked = (db: Db, group_hash: string): boolean =>
  db.select().from(lifts).where(eq(lifts.group_hash, group_hash)).get() !== undefined;

export const recordLift = (tx: Db, group_hash: string, at: string, rule_id: string | null): void => {
  tx.insert(lifts)
    .values({ group_hash, at, rule_id })
    .onConflictDoUpdate({ target: lifts.group_hash, set: { at, rule_id } })
    .run();
};

export interface RuleOutline {
  id: string;
  project_id: string | null;
  trigger: string;
  content: string;
  cues: string;
}
/** Of every project and shared: CURRENT rules that have found their words. */
export const ruleOutlines = (db: Db): RuleOutline[] =>
  db.all<RuleOutline>(sql`
    select id, project_id, "trigger", content, cues from ${rules} where status = 'CURRENT' and not provisional`);

export const rulesByIds = (db: Db, ids: readonly string[]): Rule[] =>
  db
    .select()
    .from(rules)
    .where(sql`${rules.id} in (select value from json_each(${JSON.stringify(ids)}))`)
    .orderBy(rules.created_at, rules.id)
    .all();

/** CURRENT shared rules that were lifted from projects' rules. */
export const liftedRules = (db: Db): Rule[] =>
  db
    .select()
    .from(rules)
    .where(
      sql`${rules.status} = 'CURRENT' and ${rules.project_id} is null
        and ${rules.id} in (select ${lifts.rule_id} from ${lifts} where ${isNotNull(lifts.rule_id)})`,
    )
    .all();

export const coveredBy = (db: Db, id: string): Rule[] =>
  db.select().from(rules).where(eq(rules.covered_by, id)).orderBy(rules.created_at, rules.id).all();

/** Rules that say they are covered by what is no CURRENT shared rule any more. */
export const strayCovered = (db: Db): Rule[] =>
  db
    .select()
    .from(rules)
    .where(
      sql`${rules.covered_by} is not null and ${rules.covered_by} not in
        (select s.id from rules s where s.status = 'CURRENT' and s.project_id is null)`,
    )
    .all();

/** Projects in which somebody said it: those of the rules it covers that count, and of the turns that were counted on itself. */
export const projectsBehind = (db: Db, id: string): number =>
  db.get<{ n: number }>(sql`
    select count(distinct project_id) as n from (
      select project_id from ${rules} where covered_by = ${id} and status = 'CURRENT'
      union select s.project_id from evidence e join ${sessions} s on s.id = e.session_id where e.item_id = ${id})`)
    ?.n ?? 0;

/** Whether a person acted on the item in review. */
export const isPersons = (db: Db, id: string): boolean =>
  db.get(sql`select 1 from ${changes} where item_id = ${id} and actor = 'person' limit 1`) !== undefined;

/** Shared rules that covered the item once and that a person took back since. */
export const wasTakenBack = (db: Db, id: string): boolean =>
  db.get(sql`
    select 1 from ${changes} c join ${rules} s on s.id = json_extract(c.after, '$.covered_by')
    where c.item_id = ${id} and c.change = 'cover' and s.status = 'ARCHIVED' and s.withdrawn_at is not null limit 1`) !==
  undefined;
