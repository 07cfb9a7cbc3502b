/**
 * One daemon per data folder. The daemon lock decides; a newer version asks an older holder to stop and takes its place, an
 * older or equal one leaves. The holder's card (run/daemon.json) is for people, for `daemon stop`, and for hooks that
 * only want to know whether one is there (platform/liveness.ts); who is the daemon, the lock decides.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt } from '../core/outside.ts';
import { compareVersions } from '../core/version.ts';
import { ask } from '../platform/ask.ts';
import { BEAT_MS, daemonCardFile } from '../platform/liveness.ts';
import type { Log } from '../platform/log.ts';
import { VERSION } from '../platform/package-root.ts';
import type { Paths } from '../platform/paths.ts';
import { CLAIM, daemonPathFile } from '../platform/start-daemon.ts';
import { type Lock, takeLock, waitForLock } from '../store/lock.ts';

const TAKEOVER_MS = 30_000;
const ASK_MS = 1_000;

export const daemonLockFile = (paths: Paths): string => path.join(paths.run, 'daemon.lock');

export interface DaemonCard {
  pid: number;
  started_at: string;
  version: string;
}

/**
 * Puts aside what is no file where a file of ours belongs: a folder or a pipe there would keep every daemon from starting.
 * (A socket is no file either, and `listen` removes it.)
 */
function makeWay(file: string): void {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isSocket()) fs.renameSync(file, `${file}.aside-${Date.now()}`);
}

/** For the holder of the lock, before it listens at `address` and writes its files. */
export function makeWayFor(paths: Paths, address: string): void {
  for (const file of [address, daemonCardFile(paths), daemonPathFile(paths)]) {
    if (path.dirname(file) === paths.run) makeWay(file);
  }
}

/** The lock, or undefined when another daemon goes on serving, or holds the lock and says nothing. */
export async function becomeTheDaemon(paths: Paths, address: string, log: Log): Promise<Lock | undefined> {
  const file = daemonLockFile(paths);
  makeWay(file);
  const lock = takeLock(file);
  if (lock) return lock;
  const holder = await ask(address, { op: 'ping', version: VERSION }, ASK_MS);
  if (holder && compareVersions(holder.version, VERSION) >= 0) return undefined;
  if (holder) await ask(address, { op: 'stop', version: VERSION }, ASK_MS);
  const freed = await waitForLock(file, holder ? TAKEOVER_MS : ASK_MS);
  if (!freed) {
    const what = holder ? `is version ${holder.version} and does not leave` : 'does not answer';
    log(`another daemon holds ${file} and ${what}; if that stays so: claude-smart daemon stop`);
  }
  return freed;
}

/** Writes the card and touches it from time to time, which says that this daemon works; one that was removed is written again. */
export function keepCard(paths: Paths, card: DaemonCard): { leave(): void; remove(): void } {
  const file = daemonCardFile(paths);
  const write = () => fs.writeFileSync(file, `${JSON.stringify(card)}\n`, { mode: 0o600 });
  write();
  const beat = setInterval(() => {
    attempt(() => {
      if (fs.existsSync(file)) fs.utimesSync(file, new Date(), new Date());
      else write();
    });
  }, BEAT_MS);
  return { leave: () => clearInterval(beat), remove: () => fs.rmSync(file, { force: true }) };
}

/** Hooks that found nobody claimed the start (platform/start-daemon.ts); for a daemon that has been up for a moment. */
export function removeClaims(paths: Paths): void {
  for (const name of fs.readdirSync(paths.run)) {
    if (name.startsWith(CLAIM)) fs.rmSync(path.join(paths.run, name), { force: true });
  }
}
