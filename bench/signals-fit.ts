/**
 * `npm run bench -- signals-fit`: fits the weights of src/core/signal/weights.ts to the labelled rows that are there (the shared
 * file without the rows kept aside, and our own), by logistic regression around hand-set beliefs. The same rows give the same weights.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceOf, type Features, featuresOf } from '../src/core/signal/judge.ts';
import { PRIOR } from './signal-prior.ts';
import { isAside, type Row, readRows } from './signal-rows.ts';

const REPO = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
export const SHARED = path.resolve(REPO, '../shared/data/signals-dev.jsonl');
export const OWN = path.join(REPO, 'test/fixtures/signals-own.jsonl');
const OUT = path.join(REPO, 'src/core/signal/weights.ts');

/** How strongly a weight is held to its belief, in rows. */
const HOLD = 6;
const ROUNDS = 1_500;
const RATE = 0.002;

export interface Example extends Features {
  correction: boolean;
  weight: number;
}

/** Real prompts correct less often than labelled ones do (one in four, against one in two): those that do not count more. */
const PLAIN_PROMPT = 1.6;

export const exampleOf = (row: Row): Example => ({
  ...featuresOf(row),
  correction: row.correction,
  weight: row.context === 'prompt' && !row.correction ? PLAIN_PROMPT : 1,
});

export function fit(examples: readonly Example[]): Record<string, number> {
  const weights: Record<string, number> = { ...PRIOR };
  const total = (names: readonly string[]) => names.reduce((sum, name) => sum + (weights[name] ?? 0), 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope: Record<string, number> = {};
    for (const [name, weight] of Object.entries(weights)) slope[name] = HOLD * (weight - (PRIOR[name] ?? 0));
    for (const { message, sentences, correction, weight } of examples) {
      let best: readonly string[] = [];
      let most = Number.NEGATIVE_INFINITY;
      for (const names of sentences) {
        const sum = total(names);
        if (sum > most) [most, best] = [sum, names];
      }
      const active = [...message, ...best];
      const off = (chanceOf(total(active)) - (correction ? 1 : 0)) * weight;
      for (const name of active) slope[name] = (slope[name] ?? 0) + off;
    }
    for (const [name, by] of Object.entries(slope)) {
      const moved = (weights[name] ?? 0) - RATE * by;
      const belief = PRIOR[name] ?? 0;
      weights[name] = name === 'bias' || belief * moved >= 0 ? moved : 0;
    }
  }
  return weights;
}

export async function signalsFit(): Promise<void> {
  const rows = [
    ...(fs.existsSync(SHARED) ? readRows(SHARED).filter(({ id }) => !isAside(id)) : []),
    ...(fs.existsSync(OWN) ? readRows(OWN) : []),
  ];
  const weights = fit(rows.map(exampleOf));
  const lines = Object.entries(weights).map(([name, weight]) => {
    const key = /^[a-z_]+$/.test(name) ? name : `'${name}'`;
    return `  ${key}: ${Number(weight.toFixed(2))},`;
  });
  const head =
    '/** Weights of the features in judge.ts. Written by `npm run bench -- signals-fit`; do not edit by hand. */';
  fs.writeFileSync(
    OUT,
    `${head}\nexport const WEIGHTS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n};\n`,
  );
  console.log(`${rows.length} rows, ${lines.length} weights: ${path.relative(REPO, OUT)}`);
}
