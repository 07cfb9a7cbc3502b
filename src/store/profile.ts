/** The profile's rows. A fact belongs to a project, or to the user (`project_id` null): then it is true everywhere. */
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { profile } from './schema.ts';

export type Fact = typeof profile.$inferSelect;

const inScope = (projectId: string) => or(eq(profile.project_id, projectId), isNull(profile.project_id));
const strongestFirst = [desc(profile.evidence), desc(profile.learned_at), profile.id];

/** CURRENT facts of the user and of the project, strongest first; those past their time included. */
export const currentFacts = (db: Db, projectId: string): Fact[] =>
  db
    .select()
    .from(profile)
    .where(and(eq(profile.status, 'CURRENT'), inScope(projectId)))
    .orderBy(...strongestFirst)
    .all();

/** CURRENT facts whose time is not over and that none of the project's own disagrees with: what may be searched and injected. */
export const liveFacts = (db: Db, projectId: string, nowIso: string): Fact[] =>
  db
    .select()
    .from(profile)
    .where(
      and(
        eq(profile.status, 'CURRENT'),
        inScope(projectId),
        or(isNull(profile.expires_at), gt(profile.expires_at, nowIso)),
        sql`${profile.id} not in (select j.value from profile o, json_each(o.overrules) j where o.project_id = ${projectId} and o.status = 'CURRENT')`,
      ),
    )
    .orderBy(...strongestFirst)
    .all();

/** Every fact of the user and of the project, whatever its status, oldest first. */
export const allFacts = (db: Db, projectId: string): Fact[] =>
  db.select().from(profile).where(inScope(projectId)).orderBy(profile.created_at, profile.id).all();

/** Of these ids what is in a project's scope. */
export const factsWith = (db: Db, projectId: string, ids: readonly string[]): Fact[] =>
  db
    .select()
    .from(profile)
    .where(and(sql`${profile.id} in (select value from json_each(${JSON.stringify(ids)}))`, inScope(projectId)))
    .all();

export const getFact = (db: Db, id: string): Fact | undefined =>
  db.select().from(profile).where(eq(profile.id, id)).get();

export const insertFact = (tx: Db, fact: Fact): void => {
  tx.insert(profile).values(fact).run();
};

/** Writes the row, if it still has the version it was read with; false when somebody changed it meanwhile. */
export const updateFact = (tx: Db, id: string, version: number, set: Partial<Omit<Fact, 'id'>>): boolean =>
  tx
    .update(profile)
    .set(set)
    .where(and(eq(profile.id, id), eq(profile.version, version)))
    .run().changes === 1;
