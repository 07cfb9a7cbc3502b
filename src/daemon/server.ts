/**
 * The daemon's ear: a Unix socket (a named pipe on Windows) that takes one JSON request a line and answers with one line.
 * Whoever holds the daemon lock may unlink a socket left by a dead daemon; nobody else does.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { AppError, messageOf } from '../core/errors.ts';
import { makeFolder } from '../platform/folder.ts';
import { VERSION } from '../platform/package-root.ts';
import { isForeign } from '../platform/paths.ts';
import type { Reply, Request } from '../platform/protocol.ts';

const REQUEST_BYTES = 1_000_000;
/** Askers that the kernel lets wait while this thread is at work; it refuses the rest. */
const BACKLOG = 4_096;

const version = z.string();
const text = z.string();
const RequestShape = z.discriminatedUnion('op', [
  z.object({ op: z.literal('ping'), version }),
  z.object({ op: z.literal('poke'), version, session_id: text }),
  z.object({
    op: z.literal('recall'),
    version,
    event: text,
    session_id: text,
    cwd: text,
    agent_id: text.optional(),
    agent_type: text.optional(),
    prompt: text.optional(),
    tool: text.optional(),
    input: z.unknown().optional(),
    output: text.optional(),
  }),
  z.object({
    op: z.literal('search'),
    version,
    cwd: text,
    query: text,
    limit: z.int().min(1).max(100),
    floor: z.number().nonnegative().optional(),
  }),
  z.object({
    op: z.literal('tool'),
    version,
    name: text,
    arguments: z.record(text, z.unknown()),
    cwd: text,
    session_id: text.optional(),
  }),
  z.object({ op: z.literal('stop'), version }),
]) satisfies z.ZodType<Request>;

/** `isGone`: whether the asker left, whose deadline passed. */
type Answer = (request: Request, isGone: () => boolean) => Promise<Reply>;

const refusal = (error: string): Reply => ({ ok: false, version: VERSION, error });

async function answerLine(line: string, answer: Answer, isGone: () => boolean): Promise<Reply> {
  try {
    const request = RequestShape.safeParse(JSON.parse(line));
    return request.success ? await answer(request.data, isGone) : refusal(z.prettifyError(request.error));
  } catch (error) {
    return refusal(messageOf(error));
  }
}

function converse(socket: net.Socket, answer: Answer): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  let isAsked = false;
  const isGone = () => socket.readableEnded || socket.destroyed;
  socket.on('data', (chunk: string) => {
    if (isAsked) return;
    text += chunk;
    const newline = text.indexOf('\n');
    if (newline === -1 && text.length <= REQUEST_BYTES) return;
    isAsked = true;
    if (newline === -1) socket.destroy();
    // An asker that is gone by then reads nothing.
    else
      void answerLine(text.slice(0, newline), answer, isGone).then((reply) => socket.end(`${JSON.stringify(reply)}\n`));
  });
}

export function listen(address: string, answer: Answer): Promise<net.Server> {
  const isPipe = address.startsWith('\\\\.\\pipe\\');
  if (!isPipe) {
    makeFolder(path.dirname(address));
    if (isForeign(address))
      throw new AppError('foreign_folder', `${path.dirname(address)} is not a folder of ours alone`);
    fs.rmSync(address, { force: true });
  }
  const server = net.createServer((socket) => converse(socket, answer));
  return new Promise((resolve, reject) => {
    // Later ones are of an asker that could not be let in: it goes on without an answer.
    server.on('error', reject);
    server.listen({ path: address, backlog: BACKLOG }, () => {
      if (!isPipe) fs.chmodSync(address, 0o600);
      resolve(server);
    });
  });
}
