/**
 * The embedding model: how long it takes to be of use, against what the library's own session takes, what a sentence costs, and
 * the memory of a process with nothing else in it. Each round is a fresh process; figures are medians.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { median, percentile } from './world.ts';

const REPO = path.resolve(import.meta.dirname, '..');
/** Below the package's root, where the packages and the model are found from. */
const CHILD = path.join(REPO, 'dist', 'bench-embed.mjs');
const ROUNDS = 9;
/** Of the session's creation alone. */
const LOAD_TARGET = 3;

interface Opened {
  kind: string;
  find: number;
  open: number;
  short: number[];
  long: number[];
  bare: number;
  loaded: number;
  used: number;
  closed: number;
}

function fresh<T>(...args: string[]): T {
  const { stdout, stderr, status } = spawnSync(process.execPath, [CHILD, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

export async function embed(): Promise<void> {
  await build({
    entryPoints: [path.join(REPO, 'bench', 'embed-child.ts')],
    outfile: CHILD,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  try {
    const created: number[] = [];
    const opened: Opened[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      created.push(fresh<{ create: number }>('session').create);
      opened.push(fresh<Opened>('open'));
    }
    report(created, opened);
  } finally {
    fs.rmSync(CHILD, { force: true });
  }
}

function report(created: number[], opened: Opened[]): void {
  const of = (pick: (one: Opened) => number) => median(opened.map(pick));
  const session = median(created);
  const whole = of(({ find, open }) => find + open);
  const ratio = whole / session;
  const short = opened.flatMap((one) => one.short);
  const long = opened.flatMap((one) => one.long);
  console.log(`\nembedding model (${opened[0]?.kind}), ${ROUNDS} interleaved rounds of fresh processes`);
  console.log(`  session creation alone            ${session.toFixed(0)} ms`);
  const parts = `looked for and checked ${of((one) => one.find).toFixed(0)} ms, imports, tokenizer, session and trial ${of((one) => one.open).toFixed(0)} ms`;
  console.log(
    `  until it is of use                ${whole.toFixed(0)} ms   × ${ratio.toFixed(2)}   target ${LOAD_TARGET} ${ratio <= LOAD_TARGET ? 'met' : 'MISSED'}   (${parts})`,
  );
  console.log(
    `  a sentence                        p50 ${median(short).toFixed(1)} ms   p99 ${percentile(short, 0.99).toFixed(1)} ms`,
  );
  console.log(
    `  256 tokens                        p50 ${median(long).toFixed(1)} ms   p99 ${percentile(long, 0.99).toFixed(1)} ms`,
  );
  console.log(
    `  resident memory                   bare ${of((one) => one.bare).toFixed(0)} MB, loaded ${of((one) => one.loaded).toFixed(0)} MB, used ${of((one) => one.used).toFixed(0)} MB, closed ${of((one) => one.closed).toFixed(0)} MB`,
  );
}
