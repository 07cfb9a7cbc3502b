/**
 * Every place on disk, from the environment once. Two roots: the journal (`CLAUDE_SMART_HOME`, default ~/.claude-smart),
 * which the doors write, and the store (`EMEND_HOME`, default ~/.emend), which only the daemon and the CLI touch.
 */
import fs from 'node:fs';
import os from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { attempt } from '../core/outside.ts';
import { textHash } from '../core/text-hash.ts';

/** Where the doors write. */
export interface JournalPaths {
  home: string;
  sessions: string;
  inject: string;
  run: string;
  logs: string;
}
export interface Paths extends JournalPaths {
  emend: string;
  data: string;
  database: string;
  settings: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** A user without an entry in passwd has no home: then nothing can be written, and that is an error where it is tried. */
export const userHome = (env: Env): string => env.HOME || env.USERPROFILE || attempt(() => os.homedir()) || '/';

/** A relative root is the person's, not each folder's in which a hook or the daemon happens to start. */
const rootOf = (env: Env, set: string | undefined, name: string): string => resolve(userHome(env), set || name);

export function journalFrom(env: Env): JournalPaths {
  const home = rootOf(env, env.CLAUDE_SMART_HOME, '.claude-smart');
  const at = (name: string) => join(home, name);
  return { home, sessions: at('sessions'), inject: at('inject'), run: at('run'), logs: at('logs') };
}

export function pathsFrom(env: Env): Paths {
  const emend = rootOf(env, env.EMEND_HOME, '.emend');
  const data = join(emend, 'data');
  return {
    ...journalFrom(env),
    emend,
    data,
    database: join(data, 'emend.db'),
    settings: join(emend, '.env'),
  };
}

/** Claude Code's own configuration folder: where settings.json is. */
export const claudeConfigDir = (env: Env): string => env.CLAUDE_CONFIG_DIR || join(userHome(env), '.claude');

/** Longest socket path that both Linux (108) and macOS (104 bytes, with the final NUL) take. */
const SOCKET_PATH_BYTES = 103;

const SHARED_FOLDER = /claude-smart-\d+$/;

/**
 * The daemon's address: a socket in `run`, or where that path is too long in a folder of its own among the temporary ones, or a
 * named pipe on Windows.
 */
export function socketAddress(paths: JournalPaths, platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\claude-smart-${textHash(paths.home)}`;
  const inRun = join(paths.run, 'daemon.sock');
  if (Buffer.byteLength(inRun) <= SOCKET_PATH_BYTES) return inRun;
  return join(os.tmpdir(), `claude-smart-${process.getuid?.() ?? 0}`, `${textHash(paths.home)}.sock`);
}

/** Whether somebody else made the socket's folder among the temporary ones, to be asked in our daemon's place. */
export function isForeign(address: string): boolean {
  const folder = dirname(address);
  return SHARED_FOLDER.test(folder) && fs.lstatSync(folder).uid !== process.getuid?.();
}
