/**
 * A person's own word that the last turn was wrong, appended to the session it belongs to. A note is text on its way to a
 * file and nothing else; it is redacted and cut like everything a door captures.
 */
import fs from 'node:fs';
import path from 'node:path';
import { appendRecords } from '../capture/buffer.ts';
import { userRecord } from '../capture/record.ts';
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { NoteRecord } from '../core/interaction.ts';
import { sessionFileName } from '../core/session.ts';
import { readBuffer } from '../core/watermark.ts';
import { type Project, projectOf } from '../publish/project-id.ts';
import { pathsOf, type Run } from './run.ts';

export interface Noted {
  sessionId: string;
  project: string;
}

const HEAD_BYTES = 64 * 1024;
const ENDING = '.jsonl';

/** The project in a buffer's header; buffers are read from the top because the header is their first line. */
export function headerOf(file: string): { id: string; label: string } | undefined {
  const fd = fs.openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { lines } = readBuffer(head.subarray(0, fs.readSync(fd, head, 0, HEAD_BYTES, 0)));
    const found = lines.find(({ record }) => record.type === 'Session')?.record;
    return found?.type === 'Session' ? { id: found.project_id, label: found.project_label } : undefined;
  } finally {
    fs.closeSync(fd);
  }
}

/** Ids of all sessions that have a buffer, the one written to last first. */
function sessionIds(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => ({ name, at: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .map(({ name }) => name.slice(0, -ENDING.length));
}

/** The session that a typed id, or the unique beginning of one, means. */
export function sessionNamed(run: Run, typed: string): string {
  const ids = sessionIds(pathsOf(run).sessions);
  const hits = ids.includes(typed) ? [typed] : typed === '' ? [] : ids.filter((id) => id.startsWith(typed));
  if (hits.length === 1 && hits[0] !== undefined) return hits[0];
  if (hits.length > 1) {
    throw new AppError('ambiguous_session', `${hits.length} sessions begin with ${typed}.`, { hint: hits.join('  ') });
  }
  throw new AppError('unknown_session', `no session ${typed} was captured.`, {
    hint: `Captured sessions are files in ${pathsOf(run).sessions}`,
  });
}

/** The session a note belongs to when none is named: the one we run in, else the project's newest. */
function sessionHere(run: Run, project: Project): string {
  const folder = pathsOf(run).sessions;
  const ids = sessionIds(folder);
  const own = [run.env.CLAUDE_CODE_SESSION_ID, run.env.CLAUDE_SESSION_ID].find((id) => id && ids.includes(id));
  const found = own ?? ids.find((id) => headerOf(path.join(folder, id + ENDING))?.id === project.id);
  if (found !== undefined) return found;
  throw new AppError('no_session', `no session of ${project.label} was captured yet, so there is no turn to correct.`, {
    hint: 'Run this in the folder of the project, or name a session: --session ID. Is claude-smart installed? claude-smart install',
  });
}

function noteRecord(ts: string, text: string): NoteRecord {
  const { text: note, cut } = userRecord(ts, text.trim());
  return { type: '[correction]', ts, ...(note === '' ? {} : { note }), ...(cut === undefined ? {} : { cut }) };
}

export function appendNote(run: Run, text: string, session?: string): Noted {
  const project = projectOf(run.cwd);
  const sessionId = session === undefined ? sessionHere(run, project) : sessionNamed(run, session);
  const name = sessionFileName(sessionId);
  if (name === undefined) throw new AppError('unknown_session', `${sessionId} is not a session id.`);
  const file = path.join(pathsOf(run).sessions, name);
  appendRecords(file, [noteRecord(iso(run.clock), text)]);
  return { sessionId, project: headerOf(file)?.label ?? project.label };
}

/** What was typed as a note: the words, or stdin for a lone dash. */
export async function noteText(run: Run, typed: string | undefined): Promise<string> {
  return typed === '-' ? await run.input('What was wrong?') : (typed ?? '');
}
