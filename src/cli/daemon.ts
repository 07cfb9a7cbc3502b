/** `claude-smart daemon start|stop|status`. Stopping means that afterwards nothing runs, whatever state the daemon was in. */
import fs from 'node:fs';
import path from 'node:path';
import { AppError } from '../core/errors.ts';
import { attempt } from '../core/outside.ts';
import { localTime } from '../core/when.ts';
import { daemonLockFile } from '../daemon/single.ts';
import { openContext } from '../learn/context.ts';
import { ask } from '../platform/ask.ts';
import { makeFolder } from '../platform/folder.ts';
import { VERSION } from '../platform/package-root.ts';
import { type Paths, socketAddress } from '../platform/paths.ts';
import type { Reply } from '../platform/protocol.ts';
import { startDaemon } from '../platform/start-daemon.ts';
import { takeLock, waitForLock } from '../store/lock.ts';
import { cardHolder, familyOf } from './daemon-card.ts';
import { pathsOf, type Run } from './run.ts';
import { isOn, switchedOn } from './switched-on.ts';

const ASK_MS = 1_000;
const START_MS = 10_000;
const STOP_MS = 10_000;
const KILL_MS = 2_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface DaemonState {
  running: boolean;
  /** Somebody holds the daemon's lock and does not answer: no other can start. */
  silent?: true;
  pid?: number;
  version?: string;
  started_at?: string;
}

function stateFrom(reply: Reply | undefined): DaemonState {
  if (!reply?.ok || !('pid' in reply)) return { running: false };
  return { running: true, pid: reply.pid, version: reply.version, started_at: reply.started_at };
}

const tell = (paths: Paths, op: 'ping' | 'stop') => ask(socketAddress(paths), { op, version: VERSION }, ASK_MS);

const answering = async (paths: Paths): Promise<DaemonState> => stateFrom(await tell(paths, 'ping'));

export async function daemonState(paths: Paths): Promise<DaemonState> {
  const state = await answering(paths);
  if (state.running || !attempt(() => isHeld(paths))) return state;
  const pid = cardHolder(paths);
  return { running: false, silent: true, ...(pid !== undefined && { pid }) };
}

export const silentText = ({ pid }: { pid?: number | undefined }): string =>
  `${pid === undefined ? 'one' : `pid ${pid}`} holds the lock and does not answer`;

function stateText(run: Run, { running, silent, pid, version, started_at }: DaemonState): string {
  if (running) return `The daemon runs: pid ${pid}, version ${version}, since ${localTime(started_at ?? '')}.`;
  if (silent) return `A daemon is stuck: ${silentText({ pid })}. If that stays so: claude-smart daemon stop`;
  const next = isOn(switchedOn(run.env, run.cwd))
    ? 'It starts with the next session.'
    : 'No hooks are switched on that would start one: claude-smart install';
  return `No daemon runs. ${next}`;
}

export async function daemonStatus(run: Run, options: { json?: boolean }): Promise<void> {
  const state = await daemonState(pathsOf(run));
  if (options.json) run.out.json(state);
  else run.out.print(stateText(run, state));
}

export async function daemonStart(run: Run, options: { json?: boolean }): Promise<void> {
  const paths = pathsOf(run);
  let state = await answering(paths);
  if (!state.running) {
    makeFolder(paths.home);
    // Whatever the daemon would die of is said here, where somebody reads it.
    openContext(run.env, run.clock).store.close();
    if (!startDaemon(paths, run.env, import.meta.dirname))
      throw new AppError('no_daemon', 'daemon.mjs was not found.', { hint: 'npm run build' });
    for (const end = Date.now() + START_MS; !state.running && Date.now() < end; ) {
      await sleep(50);
      state = await answering(paths);
    }
  }
  if (!state.running) {
    throw new AppError('daemon_silent', `the daemon did not answer within ${START_MS / 1_000} s.`, {
      hint: `Its log says why: ${path.join(paths.logs, 'daemon.log')}`,
    });
  }
  if (options.json) run.out.json(state);
  else run.out.print(stateText(run, state));
}

/** A door that captured a moment ago may have started a daemon that does not hold the lock yet. */
const START_UNSEEN_MS = 1_500;

function lastCapture(paths: Paths): number {
  if (!fs.existsSync(paths.sessions)) return 0;
  const times = fs.readdirSync(paths.sessions).map((name) => fs.statSync(path.join(paths.sessions, name)).mtimeMs);
  return Math.max(0, ...times);
}

const isHeld = (paths: Paths): boolean => {
  if (!fs.existsSync(daemonLockFile(paths))) return false;
  const lock = takeLock(daemonLockFile(paths));
  lock?.release();
  return lock === undefined;
};

async function comesUp(paths: Paths): Promise<boolean> {
  while (!isHeld(paths)) {
    if (Date.now() - lastCapture(paths) > START_UNSEEN_MS) return false;
    await sleep(100);
  }
  return true;
}

function isGone(pid: number | undefined): boolean {
  try {
    return pid === undefined || !process.kill(pid, 0);
  } catch {
    return true;
  }
}

/** Asks again and again: a daemon that is just starting does not listen yet. The lock is free a moment before the end. */
async function leaves(paths: Paths): Promise<boolean> {
  let pid: number | undefined;
  for (const end = Date.now() + STOP_MS; Date.now() < end; ) {
    pid = stateFrom(await tell(paths, 'stop')).pid ?? pid;
    const lock = await waitForLock(daemonLockFile(paths), 500);
    lock?.release();
    if (!lock) continue;
    while (!isGone(pid) && Date.now() < end) await sleep(20);
    return isGone(pid);
  }
  return false;
}

function signalAll(targets: readonly number[], signal: NodeJS.Signals): void {
  for (const target of targets) {
    try {
      process.kill(target, signal);
    } catch {
      // Gone already.
    }
  }
}

async function end(paths: Paths): Promise<void> {
  const pid = cardHolder(paths);
  if (pid === undefined) {
    throw new AppError(
      'daemon_stuck',
      'a daemon holds its lock, does not answer, and cannot be told from other processes.',
      {
        hint: `End the process that has ${daemonLockFile(paths)} open.`,
      },
    );
  }
  const family = familyOf(pid);
  signalAll(family, 'SIGTERM');
  const lock = await waitForLock(daemonLockFile(paths), KILL_MS);
  lock?.release();
  signalAll(family, 'SIGKILL');
  if (lock) return;
  const last = await waitForLock(daemonLockFile(paths), KILL_MS);
  last?.release();
  if (!last) throw new AppError('daemon_stuck', `process ${pid} does not end.`);
}

/** Ends the daemon, by asking or by force; 'none' when there was none. */
export async function stopDaemon(paths: Paths): Promise<'none' | 'left' | 'ended'> {
  if (!(await comesUp(paths))) return 'none';
  if (await leaves(paths)) return 'left';
  await end(paths);
  return 'ended';
}

const STOPPED = {
  none: 'No daemon was running.',
  left: 'The daemon has stopped.',
  ended: 'The daemon did not answer and was ended. Nothing is lost.',
};

export async function daemonStop(run: Run, options: { json?: boolean }): Promise<void> {
  const how = await stopDaemon(pathsOf(run));
  if (options.json) run.out.json({ running: false, stopped: how !== 'none', forced: how === 'ended' });
  else run.out.print(STOPPED[how]);
}
