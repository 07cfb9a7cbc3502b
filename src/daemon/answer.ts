/** What the daemon answers: everything in memory or one indexed read away, because somebody waits at a prompt. */
import fs from 'node:fs';
import path from 'node:path';
import { iso } from '../core/clock.ts';
import { sessionFileName } from '../core/session.ts';
import { compareVersions } from '../core/version.ts';
import { recall } from '../inject/recall.ts';
import { seenIds } from '../inject/seen.ts';
import type { Context } from '../learn/context.ts';
import { VERSION } from '../platform/package-root.ts';
import type { Reply, Request } from '../platform/protocol.ts';
import { projectOf } from '../publish/project-id.ts';
import { projectIndex } from '../search/project-index.ts';
import { search } from '../search/search.ts';
import { findSession } from '../store/sessions.ts';
import type { Loop } from './loop.ts';

type Asked<Op extends Request['op']> = Extract<Request, { op: Op }>;

/** What the session was shown, from its buffer: true also when nothing of it is published yet. */
function seenBy(context: Context, sessionId: string): ReadonlySet<string> {
  const name = sessionFileName(sessionId);
  const file = name && path.join(context.paths.sessions, name);
  return file && fs.existsSync(file) ? seenIds(fs.readFileSync(file, 'utf8')) : new Set();
}

function answerRecall(context: Context, request: Asked<'recall'>): Reply {
  const { store, clock, config } = context;
  const { session_id: sessionId, prompt } = request;
  const projectId = findSession(store.db, sessionId)?.project_id ?? projectOf(request.cwd).id;
  const recalled = recall({ store, clock }, { projectId, sessionId, prompt, seen: seenBy(context, sessionId) }, config);
  return { ok: true, version: VERSION, ...recalled };
}

function answerSearch({ store, clock }: Context, request: Asked<'search'>): Reply {
  const index = projectIndex(store, projectOf(request.cwd).id);
  const hits = search(index, request.query, { limit: request.limit, floor: 0, now: iso(clock) });
  return {
    ok: true,
    version: VERSION,
    hits: hits.map(({ entry, score, matches }) => ({
      id: entry.id,
      type: entry.type,
      score,
      trigger: entry.trigger,
      content: entry.content,
      matches,
    })),
  };
}

export function answerer(context: Context, loop: Loop, startedAt: string): (request: Request) => Reply {
  const greeting: Reply = { ok: true, version: VERSION, pid: process.pid, started_at: startedAt };
  return (request) => {
    if (compareVersions(request.version, VERSION) > 0) {
      void loop.stop(`${request.version} is there`);
      return { ok: false, version: VERSION, error: 'superseded' };
    }
    if (request.op === 'ping') return greeting;
    if (request.op === 'stop') {
      void loop.stop('asked to');
      return greeting;
    }
    loop.needed();
    if (request.op === 'poke') {
      loop.poke(request.session_id);
      return greeting;
    }
    try {
      return request.op === 'recall' ? answerRecall(context, request) : answerSearch(context, request);
    } catch (error) {
      // Whoever asked goes on without an answer: here is where it is told.
      loop.failed(error);
      throw error;
    }
  };
}
