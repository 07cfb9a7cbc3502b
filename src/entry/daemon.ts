/** The background daemon: takes the daemon lock or leaves, listens, works, and goes when nobody needs it. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelTools } from '../cli/model-tools.ts';
import { iso, systemClock } from '../core/clock.ts';
import { attempt } from '../core/outside.ts';
import { answerer, searchFor } from '../daemon/answer.ts';
import { BufferWatch } from '../daemon/buffer-watch.ts';
import { stayLean } from '../daemon/lean.ts';
import { Loop } from '../daemon/loop.ts';
import { Meaning } from '../daemon/meaning.ts';
import { Openings } from '../daemon/openings.ts';
import { listen } from '../daemon/server.ts';
import { Settings } from '../daemon/settings.ts';
import { becomeTheDaemon, keepCard, makeWayFor, removeClaims } from '../daemon/single.ts';
import { openContext } from '../learn/context.ts';
import { makeFolder } from '../platform/folder.ts';
import { inFull, type Log, openLog } from '../platform/log.ts';
import { VERSION } from '../platform/package-root.ts';
import { pathsFrom, socketAddress } from '../platform/paths.ts';
import { withoutSession } from '../platform/session-env.ts';
import { daemonPathFile } from '../platform/start-daemon.ts';
import { newestChange } from '../store/changes.ts';

process.umask(0o077);
stayLean();

/** Somebody may empty the folder that the lock is in; the next daemon then takes a lock of its own. */
const WATCH_MS = 2_000;
/** How soon settings that changed hold, what changed gets its vector, and a branch that was switched its opening. */
const UPKEEP_MS = 5_000;
/** The model loads in a fraction of a second; whoever learns in the background can wait for it on a busy machine. */
const MODEL_WAIT_MS = 15_000;
/** A model that searches wants to see near misses, too. */
const NEAR = 0.5;

async function serve(log: Log): Promise<void> {
  // The session whose hook started us is not ours.
  const env = withoutSession(process.env);
  const paths = pathsFrom(env);
  const address = socketAddress(paths);
  makeFolder(paths.run);
  const lock = await becomeTheDaemon(paths, address, log);
  if (!lock) return;
  const context = openContext(env, systemClock);
  const startedAt = iso(systemClock);
  const meaning = new Meaning(context, log);
  const loop = new Loop(context, log, {
    get modelId() {
      return meaning.modelId;
    },
    embed: (text) => meaning.vectorInTime(text, MODEL_WAIT_MS),
  });
  makeWayFor(paths, address);
  const openings = new Openings(context, meaning);
  const settings = new Settings(context, log);
  const tools = modelTools(context, {
    search: async (cwd, query, limit) => (await searchFor(context, meaning, { cwd, query, limit, floor: NEAR })).hits,
    poke: (sessionId) => loop.poke(sessionId),
  });
  const server = await listen(address, answerer(context, { loop, meaning, tools, startedAt }));
  const card = keepCard(paths, { pid: process.pid, started_at: startedAt, version: VERSION });
  fs.writeFileSync(daemonPathFile(paths), `${fileURLToPath(import.meta.url)}\n`, { mode: 0o600 });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void loop.stop(signal));
  log(`daemon ${VERSION} up`);
  const hasItems = () => attempt(() => newestChange(context.store.db) > 0) ?? false;
  const buffers = new BufferWatch(paths.sessions, ({ sessionId, isTurn }) => {
    loop.needed();
    if (!isTurn) return;
    loop.poke(sessionId);
    // A prompt follows: then the model is there.
    if (hasItems()) void meaning.warm();
  });
  const watch = setInterval(() => {
    buffers.check();
    if (!lock.holds()) void loop.stop('its lock file is gone');
    else attempt(() => removeClaims(paths));
  }, WATCH_MS);
  const upkeep = setInterval(() => {
    settings.follow();
    attempt(() => meaning.fill());
    openings.refresh().catch((error) => log(`could not render a start: ${inFull(error)}`));
  }, UPKEEP_MS);
  loop.start();
  // Mostly a session begins: what it is asked first matters most, and then the model is there.
  if (hasItems()) void meaning.warm();
  try {
    await loop.ended;
  } finally {
    clearInterval(watch);
    clearInterval(upkeep);
    buffers.close();
    card.leave();
    // Behind a lock that is gone, socket and card are another daemon's: closing the server would remove its socket.
    if (lock.holds()) {
      server.close();
      card.remove();
      attempt(() => removeClaims(paths));
    }
    await meaning.close();
    context.store.close();
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
