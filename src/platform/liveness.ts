/**
 * Whether a daemon is there that this program can rely on, from its card alone: a hook that only wants to know that must not
 * load the network code for it. The daemon touches its card as long as it works, so one that hangs or was killed, and a
 * process that got its number since, are told from it.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, parseJson } from '../core/outside.ts';
import { compareVersions } from '../core/version.ts';
import type { JournalPaths } from './paths.ts';
import { readText } from './read-text.ts';

export const daemonCardFile = (paths: JournalPaths): string => join(paths.run, 'daemon.json');

/** How often the daemon touches its card. */
export const BEAT_MS = 20_000;
/** Three beats and a busy machine. */
const STALE_MS = 65_000;

/** True for one of this version or a newer one; an older one is to be replaced. */
export const isDaemonUp = (paths: JournalPaths, version: string): boolean | undefined =>
  attempt(() => {
    const file = daemonCardFile(paths);
    const card = parseJson(readText(file));
    // A clock that was set back leaves a card of the future, which nobody touches any more.
    const isFresh = Math.abs(Date.now() - statSync(file).mtimeMs) < STALE_MS;
    return isFresh && compareVersions(card.version, version) >= 0 && process.kill(card.pid, 0);
  });
