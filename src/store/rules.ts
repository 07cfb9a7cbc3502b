/**
 * The playbook's rows. A rule belongs to a project, or to all of them (`project_id` null: shared). Whoever writes a row
 * raises its version by one and adds a `changes` row in the same transaction: indexes and plans rely on both.
 */
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { rules } from './schema.ts';

export type Rule = typeof rules.$inferSelect;

const inScope = (projectId: string) => or(eq(rules.project_id, projectId), isNull(rules.project_id));
const strongestFirst = [desc(rules.evidence), desc(rules.learned_at), rules.id];

/** What counts now in a project: its own CURRENT rules and the shared ones, strongest first. */
export const currentRules = (db: Db, projectId: string): Rule[] =>
  db
    .select()
    .from(rules)
    .where(and(eq(rules.status, 'CURRENT'), inScope(projectId)))
    .orderBy(...strongestFirst)
    .all();

/**
 * What is told in a project, strongest first: `currentRules` without those that a CURRENT shared rule says already, and
 * without the shared ones that a CURRENT rule of the project disagrees with.
 */
export const toldRules = (db: Db, projectId: string): Rule[] =>
  db
    .select()
    .from(rules)
    .where(and(eq(rules.status, 'CURRENT'), inScope(projectId), isTold(projectId)))
    .orderBy(...strongestFirst)
    .all();

/** Their ids and versions only: what an index needs to see what changed. */
export const toldVersions = (db: Db, projectId: string): { id: string; version: number }[] =>
  db
    .select({ id: rules.id, version: rules.version })
    .from(rules)
    .where(and(eq(rules.status, 'CURRENT'), inScope(projectId), isTold(projectId)))
    .all();

const isTold = (projectId: string) => sql`case when ${rules.project_id} is null
  then ${rules.id} not in (select j.value from rules o, json_each(o.overrules) j where o.project_id = ${projectId} and o.status = 'CURRENT')
  else ${rules.covered_by} is null
    or ${rules.covered_by} not in (select s.id from rules s where s.project_id is null and s.status = 'CURRENT') end`;

/** Every rule of a project and every shared one, whatever its status, oldest first. */
export const allRules = (db: Db, projectId: string): Rule[] =>
  db.select().from(rules).where(inScope(projectId)).orderBy(rules.created_at, rules.id).all();

/** Of these ids what is in a project's scope. */
export const rulesWith = (db: Db, projectId: string, ids: readonly string[]): Rule[] =>
  db
    .select()
    .from(rules)
    .where(and(sql`${rules.id} in (select value from json_each(${JSON.stringify(ids)}))`, inScope(projectId)))
    .all();

export const getRule = (db: Db, id: string): Rule | undefined => db.select().from(rules).where(eq(rules.id, id)).get();

export const insertRule = (tx: Db, rule: Rule): void => {
  tx.insert(rules).values(rule).run();
};

/** Writes the row, if it still has the version it was read with; false when somebody changed it meanwhile. */
export const updateRule = (tx: Db, id: string, version: number, set: Partial<Omit<Rule, 'id'>>): boolean =>
  tx
    .update(rules)
    .set(set)
    .where(and(eq(rules.id, id), eq(rules.version, version)))
    .run().changes === 1;
