/**
 * What a query costs inside the daemon, the embedding of the query included, at 1,000, 10,000 and 100,000 items. The items'
 * vectors are made up: what a comparison costs does not depend on what it says, and embedding them would take half an hour.
 */
import { DIMENSIONS, normalised } from '../src/core/vectors.ts';
import { openEmbedder } from '../src/platform/embed/embedder.ts';
import { findModel } from '../src/platform/embed/find-model.ts';
import { pathsFrom } from '../src/platform/paths.ts';
import { search } from '../src/search/search.ts';
import { SearchIndex } from '../src/search/search-index.ts';
import { makeCorpus, randomFrom } from './corpus.ts';
import { median, percentile } from './world.ts';

type Embed = ((text: string) => Promise<Float32Array>) | undefined;

const ROUNDS = 3;
const QUERIES = 200;

const megabytes = () => process.memoryUsage.rss() / 1e6;

function someVector(random: () => number): Float32Array {
  const sum = () => random() + random() + random() - 1.5;
  return normalised(Float32Array.from({ length: DIMENSIONS }, sum)) as Float32Array;
}

function filled(size: number): { index: SearchIndex; queries: string[] } {
  const { entries, near, far } = makeCorpus(size);
  const index = new SearchIndex();
  index.sync(entries);
  const random = randomFrom(size);
  for (const { id } of entries) index.vectors.put(id, someVector(random));
  return { index, queries: [...near.slice(0, QUERIES / 2), ...far.slice(0, QUERIES / 2)] };
}

async function figures(size: number, embed: Embed, target: number | undefined): Promise<void> {
  const before = megabytes();
  const from = performance.now();
  const { index, queries } = filled(size);
  const built = performance.now() - from;
  const times: { all: number[]; embedding: number[] } = { all: [], embedding: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of queries) {
      const at = performance.now();
      const queryVector = await embed?.(query);
      const embedded = performance.now();
      search(index, query, { limit: 5, queryVector });
      if (round === 0) continue;
      times.all.push(performance.now() - at);
      times.embedding.push(embedded - at);
    }
  }
  const p50 = median(times.all);
  const verdict = target === undefined ? '' : `   target ${target} ms ${p50 <= target ? 'met' : 'MISSED'}`;
  const parts = [
    `  ${size.toLocaleString('en').padStart(7)} items`,
    `p50 ${p50.toFixed(1)} ms (${median(times.embedding).toFixed(1)} of it the embedding)`,
    `p99 ${percentile(times.all, 0.99).toFixed(1)} ms`,
    `index built in ${built.toFixed(0)} ms, ${(megabytes() - before).toFixed(0)} MB`,
  ];
  console.log(parts.join('   ') + verdict);
}

export async function searchBench(): Promise<void> {
  const found = findModel(process.env, pathsFrom(process.env));
  const embedder = 'missing' in found ? undefined : await openEmbedder(found);
  console.log(
    `\na query inside the daemon, ${embedder ? `embedded by ${embedder.modelId}` : 'by words alone: no model'}`,
  );
  const embed: Embed = embedder && ((text) => embedder.embed(text));
  await figures(1_000, embed, undefined);
  await figures(10_000, embed, 10);
  await figures(100_000, embed, 40);
  await embedder?.close();
}
