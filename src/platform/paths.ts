/**
 * Every place on disk, from the environment once. Two roots: the journal (`CLAUDE_SMART_HOME`, default ~/.claude-smart),
 * which the doors write, and the store (`EMEND_HOME`, default ~/.emend), which only the daemon and the CLI touch.
 */
import os from 'node:os';
import path from 'node:path';
import { textHash } from '../core/text-hash.ts';

export interface Paths {
  home: string;
  sessions: string;
  inject: string;
  run: string;
  logs: string;
  emend: string;
  data: string;
  database: string;
  settings: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export function pathsFrom(env: Env): Paths {
  const user = env.HOME || env.USERPROFILE || os.homedir();
  const home = path.resolve(env.CLAUDE_SMART_HOME || path.join(user, '.claude-smart'));
  const emend = path.resolve(env.EMEND_HOME || path.join(user, '.emend'));
  const data = path.join(emend, 'data');
  return {
    home,
    sessions: path.join(home, 'sessions'),
    inject: path.join(home, 'inject'),
    run: path.join(home, 'run'),
    logs: path.join(home, 'logs'),
    emend,
    data,
    database: path.join(data, 'emend.db'),
    settings: path.join(emend, '.env'),
  };
}

/** Claude Code's own configuration folder: where settings.json is. */
export const claudeConfigDir = (env: Env): string =>
  env.CLAUDE_CONFIG_DIR || path.join(env.HOME || env.USERPROFILE || os.homedir(), '.claude');

/** Longest socket path that both Linux (108) and macOS (104 bytes, with the final NUL) take. */
const SOCKET_PATH_BYTES = 103;

/** The daemon's address: a socket in `run`, a short one in the temporary folder where that path is too long, or a named pipe on Windows. */
export function socketAddress(paths: Paths, platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\claude-smart-${textHash(paths.home)}`;
  const inRun = path.join(paths.run, 'daemon.sock');
  if (Buffer.byteLength(inRun) <= SOCKET_PATH_BYTES) return inRun;
  return path.join(os.tmpdir(), `claude-smart-${process.getuid?.() ?? 0}-${textHash(paths.home)}.sock`);
}
