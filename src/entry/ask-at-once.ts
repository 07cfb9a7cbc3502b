/**
 * Asks the daemon from a hook, which has nothing else to do until the answer is there: written and read without the network code,
 * whose loading takes longer than the answer (npm run bench -- hooks). Where that cannot be done it is asked as anybody does.
 */
import { attempt } from '../core/outside.ts';
import { ask, isThere, lineOf } from '../platform/ask.ts';
import type { Reply, Request } from '../platform/protocol.ts';
import { writeAll } from './blocking.ts';
import { connected } from './raw-pipe.ts';
import { readObject } from './read-object.ts';

type MaybeReply = Reply | undefined | Promise<Reply | undefined>;

/** Asks, and returns what waits for the reply: in between, the asker can do something else. */
export function askAtOnce(address: string, request: Request, timeoutMs: number): () => MaybeReply {
  if (!isThere(address)) return () => undefined;
  const pipe = attempt(() => connected(address));
  if (!pipe || !(pipe.fd > 0)) {
    const reply = ask(address, request, timeoutMs);
    return () => reply;
  }
  const isAsked = writeAll(pipe.fd, lineOf(request), timeoutMs);
  return () => (isAsked ? (readObject(pipe.fd, timeoutMs, timeoutMs) as Reply | undefined) : undefined);
}
