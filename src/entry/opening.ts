/** What a session is told at its start: the project's snapshot without what this session knows already, and one notice. */

import fs from 'node:fs';
import { join } from 'node:path';
import type { Payload } from '../capture/payload.ts';
import { isText, parseJson } from '../core/outside.ts';
import { frame, type Item, liveItems, type Snapshot } from '../inject/render.ts';
import { seenIds } from '../inject/seen.ts';
import type { Paths } from '../platform/paths.ts';
import { readText } from '../platform/read-text.ts';
import { type Door, projectFor } from './door.ts';
import { CEILING } from './say.ts';

const LARGEST_BUFFER = 256 * 1024 * 1024;

export interface Opening {
  text: string;
  ids: string[];
}

/** Undefined when there is nothing to tell, or nothing readable. */
export function snapshotFor(door: Door, payload: Payload, buffer: string | undefined): Opening | undefined {
  const snapshot = readSnapshot(join(door.paths.inject, `${projectFor(door, payload).id}.json`));
  if (!snapshot) return undefined;
  // Only a resumed session still has its earlier context; a compaction empties it, and the rest begin anew.
  const seen = payload.source === 'resume' && buffer ? seenIn(buffer) : new Set<string>();
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
  const items = value.items.filter((item) => isText(item?.id) && isText(item.text));
  return { format: 1, rendered_at: '', items, more: Number(value.more) || 0 };
}

const seenIn = (buffer: string): ReadonlySet<string> => seenIds(readText(buffer, LARGEST_BUFFER) ?? '');

/** The notice's text, for the one door that succeeds in removing the file. */
export function takeNotice(paths: Paths): string | undefined {
  const file = join(paths.inject, 'notice.json');
  const notice = readJson(file) as { message?: unknown } | undefined;
  if (!notice) return undefined;
  try {
    fs.unlinkSync(file);
  } catch {
    return undefined;
  }
  return isText(notice.message) ? notice.message : undefined;
}

const readJson = (file: string): unknown => parseJson(readText(file)) ?? undefined;
