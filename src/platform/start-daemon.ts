/**
 * Starts the daemon and lets go of it: a process group of its own, none of the caller's descriptors (a child that holds a
 * hook's stdout freezes the session), none of the session's variables. The daemon's own lock keeps it single.
 */
import childProcess from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path, { join } from 'node:path';
import { makeFolder } from './folder.ts';
import type { JournalPaths } from './paths.ts';
import { readText } from './read-text.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Holds the daemon's path for a plugin whose own folder has none; written by install and by the daemon itself. */
export const daemonPathFile = (paths: JournalPaths): string => join(paths.run, 'daemon.path');

/** Where daemon.mjs is; `here` is the folder of the asking program. */
export function findDaemon(paths: JournalPaths, env: Env, here: string): string | undefined {
  if (env.CLAUDE_SMART_DAEMON) return env.CLAUDE_SMART_DAEMON;
  for (const folder of [here, join(here, '../../dist')]) {
    const file = join(folder, 'daemon.mjs');
    if (existsSync(file)) return file;
  }
  const stored = readText(daemonPathFile(paths))?.trim();
  return stored && path.isAbsolute(stored) && existsSync(stored) ? stored : undefined;
}

/** Returns whether a start was tried; whether the daemon came up is for the next asker to see. */
export function startDaemon(paths: JournalPaths, env: Env, here: string): boolean {
  const file = findDaemon(paths, env, here);
  if (file) spawnDaemon(file, paths, env);
  return file !== undefined;
}

export function spawnDaemon(file: string, paths: JournalPaths, env: Env): childProcess.ChildProcess {
  const child = childProcess.spawn(process.execPath, [file], {
    cwd: paths.home,
    detached: true,
    // What was freed goes back to the machine: the C library otherwise keeps up to 50 MB of what loading the model took.
    env: { ...env, MALLOC_TRIM_THRESHOLD_: '131072' },
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
  return child;
}

/** So long one start has, before a hook that finds nobody tries another. */
const START_MS = 10_000;
export const CLAIM = 'starting-';

/**
 * For hooks, of which fifty may find nobody at the same moment: the one that makes the claim starts the daemon, the rest
 * leave it to that one. A claim names the ten seconds it was made in, so a start that failed is tried again and never at a
 * storm's pace. The daemon that is up removes the claims.
 */
export function startDaemonOnce(paths: JournalPaths, env: Env, here: string): void {
  // A claim without a daemon to start would keep the next hook from starting one.
  const file = findDaemon(paths, env, here);
  if (!file) return;
  makeFolder(paths.run);
  try {
    closeSync(openSync(join(paths.run, CLAIM + Math.floor(Date.now() / START_MS)), 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
  }
  spawnDaemon(file, paths, env);
}
