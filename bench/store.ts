/** What the daemon does off the person's path, and the one thing it does on it: search. */
import fs from 'node:fs';
import path from 'node:path';
import { appendRecords } from '../src/capture/buffer.ts';
import { toolEndRecord, toolStartRecord } from '../src/capture/record.ts';
import { iso, systemClock } from '../src/core/clock.ts';
import { publishBuffer } from '../src/publish/publish.ts';
import { search } from '../src/search/search.ts';
import { SearchIndex } from '../src/search/search-index.ts';
import { makeCorpus } from './corpus.ts';
import { makeWorld, median, percentile } from './world.ts';

const INTERACTIONS = 10_000;

function searchFigures(size: number, target: number | undefined): void {
  const { entries, near, far } = makeCorpus(size);
  const from = performance.now();
  const index = new SearchIndex();
  index.sync(entries);
  const built = performance.now() - from;
  const queries = [...near, ...far];
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (const query of queries) {
      const at = performance.now();
      search(index, query, { limit: 5 });
      if (round > 0) times.push(performance.now() - at);
    }
  }
  const p50 = median(times);
  const verdict = target === undefined ? '' : `   target ${target} ms ${p50 <= target ? 'met' : 'MISSED'}`;
  console.log(
    `  search, ${String(size).padStart(6)} rules    p50 ${p50.toFixed(2)} ms   p99 ${percentile(times, 0.99).toFixed(2)} ms   index built in ${built.toFixed(0)} ms${verdict}`,
  );
}

async function publishFigure(): Promise<void> {
  const world = await makeWorld(0);
  try {
    const file = path.join(world.context.paths.sessions, 'bench.jsonl');
    const ts = iso(systemClock);
    const records = Array.from({ length: INTERACTIONS / 2 }, (_, n) => [
      toolStartRecord(ts, 'Bash', `toolu_${n}`, { command: `pnpm test ${n}` }),
      toolEndRecord(ts, 'Bash', `toolu_${n}`, { status: 'ok', output: 'fine\n'.repeat(40) }),
    ]).flat();
    appendRecords(file, records);
    const from = performance.now();
    const { interactions } = publishBuffer(world.context.store, file, ts, world.context.config);
    const ms = performance.now() - from;
    const megabytes = fs.statSync(file).size / 1e6;
    console.log(`  publish of ${interactions} interactions (${megabytes.toFixed(1)} MB)   ${ms.toFixed(0)} ms`);
  } finally {
    await world.close();
  }
}

export async function store(): Promise<void> {
  console.log('\ninside the daemon');
  searchFigures(1_000, undefined);
  searchFigures(10_000, 5);
  await publishFigure();
}
