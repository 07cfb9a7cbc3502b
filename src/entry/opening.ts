/** What a session is told at its start: the project's snapshot without what this session knows already, and one notice. */

import fs from 'node:fs';
import { join } from 'node:path';
import type { Payload } from '../capture/payload.ts';
import { attempt, isText, parseJson } from '../core/outside.ts';
import { frame, type Item, liveItems, type Snapshot } from '../inject/render.ts';
import { seenIds } from '../inject/seen.ts';
import type { JournalPaths } from '../platform/paths.ts';
import { readText } from '../platform/read-text.ts';
import { type Door, projectFor } from './door.ts';
import { CEILING } from './say.ts';

const LARGEST_BUFFER = 256 * 1024 * 1024;

export interface Opening {
  text: string;
  ids: string[];
}

/** Nothing where there is nothing to tell, or nothing readable. */
export function openingFor(door: Door, payload: Payload, buffer: string | undefined): Opening {
  const snapshot: Partial<Snapshot> = readJson(join(door.paths.inject, `${projectFor(door, payload).id}.json`));
  const { format, items, more } = snapshot;
  const readable =
    format === 1 && Array.isArray(items) ? items.filter((item) => isText(item?.id) && isText(item.text)) : [];
  // Only a resumed session still has its earlier context; a compaction empties it, and the rest begin anew.
  const seen = payload.source === 'resume' && buffer ? seenIn(buffer) : new Set<string>();
  return framed(liveItems(readable, door.now, seen), Number(more) || 0);
}

/** The renderer kept to the budget already; a snapshot that was edited by hand is cut to whole items, best first. */
function framed(items: readonly Item[], more: number): Opening {
  for (let count = items.length; ; count--) {
    const told = items.slice(0, count);
    const text = frame(told, more + items.length - count);
    if (text.length <= CEILING) return { text, ids: told.map((item) => item.id) };
  }
}

const seenIn = (buffer: string): ReadonlySet<string> => seenIds(readText(buffer, LARGEST_BUFFER) ?? '');

/** The notice's text, for the one door that succeeds in removing the file. */
export function takeNotice(paths: JournalPaths): string | undefined {
  const file = join(paths.inject, 'notice.json');
  const { message } = readJson(file);
  if (!isText(message)) return undefined;
  return attempt(() => {
    fs.unlinkSync(file);
    return message;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse; the asker looks at each field.
const readJson = (file: string): any => parseJson(readText(file)) ?? {};
