/**
 * The file `inject/<project_id>.json` that a session start prints from, so that a start needs neither database nor daemon:
 * rendered after each reconcile and swapped in whole. It holds the project's playbook and profile, all of it when it fits,
 * else the strongest part.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Clock, iso } from '../core/clock.ts';
import type { Config } from '../platform/config.ts';
import { makeFolder } from '../platform/folder.ts';
import type { Paths } from '../platform/paths.ts';
import type { Db } from '../store/open.ts';
import { liveFacts } from '../store/profile.ts';
import { currentRules } from '../store/rules.ts';
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

type Budget = Pick<Config, 'startUnits'>;

/** Strongest first: what more turns said, then what was said last. */
export function renderSnapshot(db: Db, projectId: string, clock: Clock, config: Budget): Snapshot {
  const now = iso(clock);
  const ranked = [
    ...currentRules(db, projectId).map((rule) => ({ row: rule, text: ruleText(rule), end: null })),
    ...liveFacts(db, projectId, now).map((fact) => ({ row: fact, text: factText(fact), end: fact.expires_at })),
  ].sort(
    (a, b) =>
      b.row.evidence - a.row.evidence || compare(b.row.learned_at, a.row.learned_at) || compare(a.row.id, b.row.id),
  );
  // The prefix that is shown counts in the budget, so it is looked up first, for as many as could fit at all.
  const items = ranked.map(
    ({ row, text, end }, i): Item => ({
      id: row.id,
      text,
      ...(i < COULD_FIT ? { short: shownId(db, row.id) } : {}),
      ...(end === null ? {} : { expires_at: end }),
    }),
  );
  const chosen = select(items, config.startUnits);
  return {
    format: 1,
    rendered_at: now,
    items: chosen.items,
    more: chosen.more,
  };
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
  for (const id of ids) swapIn(snapshotFile(paths, id), renderSnapshot(db, id, clock, config));
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
