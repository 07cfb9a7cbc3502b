/** Every session that was captured, in a buffer, in the store or in both, and which one of them a person means. */
import fs from 'node:fs';
import path from 'node:path';
import { AppError } from '../core/errors.ts';
import { localTime } from '../core/when.ts';
import { projectOf } from '../publish/project-id.ts';
import type { Db } from '../store/open.ts';
import { projectLabel } from '../store/projects.ts';
import { allSessions, type Session } from '../store/sessions.ts';
import { headerOf } from './note.ts';
import { pathsOf, type Run } from './run.ts';

export interface Captured {
  id: string;
  project: { id: string; label: string };
  /** ISO: its newest record, or when its buffer was last written. */
  last_at: string;
  /** Undefined while nothing of it is published. */
  stored: Session | undefined;
  /** Undefined when the buffer is gone. */
  file: string | undefined;
}

const ENDING = '.jsonl';
const UNKNOWN = { id: '', label: 'an unknown project' };

/** The one with the newest turn first. */
export function capturedSessions(run: Run, db: Db | undefined): Captured[] {
  const found = new Map<string, Captured>();
  for (const stored of db ? allSessions(db) : []) {
    const { id, project_id, last_at } = stored;
    const project = { id: project_id, label: db ? projectLabel(db, project_id) : project_id };
    found.set(id, { id, project, last_at, stored, file: undefined });
  }
  const folder = pathsOf(run).sessions;
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
  for (const name of names) {
    const id = name.slice(0, -ENDING.length);
    const file = path.join(folder, name);
    const known = found.get(id);
    if (known) known.file = file;
    else {
      const last_at = fs.statSync(file).mtime.toISOString();
      found.set(id, { id, project: headerOf(file) ?? UNKNOWN, last_at, stored: undefined, file });
    }
  }
  return [...found.values()].sort((a, b) => (a.last_at < b.last_at ? 1 : a.last_at > b.last_at ? -1 : 0));
}

const SHOWN = 5;
const listed = (some: readonly Captured[]): string =>
  some
    .slice(0, SHOWN)
    .map(({ id, project, last_at }) => `${id}  ${project.label}, ${localTime(last_at)}`)
    .join('\n');

/** The session of that id or unique beginning; without one, the last session of the project of the current folder. */
export function sessionMeant(run: Run, all: readonly Captured[], typed: string | undefined): Captured {
  if (typed === undefined) {
    const project = projectOf(run.cwd);
    const last = all.find((one) => one.project.id === project.id);
    if (last) return last;
    throw new AppError('no_session', `no session of ${project.label} was captured yet.`, {
      hint:
        all.length > 0
          ? `Run this in the folder of the project, or name a session. The last ones:\n${listed(all)}`
          : 'Is claude-smart switched on? See: claude-smart status, claude-smart install',
    });
  }
  const hits = all.filter(({ id }) => id === typed);
  const begin = hits.length > 0 || typed === '' ? hits : all.filter(({ id }) => id.startsWith(typed));
  const [only] = begin;
  if (begin.length > 1) {
    throw new AppError('ambiguous_session', `${begin.length} sessions begin with ${typed}.`, { hint: listed(begin) });
  }
  if (only) return only;
  throw new AppError('unknown_session', `no session ${typed === '' ? 'without an id' : typed} was captured.`, {
    hint:
      all.length > 0
        ? `The last ones that were:\n${listed(all)}`
        : 'None was captured yet: is claude-smart switched on? See: claude-smart status, claude-smart install',
  });
}
