/**
 * `claude-smart search`: what is learned about something. A running daemon answers by words and by meaning, for it holds the
 * model; without one the store is searched by words alone.
 */
import path from 'node:path';
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { ask } from '../platform/ask.ts';
import { VERSION } from '../platform/package-root.ts';
import { socketAddress } from '../platform/paths.ts';
import type { SearchHit } from '../platform/protocol.ts';
import { ASKED_FLOOR } from '../search/floors.ts';
import { entriesOf } from '../search/project-index.ts';
import { search as rank } from '../search/search.ts';
import { SearchIndex } from '../search/search-index.ts';
import { typedWords } from '../search/typed.ts';
import type { Db } from '../store/open.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { itemText, ruleSentence, shortener } from './items.ts';
import type { Output } from './output.ts';
import { askStore, pathsOf, projectAt, type Run } from './run.ts';
import { wrap } from './text.ts';

const HELP = 'See: claude-smart search --help';
/** The daemon may have to load the model first. */
const PATIENT_MS = 5_000;

interface Found {
  hits: SearchHit[];
  /** Whose vectors took part; null: the words alone decided. */
  model: string | null;
}
interface Asked {
  query: string;
  limit: number;
  folder: string;
  projectId: string;
}

/** Undefined when no daemon of this version answers. */
async function fromDaemon(run: Run, { query, limit, folder }: Asked): Promise<Found | undefined> {
  const request = { op: 'search', version: VERSION, cwd: folder, query, limit, floor: ASKED_FLOOR } as const;
  const reply = await ask(socketAddress(pathsOf(run)), request, PATIENT_MS);
  return reply?.ok && reply.version === VERSION && 'hits' in reply ? reply : undefined;
}

function fromStore(db: Db, now: string, { query, limit, projectId }: Asked): Found {
  const index = new SearchIndex();
  index.sync(entriesOf(db, projectId));
  const hits = rank(index, query, { limit, floor: ASKED_FLOOR, asked: true, explained: true, now });
  return {
    model: null,
    hits: hits.map(({ entry: { id, type, trigger, content }, ...hit }) => ({ id, type, trigger, content, ...hit })),
  };
}

const hitJson = (hit: SearchHit, query: string) => ({ ...hit, words: typedWords(query, hit.matches) });

/** Why it was found: each leg's place and score, the cue, and the fit. */
function explanation({ legs: { lexical, vector }, cue, fit }: SearchHit, words: string): string[] {
  return [
    lexical ? `words: rank ${lexical.rank}, score ${lexical.score.toFixed(1)} (${words})` : 'words: none in common',
    vector ? `meaning: rank ${vector.rank}, cosine ${vector.score.toFixed(2)}` : 'meaning: not compared',
    ...(cue === undefined ? [] : [`cue: ${cue}`]),
    `fit ${fit.toFixed(2)} (from 1 on it is told unasked)`,
  ];
}

function hitText(out: Output, hit: SearchHit, short: string, query: string, explain: boolean): string {
  const words = typedWords(query, hit.matches).join(', ');
  const why = explain ? explanation(hit, words) : [words === '' ? 'found by its meaning' : `found by: ${words}`];
  return itemText(out, short, ruleSentence(hit), [hit.type === 'rule' ? 'rule' : 'fact', ...why]);
}

export async function search(
  run: Run,
  query: string,
  options: { project?: string; limit: number; json?: boolean; explain?: boolean },
): Promise<ExitCode> {
  const { out } = run;
  if (query.trim() === '') throw new AppError('usage', 'there is nothing to search for.', { hint: HELP });
  const project = projectAt(run, options.project);
  const folder = path.resolve(run.cwd, options.project ?? '.');
  const asked = { query, limit: options.limit, folder, projectId: project.id };
  const { hits, model } = (await fromDaemon(run, asked)) ??
    askStore(run, (db) => fromStore(db, iso(run.clock), asked)) ?? { hits: [], model: null };
  if (options.json) out.json({ query, model, hits: hits.map((hit) => hitJson(hit, query)) });
  else if (hits.length === 0) out.print(wrap(`Nothing learned in ${project.label} fits: ${query}`, out.width));
  else {
    const short = askStore(run, (db) => shortener(db, project.id)) ?? ((id: string) => id);
    out.print(hits.map((hit) => hitText(out, hit, short(hit.id), query, options.explain ?? false)).join('\n'));
    if (options.explain && model === null) out.remark('Searched by words alone: no daemon with a model answered.');
  }
  return hits.length > 0 ? EXIT.done : EXIT.nothing;
}
