/**
 * `npm run eval -- retrieval [PLACE] [--json OUT]`: does the right rule come up for the right prompt, and none when none matters?
 * Words, meaning and both, each with and without cues, through the ranking that the product uses. Figures are no failures.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { search } from '../../src/search/search.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { readable } from '../../src/search/terms.ts';
import { CachedEmbedder } from '../vectors.ts';
import { type Corpus, type Query, readCorpus } from './corpus.ts';
import { type Embed, indexesOf } from './indexes.ts';
import type { Answer } from './measure.ts';
import { reportText, type Way } from './report.ts';

const REPO = path.resolve(import.meta.dirname, '../..');
/** Behind the fifth nobody is told anything; the mean of the reciprocal ranks still sees it. */
const RANKED = 20;
const TOLD = 5;

const LEGS = ['lexical', 'vector', 'hybrid'] as const;
type Leg = (typeof LEGS)[number];

async function answer(query: Query, index: SearchIndex, leg: Leg, embed: Embed): Promise<Answer> {
  const queryVector = leg === 'lexical' ? undefined : await embed(readable(query.text));
  const ids = (limit: number, floor: number) =>
    search(index, query.text, { limit, floor, queryVector, byWords: leg !== 'vector' }).map(({ entry }) => entry.id);
  return { query, ranked: ids(RANKED, 0), told: ids(TOLD, 1) };
}

async function waysOf(corpus: Corpus, embed: Embed): Promise<Way[]> {
  const ways: Way[] = [];
  for (const cues of [false, true]) {
    const indexes = await indexesOf(corpus, cues, embed);
    for (const leg of LEGS) {
      const answers: Answer[] = [];
      for (const query of corpus.queries) {
        answers.push(await answer(query, indexes.get(query.project) as SearchIndex, leg, embed));
      }
      ways.push({ name: `${leg}${cues ? ' + cues' : ''}`, answers });
    }
  }
  return ways;
}

export async function retrieval(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'string' } } });
  const corpus = readCorpus(positionals[0] ?? path.join(REPO, 'eval/corpus'));
  const embedder = await CachedEmbedder.open(path.join(REPO, '.cache/eval'));
  try {
    const ways = await waysOf(corpus, (text) => embedder.embed(text));
    console.log(reportText(corpus, ways));
    if (values.json) fs.writeFileSync(values.json, `${JSON.stringify(ways, null, 1)}\n`);
  } finally {
    await embedder.close();
  }
}
