/** What the daemon does off the person's path: publish. What it does on it is in search.ts. */
import fs from 'node:fs';
import path from 'node:path';
import { appendRecords } from '../src/capture/buffer.ts';
import { toolEndRecord, toolStartRecord } from '../src/capture/record.ts';
import { iso, systemClock } from '../src/core/clock.ts';
import { publishBuffer } from '../src/publish/publish.ts';
import { makeWorld } from './world.ts';

const INTERACTIONS = 10_000;

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
  await publishFigure();
}
