/** Projects: a hash of where the code lives, and the folder name that people know it by. */
import { eq } from 'drizzle-orm';
import type { Db } from './open.ts';
import { projects } from './schema.ts';

export interface Project {
  id: string;
  label: string;
  path: string;
}

export function noteProject(tx: Db, project: Project, now: string): void {
  tx.insert(projects)
    .values({ ...project, first_seen: now })
    .onConflictDoNothing()
    .run();
}

export const findProject = (db: Db, id: string): Project | undefined =>
  db.select().from(projects).where(eq(projects.id, id)).get();

/** The name that people know a project by; its id where nothing is known of it. */
export const projectLabel = (db: Db, id: string): string => findProject(db, id)?.label ?? id;
