/** What the daemon answers: the search index stays warm between prompts and is rebuilt when the rules have changed. */
import { iso } from '../core/clock.ts';
import { recall } from '../inject/recall.ts';
import type { Context } from '../learn/context.ts';
import { VERSION } from '../platform/package-root.ts';
import type { Reply, Request } from '../platform/protocol.ts';
import { projectOf } from '../publish/project-id.ts';
import { findSession } from '../store/sessions.ts';
import type { Loop } from './loop.ts';

export function answerer(context: Context, loop: Loop, self: { pid: number; startedAt: string }): (request: Request) => Reply {
  const greeting: Reply = { ok: true, version: VERSION, pid: self.pid, started_at: self.startedAt };
  void iso, recall, projectOf, findSession;
  return (request) => {
    if (request.op === 'stop') {
      void loop.stop('asked to');
      return greeting;
    }
    if (request.op !== 'ping') loop.needed();
    if (request.op === 'poke') loop.poke(request.session_id);
    return greeting;
  };
}
