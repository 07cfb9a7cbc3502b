/** `claude-smart search`: what is learned about something, straight from the store; no daemon is needed. */
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { entriesOf } from '../search/project-index.ts';
import { type Hit, search as rank } from '../search/search.ts';
import { SearchIndex } from '../search/search-index.ts';
import { typedWords } from '../search/typed.ts';
import type { Db } from '../store/open.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { itemText, ruleSentence, shortener } from './items.ts';
import { askStore, projectAt, type Run } from './run.ts';
import { wrap } from './text.ts';

/** Whoever asks wants to see near misses too; what is told unasked needs twice as much. */
const FLOOR = 0.5;
const HELP = 'See: claude-smart search --help';

const hitJson = ({ entry, score, fit, matches }: Hit, query: string) => ({
  id: entry.id,
  type: entry.type,
  score,
  fit,
  trigger: entry.trigger,
  content: entry.content,
  words: typedWords(query, matches),
  matches,
});

function find(db: Db, projectId: string, query: string, options: { limit: number; now: string }) {
  const index = new SearchIndex();
  index.sync(entriesOf(db, projectId));
  return { hits: rank(index, query, { ...options, floor: FLOOR }), short: shortener(db, projectId) };
}

export function search(
  run: Run,
  query: string,
  options: { project?: string; limit: number; json?: boolean },
): ExitCode {
  const { out } = run;
  if (query.trim() === '') throw new AppError('usage', 'there is nothing to search for.', { hint: HELP });
  const project = projectAt(run, options.project);
  const asked = { limit: options.limit, now: iso(run.clock) };
  const { hits, short } = askStore(run, (db) => find(db, project.id, query, asked)) ?? {
    hits: [],
    short: (id: string) => id,
  };
  const lines = hits.map(({ entry, matches }) => {
    const words = typedWords(query, matches).join(', ');
    return itemText(out, short(entry.id), ruleSentence(entry), [
      entry.type === 'rule' ? 'rule' : 'fact',
      `hit: ${words}`,
    ]);
  });
  if (options.json) out.json({ query, hits: hits.map((hit) => hitJson(hit, query)) });
  else
    out.print(
      lines.length > 0 ? lines.join('\n') : wrap(`Nothing learned in ${project.label} fits: ${query}`, out.width),
    );
  return hits.length > 0 ? EXIT.done : EXIT.nothing;
}
