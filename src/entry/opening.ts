/** What a session is told at its start: the project's snapshot without what this session knows already, and one notice. */
import fs from 'node:fs';
import path from 'node:path';
import type { Payload } from '../capture/payload.ts';
import { frame, type Item, liveItems, type Snapshot } from '../inject/render.ts';
import { seenIds } from '../inject/seen.ts';
import type { Paths } from '../platform/paths.ts';
import { type Door, projectFor } from './door.ts';
import { CEILING } from './say.ts';

export interface Opening {
  text: string;
  ids: string[];
}

/** Undefined when there is nothing to tell, or nothing readable. */
export function snapshotFor(door: Door, payload: Payload, buffer: string | undefined): Opening | undefined {
  const snapshot = readSnapshot(path.join(door.paths.inject, `${projectFor(door, payload).id}.json`));
  if (!snapshot) return undefined;
  // Only a resumed session still has its earlier context; a compaction empties it, and the rest begin anew.
  const seen = payload.source === 'resume' && buffer !== undefined ? seenIn(buffer) : new Set<string>();
  const live = liveItems(snapshot, door.now, seen);
  return live.length === 0 ? undefined : framed(live, snapshot.more);
}

/** The renderer kept to the budget already; a snapshot that was edited by hand is cut to whole items, best first. */
function framed(items: readonly Item[], more: number): Opening | undefined {
  for (let count = items.length; count > 0; count--) {
    const text = frame(items.slice(0, count), more + items.length - count);
    if (text.length <= CEILING) return { text, ids: items.slice(0, count).map((item) => item.id) };
  }
  return undefined;
}

function readSnapshot(file: string): Snapshot | undefined {
  const value = readJson(file) as Partial<Snapshot> | undefined;
  if (value?.format !== 1 || !Array.isArray(value.items)) return undefined;
  const items = value.items.filter((item) => typeof item?.id === 'string' && typeof item.text === 'string');
  return { format: 1, rendered_at: '', items, more: Number(value.more) || 0 };
}

function seenIn(buffer: string): ReadonlySet<string> {
  try {
    return seenIds(fs.readFileSync(buffer, 'utf8'));
  } catch {
    return new Set();
  }
}

/** The notice's text, for the one door that succeeds in removing the file. */
export function takeNotice(paths: Paths): string | undefined {
  const file = path.join(paths.inject, 'notice.json');
  const notice = readJson(file) as { message?: unknown } | undefined;
  if (notice === undefined) return undefined;
  try {
    fs.unlinkSync(file);
  } catch {
    return undefined;
  }
  return typeof notice.message === 'string' ? notice.message : undefined;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) ?? undefined;
  } catch {
    return undefined;
  }
}
