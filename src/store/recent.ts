/** Which work went on last: the projects that sessions were in, and what was said in the newest of one. */
import { desc, eq, max } from 'drizzle-orm';
import { interactionsBefore } from './interactions.ts';
import type { Db } from './open.ts';
import { projects, sessions } from './schema.ts';

export interface RecentProject {
  id: string;
  /** A folder of it. */
  cwd: string;
  /** When something happened there last. */
  at: string | null;
}

/** The projects with the newest sessions, newest first. */
export const recentProjects = (db: Db, limit: number): RecentProject[] =>
  db
    .select({ id: projects.id, cwd: sessions.cwd, at: max(sessions.last_at) })
    .from(sessions)
    .innerJoin(projects, eq(projects.id, sessions.project_id))
    .groupBy(projects.id)
    .orderBy(desc(max(sessions.last_at)))
    .limit(limit)
    .all();

/** Interactions looked at for the end of a session. */
const LAST = 40;
/** Sessions looked at: somebody may have opened one and left it without a word. */
const LAST_SESSIONS = 5;

/** What was asked last in a project's newest session in which something was said, and what came of it. */
export function lastOutcome(db: Db, projectId: string): { asked?: string; answered?: string } {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.project_id, projectId))
    .orderBy(desc(sessions.last_at))
    .limit(LAST_SESSIONS)
    .all();
  for (const { id } of newest) {
    const outcome: { asked?: string; answered?: string } = {};
    for (const { record } of interactionsBefore(db, id, Number.MAX_SAFE_INTEGER, LAST)) {
      if (record.type === 'User') outcome.asked = record.text;
      if (record.type === 'Assistant') outcome.answered = record.text;
    }
    if (outcome.asked !== undefined || outcome.answered !== undefined) return outcome;
  }
  return {};
}
