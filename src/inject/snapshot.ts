/**
 * The file `inject/<project_id>.json` that a session start prints from, so that a start needs neither database nor daemon:
 * rendered after each reconcile and swapped in whole. It holds the project's playbook and profile, all of it when it fits,
 * else the strongest part.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Clock, iso } from '../core/clock.ts';
import { strengthOf } from '../core/strength.ts';
import type { Config } from '../platform/config.ts';
import { makeFolder } from '../platform/folder.ts';
import type { Paths } from '../platform/paths.ts';
import type { Entry } from '../search/lexical.ts';
import { entriesOf } from '../search/project-index.ts';
import { usesOf } from '../store/injections.ts';
import type { Db } from '../store/open.ts';
import { projects } from '../store/schema.ts';
import { shownId } from '../store/shown-id.ts';
import { factText, type Item, ruleText, type Snapshot } from './render.ts';
import { select } from './select.ts';

export type { Snapshot } from './render.ts';

/** Stands for a project that nothing is known of yet: its snapshot holds what is true everywhere. */
export const EVERYWHERE = 'everywhere';

export const snapshotFile = (paths: Pick<Paths, 'inject'>, projectId: string): string =>
  path.join(paths.inject, `${projectId}.json`);

/** No more items than this fit under the ceiling, however short they are. */
const COULD_FIT = 700;

type Budget = Pick<Config, 'inject'>;

/**
 * Strongest first (core/strength.ts). `found`: ids of what fits the work that goes on, best first;
 * where not everything fits, they take turns with the strongest.
 */
export function renderSnapshot(
  db: Db,
  projectId: string,
  clock: Clock,
  config: Budget,
  found: readonly string[] = [],
  uses = usesOf(db),
): Snapshot {
  const now = iso(clock);
  const live = entriesOf(db, projectId).filter(({ expires_at: end }) => end === null || end > now);
  const strongest = live
    .map((entry) => ({ entry, strength: strengthOf(entry, uses.get(entry.id), now) }))
    .sort((a, b) => b.strength - a.strength || compare(a.entry.id, b.entry.id))
    .map(({ entry }) => entry);
  const byId = new Map(strongest.map((entry) => [entry.id, entry]));
  const fitting = found.flatMap((id) => byId.get(id) ?? []);
  // The prefix that is shown counts in the budget, so it is looked up first, for as many as could fit at all.
  const items = blend(fitting, strongest).map(
    (entry, i): Item => ({
      id: entry.id,
      text: entry.type === 'rule' ? ruleText(entry) : factText(entry),
      ...(i < COULD_FIT ? { short: shownId(db, entry.id) } : {}),
      ...(entry.expires_at === null ? {} : { expires_at: entry.expires_at }),
    }),
  );
  const chosen = select(items, config.inject.SessionStart);
  return {
    format: 1,
    rendered_at: now,
    items: chosen.items,
    more: config.inject.SessionStart.count === 0 ? 0 : chosen.more,
  };
}

/** One of each in turn, each once. */
function blend(first: readonly Entry[], second: readonly Entry[]): Entry[] {
  const mixed = new Set<Entry>();
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    for (const entry of [first[i], second[i]]) if (entry) mixed.add(entry);
  }
  return [...mixed];
}

/** Renders and swaps in the snapshots of these projects, or of all of them when something that counts everywhere changed. */
export function renderSnapshots(
  db: Db,
  paths: Pick<Paths, 'inject'>,
  clock: Clock,
  config: Budget,
  projectIds: readonly string[] | 'all',
): void {
  const all = projectIds === 'all';
  const ids = all
    ? [
        ...db
          .select({ id: projects.id })
          .from(projects)
          .all()
          .map(({ id }) => id),
        EVERYWHERE,
      ]
    : projectIds;
  const uses = usesOf(db);
  for (const id of ids) swapIn(snapshotFile(paths, id), renderSnapshot(db, id, clock, config, [], uses));
}

/** Swaps in one project's snapshot, with what fits the work that goes on there. */
export function renderSnapshotFor(
  db: Db,
  paths: Pick<Paths, 'inject'>,
  clock: Clock,
  config: Budget,
  { projectId, found }: { projectId: string; found: readonly string[] },
): void {
  swapIn(snapshotFile(paths, projectId), renderSnapshot(db, projectId, clock, config, found));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A reader sees the old file or the new one, never a part. */
function swapIn(file: string, snapshot: Snapshot): void {
  makeFolder(path.dirname(file));
  const next = `${file}.${process.pid}.${crypto.randomBytes(4).toString('hex')}.tmp`;
  try {
    fs.writeFileSync(next, JSON.stringify(snapshot), { mode: 0o600 });
    fs.renameSync(next, file);
  } catch (error) {
    fs.rmSync(next, { force: true });
    throw error;
  }
}
