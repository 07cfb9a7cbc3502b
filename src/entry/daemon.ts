/** The background daemon: takes the daemon lock or leaves, listens, works, and goes when nobody needs it. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { iso, systemClock } from '../core/clock.ts';
import { answerer } from '../daemon/answer.ts';
import { Loop } from '../daemon/loop.ts';
import { listen } from '../daemon/server.ts';
import { becomeTheDaemon, daemonCardFile, writeCard } from '../daemon/single.ts';
import { openContext } from '../learn/context.ts';
import { makeFolder } from '../platform/folder.ts';
import { inFull, type Log, openLog } from '../platform/log.ts';
import { VERSION } from '../platform/package-root.ts';
import { pathsFrom, socketAddress } from '../platform/paths.ts';
import { withoutSession } from '../platform/session-env.ts';

process.umask(0o077);

async function serve(log: Log): Promise<void> {
  // The session whose hook started us is not ours.
  const env = withoutSession(process.env);
  const paths = pathsFrom(env);
  const address = socketAddress(paths);
  makeFolder(paths.run);
  const lock = await becomeTheDaemon(paths, address);
  if (!lock) return;
  const context = openContext(env, systemClock);
  const startedAt = iso(systemClock);
  const loop = new Loop(context, log);
  const server = await listen(address, answerer(context, loop, startedAt));
  writeCard(paths, { pid: process.pid, started_at: startedAt, version: VERSION });
  fs.writeFileSync(path.join(paths.run, 'daemon.path'), `${fileURLToPath(import.meta.url)}\n`, { mode: 0o600 });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void loop.stop(signal));
  log(`daemon ${VERSION} up`);
  loop.start();
  try {
    await loop.ended;
  } finally {
    server.close();
    context.store.close();
    fs.rmSync(daemonCardFile(paths), { force: true });
    log('daemon down');
    lock.release();
  }
}

const log = openLog(path.join(pathsFrom(process.env).logs, 'daemon.log'), systemClock);
function die(error: unknown): never {
  log(`daemon failed: ${inFull(error)}`);
  process.exit(1);
}
// Its descriptors lead nowhere: what is not logged is never known.
process.on('uncaughtException', die);
process.on('unhandledRejection', die);
serve(log).then(() => process.exit(0), die);
