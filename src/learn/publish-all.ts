/**
 * Publishes every buffer in the sessions folder, also those whose daemon died, after its transcript was caught up with. What
 * a person noted is a rule from then on, so the snapshots are rendered here and not only behind an extraction.
 */

import fs from 'node:fs';
import path from 'node:path';
import { catchUp } from '../capture/catchup.ts';
import { iso } from '../core/clock.ts';
import { AppError, messageOf } from '../core/errors.ts';
import { sessionFileName } from '../core/session.ts';
import { refusalReason } from '../platform/trouble.ts';
import { isOver } from '../publish/over.ts';
import { type Published, publishBuffer } from '../publish/publish.ts';
import { explainedBySqlite } from '../store/trouble.ts';
import type { Context } from './context.ts';
import { renderAll } from './render-all.ts';

export interface PublishOutcome {
  published: Published[];
  /** Buffers that could not be read, with the reason. They stay, and are tried again. */
  failed: { file: string; why: string }[];
  /** What the database refused: that ended the publishing, because it would refuse every further buffer too. */
  refused?: AppError;
}

/** A reply may reach the transcript just before its Stop hook writes it: while a session goes on, the newest lines wait. */
const LIVE_QUIET_MS = 2_000;

const reasonOf = (error: unknown): string => refusalReason(error) ?? messageOf(error);

function publishFile(context: Context, file: string, outcome: PublishOutcome): void {
  const now = iso(context.clock);
  try {
    const quietMs = isOver(file) ? 0 : LIVE_QUIET_MS;
    while (catchUp(file, now, quietMs));
  } catch (error) {
    // The transcript only adds what the doors missed: without it, what they saw is still published.
    outcome.failed.push({ file, why: `transcript: ${reasonOf(error)}` });
  }
  try {
    outcome.published.push(publishBuffer(context.store, file, now, context.config));
  } catch (error) {
    const { database, sessions } = context.paths;
    const refused = explainedBySqlite(error, database, sessions);
    if (refused instanceof AppError && refused !== error) outcome.refused = refused;
    outcome.failed.push(
      refused === error ? { file, why: reasonOf(error) } : { file: database, why: messageOf(refused) },
    );
  }
}

function tellNoted(context: Context, { published, refused }: PublishOutcome): void {
  if (!refused && published.some(({ noted }) => noted > 0)) renderAll(context);
}

export function publishSession(context: Context, sessionId: string): PublishOutcome {
  const outcome: PublishOutcome = { published: [], failed: [] };
  const name = sessionFileName(sessionId);
  const file = name && path.join(context.paths.sessions, name);
  if (file && fs.existsSync(file)) publishFile(context, file, outcome);
  tellNoted(context, outcome);
  return outcome;
}

export function publishAll(context: Context): PublishOutcome {
  const outcome: PublishOutcome = { published: [], failed: [] };
  if (!fs.existsSync(context.paths.sessions)) return outcome;
  for (const name of fs.readdirSync(context.paths.sessions).sort()) {
    if (outcome.refused) break;
    if (name.endsWith('.jsonl')) publishFile(context, path.join(context.paths.sessions, name), outcome);
  }
  tellNoted(context, outcome);
  return outcome;
}
