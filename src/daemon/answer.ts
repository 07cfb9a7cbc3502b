/** What the daemon answers. Whoever asks has a deadline and goes on without an answer, so a failure is told in the log. */
import { iso } from '../core/clock.ts';
import { compareVersions } from '../core/version.ts';
import type { Context } from '../learn/context.ts';
import { VERSION } from '../platform/package-root.ts';
import type { Reply, Request, SearchHit } from '../platform/protocol.ts';
import { projectOf } from '../publish/project-id.ts';
import { wholeIndex } from '../search/project-index.ts';
import { search } from '../search/search.ts';
import { readable } from '../search/terms.ts';
import type { Loop } from './loop.ts';
import type { Meaning } from './meaning.ts';
import { Recalls } from './recalled.ts';

type Asked<Op extends Request['op']> = Extract<Request, { op: Op }>;

/** A person who searches waits a moment for the model; in a first search it loads. */
const PATIENT_MS = 3_000;

export interface Searched {
  hits: SearchHit[];
  /** Whose vectors took part; null: the words alone decided. */
  model: string | null;
}

export async function searchFor(
  { store, clock }: Context,
  meaning: Meaning,
  { cwd, query, limit, floor = 0 }: Pick<Asked<'search'>, 'cwd' | 'query' | 'limit' | 'floor'>,
): Promise<Searched> {
  const queryVector = await meaning.vectorInTime(readable(query), PATIENT_MS);
  const index = await wholeIndex(store, projectOf(cwd).id, meaning.modelId);
  const hits = search(index, query, { limit, floor, asked: true, explained: true, now: iso(clock), queryVector });
  return {
    model: queryVector ? (meaning.modelId ?? null) : null,
    hits: hits.map(({ entry: { id, type, trigger, content }, score, fit, legs, cue, matches }) => ({
      ...{ id, type, score, fit, trigger, content, legs, matches },
      ...(cue !== undefined && { cue }),
    })),
  };
}

export function answerer(
  context: Context,
  { loop, meaning, tools, startedAt }: { loop: Loop; meaning: Meaning; tools: Tools; startedAt: string },
): (request: Request, isGone: () => boolean) => Promise<Reply> {
  const greeting: Reply = { ok: true, version: VERSION, pid: process.pid, started_at: startedAt };
  const recalls = new Recalls(context, meaning);
  const work = async (request: Asked<'recall' | 'search' | 'tool'>, isGone: () => boolean): Promise<Reply> => {
    if (request.op === 'recall') return recalls.answer(request, isGone);
    if (request.op === 'search') return { ok: true, version: VERSION, ...(await searchFor(context, meaning, request)) };
    return { ok: true, version: VERSION, answer: await tools(request) };
  };
  return async (request, isGone) => {
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
      return await work(request, isGone);
    } catch (error) {
      loop.failed(error);
      throw error;
    }
  };
}

/** What a model asked through one of its tools, answered in words. */
export type Tools = (request: Asked<'tool'>) => Promise<string>;
