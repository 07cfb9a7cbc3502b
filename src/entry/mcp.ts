/**
 * The fast door: an MCP server on stdio whose unlisted tool `hook` captures tool events without starting a process. It always
 * answers, never with an error, and never exits before its stdin does: anything else shows the person a failed hook at every
 * tool call, or costs them the hook's whole timeout.
 */
import { type Payload, payloadOf } from '../capture/payload.ts';
import { recursionReason } from '../core/session.ts';
import { pathsFrom } from '../platform/paths.ts';
import { capture, complain, type Door, VERSION } from './door.ts';

const LARGEST_LINE = 64 * 1024 * 1024;
const PROTOCOL = '2025-06-18';

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

// Decided once: a server inside our own model call, or inside a headless session, only answers.
const silent = recursionReason(process.env) !== undefined;

const newDoor = (): Door => ({ env: process.env, paths: pathsFrom(process.env), now: new Date().toISOString() });

function initialize(params: Fields): Fields {
  const asked = params.protocolVersion;
  return {
    protocolVersion: typeof asked === 'string' ? asked : PROTOCOL,
    capabilities: { tools: {} },
    serverInfo: { name: 'claude-smart', version: VERSION },
  };
}

function hear(params: Fields): void {
  if (silent || params.name !== 'hook') return;
  const input = fieldsOf(params.arguments);
  const payload: Payload | undefined = payloadOf(input, typeof input.event === 'string' ? input.event : undefined);
  if (!payload) return;
  const door = newDoor();
  try {
    capture(door, payload);
  } catch (error) {
    complain(door, payload.event, error);
  }
}

function resultOf(method: string, params: Fields): Fields {
  switch (method) {
    case 'initialize':
      return initialize(params);
    case 'tools/list':
      return { tools: [] };
    case 'tools/call':
      hear(params);
      return { content: [{ type: 'text', text: '' }] };
    default:
      return {};
  }
}

function answer(line: string): void {
  let message: Fields;
  try {
    message = fieldsOf(JSON.parse(line));
  } catch {
    return;
  }
  const { id, method } = message;
  if (typeof method !== 'string' || id === undefined || id === null) return;
  send({ jsonrpc: '2.0', id, result: resultOf(method, fieldsOf(message.params)) });
}

function send(reply: Fields): void {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

let pending: Buffer[] = [];
let size = 0;

process.stdin.on('data', (chunk: Buffer) => {
  let from = 0;
  for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
    const line = Buffer.concat([...pending, chunk.subarray(from, end)]).toString('utf8');
    pending = [];
    size = 0;
    from = end + 1;
    answer(line);
  }
  if (from === chunk.length) return;
  pending.push(chunk.subarray(from));
  size += chunk.length - from;
  if (size > LARGEST_LINE) pending = [];
});
process.stdin.on('end', () => process.exit(0));
process.stdin.on('error', () => process.exit(0));
process.stdout.on('error', () => {});
process.on('uncaughtException', (error) => complain(newDoor(), 'mcp', error));
process.on('unhandledRejection', (error) => complain(newDoor(), 'mcp', error));
