/**
 * The command hook: one payload on stdin, at most one JSON object on stdout, exit code 0 whatever happens. The event is on
 * disk before anything else is waited for; what else is tried (an injection, the daemon's start) may fail, and then it is silent.
 */
import { dirname } from 'node:path';
import { catchUp } from '../capture/catchup.ts';
import { type Payload, payloadOf } from '../capture/payload.ts';
import { attempt } from '../core/outside.ts';
import { recursionReason, SETTINGS_MARK } from '../core/session.ts';
import { isDaemonUp } from '../platform/liveness.ts';
import { journalFrom, socketAddress } from '../platform/paths.ts';
import type { Reply } from '../platform/protocol.ts';
import { startDaemonOnce } from '../platform/start-daemon.ts';
import { askAtOnce } from './ask-at-once.ts';
import { bufferFor, capture, complain, type Door, noteTold, type Told, VERSION } from './door.ts';
import { pluginIsOn } from './once.ts';
import { openingFor, takeNotice } from './opening.ts';
import { questionOf } from './question.ts';
import { unblock } from './raw-pipe.ts';
import { readObject } from './read-object.ts';
import { print } from './say.ts';

const STDIN_MS = 2_000;
/** Claude Code gives all of SessionEnd about 1.5 s and kills what is left. */
const LAST_STDIN_MS = 1_000;
/** However slowly it drips. */
const WHOLE_STDIN_MS = 8_000;
const RECALL_MS = 200;

let door: Door | undefined;

async function main(): Promise<void> {
  if (recursionReason(process.env)) return;
  door = { env: process.env, paths: journalFrom(process.env), now: new Date().toISOString() };
  const [, , event, mark] = process.argv;
  // Where it cannot be done, reads block.
  attempt(() => unblock(0));
  const patienceMs = event === 'SessionEnd' ? LAST_STDIN_MS : STDIN_MS;
  const payload = payloadOf(readObject(0, patienceMs, WHOLE_STDIN_MS), event);
  if (!payload || (mark === SETTINGS_MARK && pluginIsOn(door, payload))) return;
  await handle(door, payload);
}

async function handle(door: Door, payload: Payload): Promise<void> {
  const { event, agent_id } = payload;
  const buffer = bufferFor(door, payload);
  if (!buffer) return;
  // Before a tool ran, its input was looked at; looking once more when all went well is for the door that costs less.
  const asks = /^UserPrompt|^PreTool|UseFailure$|^SubagentStart$/.test(event);
  // The daemon thinks while the event is written.
  const replied = asks && askDaemon(door, payload);
  const file = capture(door, payload, buffer);
  if (replied) return recall(door, payload, file, await replied());
  // Inside a subagent the end is not the session's.
  if (agent_id) return;
  if (event === 'SessionStart') openSession(door, payload, file);
  if (event === 'Stop') endTurn(door, file);
}

/** What is known about the project, from the file rendered last: needs no daemon, so it works when none runs. */
function openSession(door: Door, payload: Payload, file: string | undefined): void {
  const { text, ids } = openingFor(door, payload, file);
  say(door, payload, file, { context: text, message: takeNotice(door.paths), ids });
  keepDaemon(door);
}

const askDaemon = (door: Door, payload: Payload) =>
  attempt(() => {
    const question = questionOf(door, payload);
    return question && askAtOnce(socketAddress(door.paths), question, RECALL_MS);
  });

function recall(door: Door, payload: Payload, file: string | undefined, reply: Reply | undefined): void {
  if (reply?.ok && 'ids' in reply) say(door, payload, file, { context: reply.text, ids: reply.ids });
}

/** The turn is over: what the doors missed of it is in the transcript. */
function endTurn(door: Door, file: string | undefined): void {
  try {
    if (file) catchUp(file, door.now);
  } catch (error) {
    complain(door, 'catch up', error);
  }
  keepDaemon(door);
}

function say(door: Door, payload: Payload, file: string | undefined, told: Told): void {
  if (print(payload.event, told)) noteTold(door, payload, file, told);
}

/** It sees by itself what is appended; one that is older than this hook is replaced by the one that we start. */
function keepDaemon(door: Door): void {
  // Not import.meta, which only modules have: this file is read as CommonJS, too.
  if (!isDaemonUp(door.paths, VERSION)) startDaemonOnce(door.paths, door.env, dirname(process.argv[1] ?? ''));
}

function leave(error?: unknown): never {
  if (error && door) complain(door, 'hook', error);
  process.exit(0);
}

process.on('uncaughtException', leave);
main().then(() => leave(), leave);
