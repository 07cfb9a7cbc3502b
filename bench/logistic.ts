/**
 * Logistic regression with a ridge of its own for every input, for few rows and many inputs: accelerated gradient descent with
 * a fixed number of steps and no chance in it, so that the same rows give the same weights. Pure.
 */
import { dot } from '../src/core/signal/head.ts';
import { chanceOf } from '../src/core/signal/judge.ts';

export interface LabelledRow {
  inputs: Float64Array;
  positive: boolean;
  /** How much it counts. */
  weight: number;
}

const STEPS = 300;
const POWER_STEPS = 20;

/** The largest eigenvalue of the rows' second moments: how steep the loss can be. */
function steepest(rows: readonly LabelledRow[], width: number): number {
  let direction = new Float64Array(width).fill(1 / Math.sqrt(width));
  let length = 0;
  for (let step = 0; step < POWER_STEPS; step++) {
    const next = new Float64Array(width);
    for (const { inputs, weight } of rows) add(next, inputs, weight * dot(inputs, direction));
    length = Math.sqrt(dot(next, next));
    if (length === 0) return 0;
    direction = next.map((value) => value / length);
  }
  return length;
}

function add(to: Float64Array, values: Float64Array, times: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] as number) + times * (values[i] as number);
}

/** `ridge`: what the square of each weight costs; all rows and the ridge have one width. */
export function fitLogistic(rows: readonly LabelledRow[], ridge: Float64Array): Float64Array {
  const width = ridge.length;
  // The power iteration comes from below: a tenth more is on the safe side.
  const rate = 1 / (0.275 * steepest(rows, width) + Math.max(...ridge));
  let weights = new Float64Array(width);
  let ahead = weights;
  let pace = 1;
  for (let step = 0; step < STEPS; step++) {
    const slope = ridge.map((cost, i) => cost * (ahead[i] as number));
    for (const { inputs, positive, weight } of rows)
      add(slope, inputs, weight * (chanceOf(dot(inputs, ahead)) - (positive ? 1 : 0)));
    const next = ahead.map((value, i) => value - rate * (slope[i] as number));
    const pick = (1 + Math.sqrt(1 + 4 * pace * pace)) / 2;
    const push = (pace - 1) / pick;
    ahead = next.map((value, i) => value + push * (value - (weights[i] as number)));
    weights = next;
    pace = pick;
  }
  return weights;
}
