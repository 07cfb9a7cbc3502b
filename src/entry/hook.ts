/**
 * The command hook: one payload on stdin, at most one JSON object on stdout, exit code 0 whatever happens. The event is on
 * disk before anything else is tried; what comes after that (a poke, an injection) may fail, and then it is silent.
 */
import { catchUp } from '../capture/catchup.ts';
import { typedPrompt } from '../capture/events.ts';
import { type Payload, payloadOf } from '../capture/payload.ts';
import { recursionReason, SETTINGS_MARK } from '../core/session.ts';
import { ask } from '../platform/ask.ts';
import { pathsFrom, socketAddress } from '../platform/paths.ts';
import type { Reply, Request } from '../platform/protocol.ts';
import { startDaemonOnce } from '../platform/start-daemon.ts';
import { append, capture, complain, cwdOf, type Door, VERSION } from './door.ts';
import { pluginIsOn } from './once.ts';
import { snapshotFor, takeNotice } from './opening.ts';
import { type Output, print } from './say.ts';
import { readObject } from './stdin.ts';

const STDIN_MS = 2_000;
const RECALL_MS = 200;
const POKE_MS = 200;
/** Claude Code gives all of SessionEnd about 1.5 s and kills what is left. */
const LAST_STDIN_MS = 1_000;
const LAST_POKE_MS = 100;

let door: Door | undefined;

async function main(): Promise<void> {
  if (recursionReason(process.env)) return;
  door = { env: process.env, paths: pathsFrom(process.env), now: new Date().toISOString() };
  const [, , event, mark] = process.argv;
  const payload = payloadOf(readObject(event === 'SessionEnd' ? LAST_STDIN_MS : STDIN_MS), event);
  if (!payload || (mark === SETTINGS_MARK && pluginIsOn(door, payload))) return;
  await handle(door, payload);
}

async function handle(door: Door, payload: Payload): Promise<void> {
  let file: string | undefined;
  try {
    file = capture(door, payload);
    if (!file) return;
  } catch (error) {
    complain(door, payload.event, error);
  }
  // Inside a subagent there is nothing to tell, and its end is not the session's.
  if (payload.agent_id) return;
  if (payload.event === 'SessionStart') return openSession(door, payload, file);
  if (payload.event === 'UserPromptSubmit') return recall(door, payload, file);
  if (payload.event === 'Stop') return endTurn(door, payload, file);
  if (payload.event === 'SessionEnd') await poke(door, payload, LAST_POKE_MS);
}

/** What is known about the project, from the file rendered last: needs no daemon, so it works when none runs. */
async function openSession(door: Door, payload: Payload, file: string | undefined): Promise<void> {
  const snapshot = snapshotFor(door, payload, file);
  say(door, payload, file, { context: snapshot?.text, message: takeNotice(door.paths), ids: snapshot?.ids ?? [] });
  await pokeOrStart(door, payload);
}

async function recall(door: Door, payload: Payload, file: string | undefined): Promise<void> {
  const prompt = typedPrompt(payload);
  if (!prompt) return;
  const reply = await tell(
    door,
    { op: 'recall', version: VERSION, session_id: payload.session_id, cwd: cwdOf(door, payload), prompt },
    RECALL_MS,
  );
  if (reply?.ok && 'text' in reply) say(door, payload, file, { context: reply.text, ids: reply.ids });
}

/** The turn is over: what the doors missed of it is in the transcript. */
async function endTurn(door: Door, payload: Payload, file: string | undefined): Promise<void> {
  try {
    if (file) catchUp(file, door.now);
  } catch (error) {
    complain(door, 'catch up', error);
  }
  await pokeOrStart(door, payload);
}

function say(door: Door, payload: Payload, file: string | undefined, output: Output & { ids: string[] }): void {
  const units = print(payload.event, output);
  if (!units || !file || !output.ids.length) return;
  append(door, payload, file, [{ type: 'Injected', ts: door.now, event: payload.event, ids: output.ids, units }]);
}

const tell = (door: Door, request: Request, ms: number): Promise<Reply | undefined> =>
  ask(socketAddress(door.paths), request, ms);

const poke = (door: Door, payload: Payload, ms: number): Promise<Reply | undefined> =>
  tell(door, { op: 'poke', version: VERSION, session_id: payload.session_id, event: payload.event }, ms);

/** A daemon older than this hook refuses, and goes: the one that we start takes its place. */
async function pokeOrStart(door: Door, payload: Payload): Promise<void> {
  const reply = await poke(door, payload, POKE_MS);
  if (reply?.ok) return;
  startDaemonOnce(door.paths, door.env);
}

function leave(error?: unknown): never {
  if (error && door) complain(door, 'hook', error);
  process.exit(0);
}

process.on('uncaughtException', leave);
main().then(() => leave(), leave);
