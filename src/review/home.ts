/** The project that something shared came from: the one it belonged to before, else the only one whose turns it rests on. */
import { changesOf } from '../store/changes.ts';
import { evidenceOf } from '../store/evidence.ts';
import type { Db } from '../store/open.ts';
import { findSession } from '../store/sessions.ts';

/** Undefined when nothing tells, or several are possible. */
export function homeProject(db: Db, id: string): string | undefined {
  const all = changesOf(db, id);
  // What was taken back says nothing: a shared rule that was in another project by mistake did not come from there.
  const undone = new Set(all.map(({ undoes }) => undoes));
  const stands = all.filter((change) => change.undoes === null && !undone.has(change.id));
  const before = stands.findLast((change) => projectIn(change.before) !== undefined)?.before;
  if (before) return projectIn(before);
  const sessions = new Set(evidenceOf(db, id).map(({ session_id }) => session_id));
  const projects = new Set([...sessions].flatMap((session) => findSession(db, session)?.project_id ?? []));
  return projects.size === 1 ? [...projects][0] : undefined;
}

function projectIn(row: unknown): string | undefined {
  const { project_id } = (row ?? {}) as { project_id?: unknown };
  return typeof project_id === 'string' ? project_id : undefined;
}
