/**
 * `npm run bench -- signals-head`: fits the head of src/core/signal/head.ts to the labelled rows that are not kept aside, and
 * shows what it adds to the phrases. How strongly it is held back is chosen by cross-validation inside those rows; the phrases'
 * evidence in them comes from weights that have not seen them, or the head would trust phrases more than they deserve.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
  dot,
  HEAD_INPUTS,
  HEAD_NAMED,
  type HeadWeights,
  headInputs,
  phraseEvidence,
  weightsOf,
} from '../src/core/signal/head.ts';
import { CORRECTION_FROM, chanceOf, featuresOf } from '../src/core/signal/judge.ts';
import { fitLogistic } from './logistic.ts';
import { figures, isAside, type Row, readRows } from './signal-rows.ts';
import { exampleOf, fit, OWN, SHARED } from './signals-fit.ts';
import { type EmbeddedRow, embedRows, FOLDS, foldOf, PLAIN } from './turn-vectors.ts';

const REPO = path.resolve(import.meta.dirname, '..');
const OUT = path.join(REPO, 'src/core/signal/head-weights.ts');

/** What the square of a vector's weight may cost; chosen from. */
const RIDGES = [1, 2, 4, 8, 16];
/** The named inputs are few and say much. */
const NAMED_RIDGE: Readonly<Record<string, number>> = { bias: 0.01, evidence: 0.3, closeness: 1 };
const FLAG_RIDGE = 3;
/** So strongly held that it stays out. */
const OUT_OF_IT = 1e6;
/** What the phrases take part in. */
const OF_PHRASES: ReadonlySet<string> = new Set(['evidence', 'plain']);

export interface HeadRow extends EmbeddedRow {
  /** The phrases' log odds. */
  evidence: number;
  inputs: Float64Array;
  /** No phrase that speaks for a correction was found. */
  plain: boolean;
}

function headRow(row: EmbeddedRow, weights?: Readonly<Record<string, number>>): HeadRow {
  const features = featuresOf(row);
  const evidence = phraseEvidence(features, weights);
  return {
    ...row,
    evidence,
    inputs: headInputs(features, evidence, row.vectors),
    plain: features.message.includes('plain'),
  };
}

const outside = <T extends Row>(rows: readonly T[], fold: number): T[] => rows.filter((row) => foldOf(row) !== fold);
const inside = <T extends Row>(rows: readonly T[], fold: number): T[] => rows.filter((row) => foldOf(row) === fold);
const folds = Array.from({ length: FOLDS }, (_, fold) => fold);

/** Every row as the phrases judge it that were fitted without its fold. */
export const crossed = (rows: readonly EmbeddedRow[]): HeadRow[] =>
  folds.flatMap((fold) => {
    const weights = fit(outside(rows, fold).map(exampleOf));
    return inside(rows, fold).map((row) => headRow(row, weights));
  });

export interface Shape {
  ridge: number;
  /** Whether the phrases take part, and the vectors. */
  phrases: boolean;
  vectors: boolean;
}

export function fitHead(rows: readonly HeadRow[], { ridge, phrases, vectors }: Shape): Float64Array {
  const costs = new Float64Array(HEAD_INPUTS).fill(vectors ? ridge : OUT_OF_IT);
  HEAD_NAMED.forEach((name, i) => {
    costs[i] = !phrases && OF_PHRASES.has(name) ? OUT_OF_IT : (NAMED_RIDGE[name] ?? FLAG_RIDGE);
  });
  const labelled = rows.map((row) => ({ inputs: row.inputs, positive: row.correction, weight: exampleOf(row).weight }));
  return fitLogistic(labelled, costs);
}

type Scored = Pick<HeadRow, 'lang' | 'correction' | 'plain'> & { score: number };

const scored = (rows: readonly HeadRow[], weights: Float64Array): Scored[] =>
  rows.map((row) => ({ ...row, score: chanceOf(dot(weights, row.inputs)) }));
const byPhrases = (rows: readonly HeadRow[]): Scored[] =>
  rows.map((row) => ({ ...row, score: chanceOf(row.evidence) }));

/** Each row scored by a head that was fitted without its fold. */
export const crossScored = (rows: readonly HeadRow[], shape: Shape): Scored[] =>
  folds.flatMap((fold) => {
    const rest = outside(rows, fold);
    return rest.length === rows.length ? [] : scored(inside(rows, fold), fitHead(rest, shape));
  });

/** Mean surprise at the labels: what the strength is chosen by. */
const surprise = (rows: readonly Scored[]): number =>
  rows.reduce((sum, { score, correction }) => sum - Math.log(correction ? score : 1 - score), 0) / rows.length;

/** How often a correction is scored above another turn. */
function areaUnder(rows: readonly Scored[]): number {
  const right = rows.filter(({ correction }) => correction);
  const other = rows.filter(({ correction }) => !correction);
  let above = 0;
  for (const a of right) for (const b of other) above += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
  return above / (right.length * other.length);
}

function cells(rows: readonly Scored[]): string {
  const { f1 } = figures(rows.map(({ correction, score }) => ({ correction, decision: score >= CORRECTION_FROM })));
  const area = areaUnder(rows);
  return `${f1.toFixed(2).padStart(9)}${(Number.isNaN(area) ? '–' : area.toFixed(2)).padStart(6)}`;
}

/** One line a group, for each way of judging F1 and the area under the curve. */
export function headTable(title: string, ways: Readonly<Record<string, readonly Scored[]>>): string {
  const [first = []] = Object.values(ways);
  const groups: [string, (row: Scored) => boolean][] = [...new Set(first.map(({ lang }) => lang))].map((lang) => [
    lang,
    (row) => row.lang === lang,
  ]);
  groups.push(['all', () => true], ['all, plain', ({ plain }) => plain], ['all, with a mark', ({ plain }) => !plain]);
  const head = ['rows', 'correct', ...Object.keys(ways).map((way) => `${way} F1   AUC`)];
  const lines = [title.padEnd(20) + head.map((cell, i) => cell.padStart(i < 2 ? 9 : 18)).join('')];
  for (const [name, belongs] of groups) {
    const rows = first.filter(belongs);
    if (rows.length === 0) continue;
    const counts = [rows.length, rows.filter(({ correction }) => correction).length];
    lines.push(
      name.padEnd(20) +
        counts.map((count) => String(count).padStart(9)).join('') +
        Object.values(ways)
          .map((way) => cells(way.filter(belongs)).padStart(18))
          .join(''),
    );
  }
  return lines.join('\n');
}

/** What is committed: vectors in 255 steps. */
export function packed(weights: Float64Array): HeadWeights {
  const far = weights.subarray(HEAD_NAMED.length);
  const unit = Number((Math.max(...far.map(Math.abs)) / 127).toPrecision(6)) || 1;
  const bytes = Int8Array.from(far, (value) => Math.round(value / unit));
  const named = Object.fromEntries(HEAD_NAMED.map((name, i) => [name, Number((weights[i] as number).toFixed(3))]));
  return { named, vectors: Buffer.from(bytes.buffer).toString('base64'), unit };
}

function source({ named, vectors, unit }: HeadWeights): string {
  const lines = (vectors.match(/.{1,110}/g) ?? []).map((line) => `    '${line}'`);
  return [
    '/** Weights of head.ts. Written by `npm run bench -- signals-head`; do not edit by hand. */',
    "import type { HeadWeights } from './head.ts';",
    '',
    'export const HEAD_WEIGHTS: HeadWeights = {',
    '  named: {',
    ...Object.entries(named).map(([name, weight]) => `    ${name}: ${weight},`),
    '  },',
    '  vectors:',
    `${lines.join(' +\n')},`,
    `  unit: ${unit},`,
    '};',
    '',
  ].join('\n');
}

export async function signalsHead(): Promise<void> {
  const rows = await embedRows([SHARED, OWN, PLAIN].filter((file) => fs.existsSync(file)).flatMap(readRows));
  const seen = crossed(rows.filter(({ id }) => !isAside(id) || id.startsWith('o')));
  const kept = rows.filter(({ id }) => isAside(id) && !id.startsWith('o')).map((row) => headRow(row));
  let best = { shape: { ridge: 0, phrases: true, vectors: true }, loss: Number.POSITIVE_INFINITY };
  for (const ridge of RIDGES) {
    const shape = { ridge, phrases: true, vectors: true };
    const loss = surprise(crossScored(seen, shape));
    console.log(`ridge ${String(ridge).padStart(2)}: ${loss.toFixed(4)} nats a row, by cross-validation`);
    if (loss < best.loss) best = { shape, loss };
  }
  const ways = (judge: (shape: Shape) => Scored[], phrases: Scored[]) => ({
    phrases,
    'head alone': judge({ ...best.shape, phrases: false }),
    'no vectors': judge({ ...best.shape, vectors: false }),
    both: judge(best.shape),
  });
  const weights = packed(fitHead(seen, best.shape));
  console.log(
    `\n${headTable(
      'cross-validated',
      ways((shape) => crossScored(seen, shape), byPhrases(seen)),
    )}`,
  );
  const shown = ways((shape) => scored(kept, fitHead(seen, shape)), byPhrases(kept));
  for (const [title, letter] of [
    ['kept aside', 's'],
    ['kept aside, ours', 'p'],
  ] as const) {
    const mine = new Set(kept.flatMap(({ id }, i) => (id.startsWith(letter) ? [i] : [])));
    const part = Object.entries(shown).map(([way, all]) => [way, all.filter((_, i) => mine.has(i))] as const);
    if (mine.size > 0) console.log(`\n${headTable(title, Object.fromEntries(part))}`);
  }
  weightsOf(weights);
  fs.writeFileSync(OUT, source(weights));
  console.log(`\n${seen.length} rows: ${path.relative(REPO, OUT)}, ${fs.statSync(OUT).size} bytes`);
}
