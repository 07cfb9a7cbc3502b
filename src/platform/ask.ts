/**
 * Asks the daemon one thing over its socket. Whatever goes wrong (nobody there, a stale socket file, one that takes the
 * question and never answers) is the same to the asker: no answer in time.
 */

import { existsSync } from 'node:fs';
import net from 'node:net';
import { isText, parseJson } from '../core/outside.ts';
import { isForeign } from './paths.ts';
import type { Reply, Request } from './protocol.ts';

/** Looking first is much cheaper than loading the network code to learn that nobody is there. */
export const isThere = (address: string): boolean =>
  address.startsWith('\\\\') || (existsSync(address) && !isForeign(address));

export const lineOf = (request: Request): string => `${JSON.stringify(request, cut)}\n`;

export function ask(address: string, request: Request, timeoutMs: number): Promise<Reply | undefined> {
  if (!isThere(address)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = net.createConnection(address);
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('\n')) socket.destroy();
    });
    // What went wrong is the same as no answer, and a close follows it.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseReply(text));
    });
    socket.write(lineOf(request));
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
