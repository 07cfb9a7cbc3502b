/**
 * Asks what somebody waits for at every tool call: with a short deadline, and after one that was missed not again for a while, a
 * longer one each time. So a daemon that hangs costs a few deadlines, not one a call.
 */
import { ask } from '../platform/ask.ts';
import { type Paths, socketAddress } from '../platform/paths.ts';
import type { Reply, Request } from '../platform/protocol.ts';

const DEADLINE_MS = 80;
/** A daemon that loads its model misses one. */
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 60_000;

let notBefore = 0;
let restMs = FIRST_REST_MS;

export async function askInTime(paths: Paths, request: Request): Promise<Reply | undefined> {
  const started = Date.now();
  if (started < notBefore) return undefined;
  const reply = await ask(socketAddress(paths), request, DEADLINE_MS);
  if (reply) restMs = FIRST_REST_MS;
  // Nobody there is known at once, and costs nothing.
  else if (Date.now() - started >= DEADLINE_MS) {
    notBefore = Date.now() + restMs;
    restMs = Math.min(4 * restMs, LONGEST_REST_MS);
  }
  return reply;
}
