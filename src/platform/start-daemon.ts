/**
 * Starts the daemon and lets go of it: a process group of its own, none of the caller's descriptors (a child that holds a
 * hook's stdout freezes the session), none of the session's variables. The daemon's own lock keeps it single.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Paths } from './paths.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Holds the daemon's path for a plugin whose own folder has none; written by install and by the daemon itself. */
export const daemonPathFile = (paths: Paths): string => path.join(paths.run, 'daemon.path');

function storedPath(paths: Paths): string | undefined {
  try {
    return fs.readFileSync(daemonPathFile(paths), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Where daemon.mjs is; `here` is the folder of the asking program. */
export function findDaemon(paths: Paths, env: Env, here = import.meta.dirname): string | undefined {
  if (env.CLAUDE_SMART_DAEMON) return env.CLAUDE_SMART_DAEMON;
  for (const folder of [here, path.join(here, '../../dist')]) {
    const file = path.join(folder, 'daemon.mjs');
    if (fs.existsSync(file)) return file;
  }
  const stored = storedPath(paths);
  return stored && path.isAbsolute(stored) && fs.existsSync(stored) ? stored : undefined;
}

/** Returns whether a start was tried; whether the daemon came up is for the next asker to see. */
export function startDaemon(paths: Paths, env: Env): boolean {
  const file = findDaemon(paths, env);
  if (file === undefined) return false;
  const child = childProcess.spawn(process.execPath, [file], {
    cwd: paths.home,
    detached: true,
    env: env as NodeJS.ProcessEnv,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
  return true;
}
