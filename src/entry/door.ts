/**
 * What both doors do with an event: refuse what is not a person's session, make its records and append them. No other file
 * is touched, and nothing is printed here.
 */
import fs, { statSync } from 'node:fs';
import { join } from 'node:path';
import { appendRecords } from '../capture/buffer.ts';
import { recordsOf } from '../capture/events.ts';
import type { Payload } from '../capture/payload.ts';
import { given, nameOf } from '../capture/record.ts';
import type { BufferRecord, SessionRecord } from '../core/interaction.ts';
import { attempt } from '../core/outside.ts';
import { redact } from '../core/redact.ts';
import { recursionReason, sessionFileName } from '../core/session.ts';
import { estimateTokens } from '../core/tokens.ts';
import { makeFolder } from '../platform/folder.ts';
import type { JournalPaths } from '../platform/paths.ts';
import { type Project, projectOf } from '../publish/project-id.ts';
import { CEILING, type Output } from './say.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export const VERSION: string = process.env.CLAUDE_SMART_VERSION ?? '0.0.0-source';

export interface Door {
  env: Env;
  paths: JournalPaths;
  now: string;
  /** Found once an event: it takes several reads. */
  project?: Project;
}

export interface Told extends Output {
  ids: string[];
}

/** The header must fit into the beginning of a buffer that catch-up reads. */
const LONGEST_PATH = 4_096;

export const cwdOf = (door: Door, payload: Payload): string =>
  (payload.cwd ?? door.env.CLAUDE_PROJECT_DIR ?? '/').slice(0, LONGEST_PATH);

export const projectFor = (door: Door, payload: Payload): Project => (door.project ??= projectOf(cwdOf(door, payload)));

export function append(door: Door, payload: Payload, file: string, records: readonly BufferRecord[]): void {
  appendRecords(file, records, () => header(door, payload));
}

/** The session's buffer file, or undefined when the event is none of ours. */
export function bufferFor(door: Door, payload: Payload): string | undefined {
  if (recursionReason(door.env, payload)) return undefined;
  const name = sessionFileName(payload.session_id);
  return name && join(door.paths.sessions, name);
}

/** Appends what the event tells and returns the file; undefined when that failed, which is noted for `doctor`. */
export function capture(door: Door, payload: Payload, file: string): string | undefined {
  try {
    append(door, payload, file, recordsOf(payload, door.now));
    return file;
  } catch (error) {
    complain(door, payload.event, error);
    return undefined;
  }
}

/** What was told to the session. Text beyond the ceiling was not. */
export function noteTold(door: Door, payload: Payload, file: string | undefined, { context = '', ids }: Told): void {
  if (!file || !ids.length || context.length > CEILING) return;
  const { event, agent_id } = payload;
  const size = { units: context.length, tokens: estimateTokens(context) };
  append(door, payload, file, [
    { type: 'Injected', ts: door.now, event, ids, ...size, ...given('agent_id', agent_id) },
  ]);
}

function header(door: Door, payload: Payload): SessionRecord {
  const project = projectFor(door, payload);
  return {
    type: 'Session',
    ts: door.now,
    session_id: payload.session_id,
    cwd: cwdOf(door, payload),
    project_id: project.id,
    project_label: project.label,
    ...given('transcript_path', payload.transcript_path?.slice(0, LONGEST_PATH)),
    ...given('entrypoint', door.env.CLAUDE_CODE_ENTRYPOINT),
  };
}

const COMPLAINTS_BYTES = 64 * 1024;

/** Keeps the first causes of failed captures for `doctor`; a door has nobody to tell. */
export function complain(door: Door, where: string, error: unknown): void {
  // The log shares its disk with what failed.
  attempt(() => {
    const file = join(door.paths.logs, 'hook.log');
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > COMPLAINTS_BYTES) return;
    makeFolder(door.paths.logs);
    const cause = redact(`${nameOf(where)} ${(error as Error)?.message ?? error}`.slice(0, 500));
    fs.appendFileSync(file, `${door.now} ${cause.replace(/\s+/g, ' ')}\n`, { mode: 0o600 });
  });
}
