/**
 * Asks what somebody waits for at every tool call: with a short deadline, and not again for a while where the last one was
 * missed. So a daemon that hangs costs one deadline, not one a call.
 */
import { ask } from '../platform/ask.ts';
import { type Paths, socketAddress } from '../platform/paths.ts';
import type { Reply, Request } from '../platform/protocol.ts';

const DEADLINE_MS = 80;
const REST_MS = 10_000;

let notBefore = 0;

export async function askInTime(paths: Paths, request: Request): Promise<Reply | undefined> {
  const started = Date.now();
  if (started < notBefore) return undefined;
  const reply = await ask(socketAddress(paths), request, DEADLINE_MS);
  // Nobody there is known at once, and costs nothing.
  if (!reply && Date.now() - started >= DEADLINE_MS) notBefore = Date.now() + REST_MS;
  return reply;
}
