/**
 * Asks the daemon one thing over its socket. Whatever goes wrong (nobody there, a stale socket file, one that takes the
 * question and never answers) is the same to the asker: no answer in time.
 */

import { existsSync } from 'node:fs';
import net from 'node:net';
import { isText, parseJson } from '../core/outside.ts';
import { isForeign } from './paths.ts';
import type { Reply, Request } from './protocol.ts';

export function ask(address: string, request: Request, timeoutMs: number): Promise<Reply | undefined> {
  // Looking first is much cheaper than loading the network code to learn that nobody is there.
  if (!address.startsWith('\\\\') && (!existsSync(address) || isForeign(address))) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = net.createConnection(address);
    let text = '';
    const finish = (reply: Reply | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reply);
    };
    const timer = setTimeout(() => finish(undefined), timeoutMs);
    socket.setEncoding('utf8');
    socket.on('error', () => finish(undefined));
    socket.on('close', () => finish(undefined));
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('\n')) finish(parseReply(text));
    });
    socket.write(`${JSON.stringify(request, cut)}\n`);
  });
}

/** Nothing reads more of a text than this, nor what lies deeper than a tool's fields; and a daemon refuses a line that is too long. */
const LONGEST_TEXT = 16_000;
const cut = (key: string, value: unknown) =>
  isText(value)
    ? value.slice(0, LONGEST_TEXT)
    : typeof value === 'object' && !/^(input|arguments)?$/.test(key)
      ? undefined
      : value;

function parseReply(line: string): Reply | undefined {
  const reply = parseJson(line);
  return isText(reply?.version) ? reply : undefined;
}
