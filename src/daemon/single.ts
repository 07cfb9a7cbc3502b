/**
 * One daemon per data folder. The daemon lock decides; a newer version asks an older holder to stop and takes its place, an
 * older or equal one leaves. The holder's card (run/daemon.json) is for people and `daemon stop`, never for deciding.
 */
import fs from 'node:fs';
import path from 'node:path';
import { compareVersions } from '../core/version.ts';
import { ask } from '../platform/ask.ts';
import { VERSION } from '../platform/package-root.ts';
import type { Paths } from '../platform/paths.ts';
import { type Lock, takeLock, waitForLock } from '../store/lock.ts';

const TAKEOVER_MS = 30_000;
const ASK_MS = 1_000;

export const daemonLockFile = (paths: Paths): string => path.join(paths.run, 'daemon.lock');
export const daemonCardFile = (paths: Paths): string => path.join(paths.run, 'daemon.json');

export interface DaemonCard {
  pid: number;
  started_at: string;
  version: string;
}

/** The lock, or undefined when another daemon goes on serving. */
export async function becomeTheDaemon(paths: Paths, address: string): Promise<Lock | undefined> {
  const lock = takeLock(daemonLockFile(paths));
  if (lock) return lock;
  const holder = await ask(address, { op: 'ping', version: VERSION }, ASK_MS);
  if (!holder) return takeLock(daemonLockFile(paths), ASK_MS);
  if (compareVersions(holder.version, VERSION) >= 0) return undefined;
  await ask(address, { op: 'stop', version: VERSION }, ASK_MS);
  return waitForLock(daemonLockFile(paths), TAKEOVER_MS);
}

export function writeCard(paths: Paths, card: DaemonCard): void {
  fs.writeFileSync(daemonCardFile(paths), `${JSON.stringify(card)}\n`, { mode: 0o600 });
}
