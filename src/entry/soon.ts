/**
 * Asks what somebody waits for at every tool call: with a short deadline, and after one that was missed not again for a while, a
 * longer one each time; where there is nothing to tell, not again for a moment. So a daemon that hangs costs a few deadlines,
 * and a session that was told everything costs next to nothing.
 */
import { ask } from '../platform/ask.ts';
import { type JournalPaths, socketAddress } from '../platform/paths.ts';
import type { RecallRequest, Reply } from '../platform/protocol.ts';

const DEADLINE_MS = 80;
/** A subagent runs for minutes. */
const SUBAGENT_MS = 400;
/** A daemon that loads its model misses one. */
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 60_000;

let notBefore = 0;
let restMs = FIRST_REST_MS;

/** By event and context: until when there is nothing to tell. */
const quietUntil = new Map<string, number>();

export async function askInTime(paths: JournalPaths, request: RecallRequest): Promise<Reply | undefined> {
  const started = performance.now();
  const about = `${request.session_id} ${request.agent_id} ${request.event}`;
  if (started < notBefore || started < (quietUntil.get(about) ?? 0)) return undefined;
  const deadline = request.event === 'SubagentStart' ? SUBAGENT_MS : DEADLINE_MS;
  const reply = await ask(socketAddress(paths), request, deadline);
  if (reply) restMs = FIRST_REST_MS;
  // Nobody there is known at once, and costs nothing. Those that ask together miss one deadline, not several.
  // (A timer may be a moment early.)
  else if (performance.now() - started >= deadline - 2 && started >= notBefore) {
    notBefore = performance.now() + restMs;
    restMs = Math.min(4 * restMs, LONGEST_REST_MS);
  }
  if (reply?.ok && 'quiet_ms' in reply) quietUntil.set(about, started + (reply.quiet_ms ?? 0));
  return reply;
}
