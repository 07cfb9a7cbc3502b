/**
 * The fast door: an MCP server on stdio. Its unlisted tool `hook` captures tool events without starting a process and tells what
 * the daemon recalls; the listed ones are for the model. It always answers, never with an error, and never exits before its
 * stdin does: anything else shows the person a failed hook at every tool call, or costs them the hook's whole timeout.
 */

import { type Payload, payloadOf } from '../capture/payload.ts';
import { attempt, isText, parseJson } from '../core/outside.ts';
import { recursionReason } from '../core/session.ts';
import { journalFrom } from '../platform/paths.ts';
import { bufferFor, capture, complain, type Door, noteTold, VERSION } from './door.ts';
import { askTool, TOOLS } from './model-tools.ts';
import { questionOf } from './question.ts';
import { outputFor } from './say.ts';
import { askInTime } from './soon.ts';

const LARGEST_LINE = 64 * 1024 * 1024;
/** Kept of both ends of a longer one. */
const ENDS = 64 * 1024;
const PROTOCOL = '2025-06-18';

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

// Decided once: a server inside our own model call, or inside a headless session, only answers.
const silent = recursionReason(process.env) !== undefined;

const newDoor = (): Door => ({ env: process.env, paths: journalFrom(process.env), now: new Date().toISOString() });

function survive(error: unknown): string {
  attempt(() => complain(newDoor(), 'mcp', error));
  return '';
}

function initialize(params: Fields): Fields {
  const asked = params.protocolVersion;
  return {
    protocolVersion: isText(asked) ? asked : PROTOCOL,
    capabilities: { tools: {} },
    serverInfo: { name: 'claude-smart', version: VERSION },
  };
}

/** The session whose events come through here: a session that was cleared goes on under another name. */
let session = process.env.CLAUDE_CODE_SESSION_ID;

/** What the session is to be told at this event, mostly ''. The event is on disk first; what comes then may fail in silence. */
async function hear(input: Fields): Promise<string> {
  const payload: Payload | undefined = payloadOf(input, isText(input.event) ? input.event : undefined);
  if (!payload) return '';
  const door = newDoor();
  const buffer = bufferFor(door, payload);
  if (!buffer) return '';
  const file = capture(door, payload, buffer);
  session = payload.session_id;
  const question = questionOf(door, payload);
  const reply = question && (await askInTime(door.paths, question));
  if (!reply?.ok || !('ids' in reply)) return '';
  const told = { context: reply.text, ids: reply.ids };
  // Noted first: the answer may make the next event come at once.
  noteTold(door, payload, file, told);
  return outputFor(payload.event, told);
}

async function call({ name, arguments: given }: Fields): Promise<string> {
  const input = fieldsOf(given);
  if (silent || !isText(name)) return '';
  if (name === 'hook') return hear(input);
  const tool = TOOLS.find((one) => one.name === name);
  return tool ? askTool(newDoor(), tool, input, session) : '';
}

async function resultOf(method: string, params: Fields): Promise<Fields> {
  switch (method) {
    case 'initialize':
      return initialize(params);
    case 'tools/list':
      return { tools: silent ? [] : TOOLS };
    case 'tools/call':
      return { content: [{ type: 'text', text: await call(params).catch(survive) }] };
    default:
      return {};
  }
}

/** Undefined for what wants no answer. An id that is no id cannot be repeated: then the answer names none. */
async function replyTo(value: unknown): Promise<Fields | undefined> {
  const { id, method, params } = fieldsOf(value);
  if (typeof method !== 'string' || id === undefined || id === null) return undefined;
  return { jsonrpc: '2.0', id: isId(id) ? id : null, result: await resultOf(method, fieldsOf(params)) };
}

const isId = (id: unknown) => typeof id === 'number' || isText(id);

async function answer(line: string): Promise<void> {
  const message: unknown = parseJson(line);
  const replies = (await Promise.all([message].flat().map(replyTo))).filter((reply) => reply !== undefined);
  if (replies.length > 0) send(Array.isArray(message) ? replies : replies[0]);
}

function send(reply: unknown): void {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

/** The id stands at one end of a message; what else a line says that is too long to be kept is lost. */
function answerLong(head: string, tail: string): void {
  const id = /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*,){0,2}\s*"id"\s*:\s*(-?\d+|"[^"\\]*")/.exec(head)?.[1];
  const last = /"id"\s*:\s*(-?\d+|"[^"\\]*")\s*(?:,\s*"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*){0,2}\}\s*$/.exec(
    tail,
  )?.[1];
  const found = id ?? last;
  const content = [{ type: 'text', text: '' }];
  if (found !== undefined) send({ jsonrpc: '2.0', id: JSON.parse(found), result: { content } });
}

/** Calls that are not answered yet. */
const open = new Set<Promise<void>>();

function begin(line: string): void {
  const answered: Promise<void> = answer(line).finally(() => open.delete(answered));
  open.add(answered);
}

/** Every call has a deadline, so this is soon. */
const leave = () => Promise.allSettled(open).then(() => process.stdout.write('', () => process.exit(0)));

let pending: Buffer[] = [];
let size = 0;
/** The beginning of a line that is too long. */
let head: string | undefined;

function keep(piece: Buffer): void {
  pending.push(piece);
  size += piece.length;
  if (size <= LARGEST_LINE) return;
  head ??= Buffer.concat(pending.slice(0, 1)).toString('utf8', 0, ENDS);
  // Two pieces hold the end, wherever the last one was cut.
  pending = [Buffer.concat(pending.slice(-2)).subarray(-ENDS)];
}

process.stdin.on('data', (chunk: Buffer) => {
  let from = 0;
  for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
    keep(chunk.subarray(from, end));
    const line = Buffer.concat(pending).toString('utf8');
    if (head === undefined) begin(line);
    else answerLong(head, line);
    pending = [];
    size = 0;
    head = undefined;
    from = end + 1;
  }
  if (from < chunk.length) keep(chunk.subarray(from));
});
process.stdin.on('end', leave);
process.stdin.on('error', leave);
process.stdout.on('error', () => {});
process.on('uncaughtException', survive);
process.on('unhandledRejection', survive);
