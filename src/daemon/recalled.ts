/**
 * Answers a door that asks what to tell at an event: finds the project, what the context holds already and what the event is
 * about. Everything is in memory or one indexed read away, because somebody waits.
 */
import path from 'node:path';
import { sessionFileName } from '../core/session.ts';
import { queryOf } from '../inject/query.ts';
import { NOTHING, recall } from '../inject/recall.ts';
import { type SessionView, SessionViews } from '../inject/session-views.ts';
import type { Context } from '../learn/context.ts';
import { yieldOnce } from '../learn/vectors.ts';
import { INJECTION_EVENTS, type InjectionEvent } from '../platform/config.ts';
import { VERSION } from '../platform/package-root.ts';
import type { RecallReply, RecallRequest } from '../platform/protocol.ts';
import { projectOf } from '../publish/project-id.ts';
import { projectIndex } from '../search/project-index.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { readable } from '../search/terms.ts';
import { findSession } from '../store/sessions.ts';
import type { Meaning } from './meaning.ts';

/** Something new may be learned, or a context be emptied, at any time: not longer than this. */
const QUIET_MS = 5_000;

/** More than are open at a time; what is forgotten is read again. */
const MOST_SESSIONS = 100;

const isInjecting = (event: string): event is InjectionEvent => (INJECTION_EVENTS as string[]).includes(event);

export class Recalls {
  readonly #context: Context;
  readonly #meaning: Meaning;
  readonly #views = new SessionViews();
  /** By session. */
  readonly #projects = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: Context, meaning: Meaning) {
    this.#context = context;
    this.#meaning = meaning;
  }

  /** A session stays with its project; until its first turn is published its folder tells. */
  #projectOf({ session_id: id, cwd }: RecallRequest): string {
    const known = this.#projects.get(id) ?? findSession(this.#context.store.db, id)?.project_id;
    if (known === undefined) return projectOf(cwd).id;
    if (this.#projects.size >= MOST_SESSIONS) this.#projects.clear();
    this.#projects.set(id, known);
    return known;
  }

  /**
   * One after another: a hook that had to wait may have left, and what is done or handed to it would be another's time, and kept
   * from its session. That it left is seen when this thread looks up.
   */
  answer(request: RecallRequest, isGone: () => boolean): Promise<RecallReply> {
    const answered = this.#last.then(yieldOnce).then(() => this.#answer(request, isGone));
    this.#last = answered.catch(() => {});
    return answered;
  }

  async #answer(request: RecallRequest, isGone: () => boolean): Promise<RecallReply> {
    const { event, session_id: sessionId, agent_id: agentId = '' } = request;
    const none: RecallReply = { ok: true, version: VERSION, ...NOTHING };
    if (isGone()) return none;
    const { store, config, paths } = this.#context;
    if (!isInjecting(event) || config.inject[event].count === 0) return { ...none, quiet_ms: QUIET_MS };
    const name = sessionFileName(sessionId);
    const view = name === undefined ? undefined : this.#views.of(path.join(paths.sessions, name));
    const query = queryFor(request, event, view);
    if (query === '') return none;
    const projectId = this.#projectOf(request);
    const { modelId } = this.#meaning;
    const known = view?.seen(agentId, performance.now()) ?? new Set();
    // Mostly a session was told the whole playbook at its start: then there is nothing to look for.
    const index = projectIndex(store, projectId, modelId);
    if (!hasNews(index, known)) return { ...none, quiet_ms: QUIET_MS };
    const queryVector = await this.#meaning.vector(readable(query));
    if (isGone()) return none;
    const now = performance.now();
    const recalled = recall(
      this.#context,
      {
        event,
        projectId,
        query,
        seen: view?.seen(agentId, now) ?? new Set(),
        modelId,
        queryVector,
      },
      config,
    );
    view?.hand(recalled.ids, agentId, now);
    return { ok: true, version: VERSION, ...recalled };
  }
}

function hasNews(index: SearchIndex, known: ReadonlySet<string>): boolean {
  if (index.size > known.size) return true;
  for (const { id } of index.words.entries()) if (!known.has(id)) return true;
  return false;
}

/** A subagent's start does not say what for: the call that started it does. */
function queryFor(request: RecallRequest, event: InjectionEvent, view: SessionView | undefined): string {
  if (event !== 'SubagentStart') return queryOf({ ...request, event }, request.cwd);
  const { agent_id: agentId = '', agent_type: kind = '' } = request;
  return agentId === '' ? '' : (view?.taskOf(agentId, kind) ?? '').trim();
}
