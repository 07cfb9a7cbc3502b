/**
 * A second look at what was typed, for turns in which the phrases find little: a logistic head over what the embedding model
 * makes of the turn and of the reply before it, how close the two are, the turn's shape, and what the phrases found. The
 * weights are data (head-weights.ts). Pure and total: without a vector, or with one that is none, the rest decides.
 */
import { DIMENSIONS, flawOf } from '../vectors.ts';
import { HEAD_WEIGHTS } from './head-weights.ts';
import { typedLines } from './human.ts';
import { chanceOf, type Features, featuresOf, type Turn } from './judge.ts';
import { WEIGHTS } from './weights.ts';

/** What the model reads of a turn: what the person typed, and the end of what the agent said. Empty where there is none. */
export interface TurnTexts {
  said: string;
  reply: string;
}

/** Both 384 wide, length 1; undefined where there is no text. */
export interface TurnVectors {
  said?: Float32Array | undefined;
  reply?: Float32Array | undefined;
}

export interface HeadWeights {
  /** By name: `bias`, `evidence`, `closeness` and the flags. */
  named: Readonly<Record<string, number>>;
  /** Three times 384 bytes, signed: the turn, the reply, and their product; one unit is `unit`. */
  vectors: string;
  unit: number;
}

/** UTF-16 units that fill the 256 tokens which the model reads, about; what was said last says most. */
const SAID_UNITS = 1_200;
const REPLY_UNITS = 600;

export function headTexts({ text, prev }: Pick<Turn, 'text' | 'prev'>): TurnTexts {
  const said = typedLines(text).join('\n').trim();
  return { said: said.slice(0, SAID_UNITS), reply: prev.trim().slice(-REPLY_UNITS) };
}

/** The turn's shape, without any phrase. */
export const HEAD_FLAGS = [
  'ctx_after_interrupt',
  'ctx_tool_rejection',
  'ctx_plan_rejection',
  'prev_none',
  'prev_asks',
  'prev_offers',
  'prev_options',
  'prev_apologises',
  'prev_trouble',
  'prev_claims',
  'apart',
  'close',
  'short',
  'long',
  'very_long',
  'plain',
  'answers',
  'wordless',
  'caps',
] as const;

/** Weights are shrunk alike: what varies less than its worth is made larger. */
const CLOSENESS_SCALE = 3;
const PRODUCT_SCALE = 16;
const EVIDENCE_SCALE = 0.5;
/** Beyond it the phrases are as sure as they can be. */
const MOST_EVIDENCE = 6;

export const HEAD_NAMED = ['bias', 'evidence', 'closeness', ...HEAD_FLAGS] as const;
/** Length of what `headInputs` returns: the named ones, then turn, reply and product. */
export const HEAD_INPUTS = HEAD_NAMED.length + 3 * DIMENSIONS;

const sum = (names: readonly string[], weights: Readonly<Record<string, number>>): number =>
  names.reduce((total, name) => total + (weights[name] ?? 0), 0);

/** What the phrases say, as log odds; `weights` are those of judge.ts. */
export function phraseEvidence({ message, sentences }: Features, weights = WEIGHTS): number {
  const strongest = sentences.length === 0 ? 0 : Math.max(...sentences.map((names) => sum(names, weights)));
  return sum(message, weights) + strongest;
}

const whole = (vector: Float32Array | undefined): Float32Array | undefined =>
  vector !== undefined && flawOf(vector) === undefined ? vector : undefined;

/** One row for the head, in the order of its weights. */
export function headInputs(features: Features, evidence: number, vectors: TurnVectors): Float64Array {
  const inputs = new Float64Array(HEAD_INPUTS);
  inputs[0] = 1;
  inputs[1] = EVIDENCE_SCALE * Math.max(-MOST_EVIDENCE, Math.min(MOST_EVIDENCE, evidence));
  HEAD_FLAGS.forEach((flag, i) => {
    if (features.message.includes(flag)) inputs[3 + i] = 1;
  });
  const said = whole(vectors.said);
  const reply = whole(vectors.reply);
  const at = HEAD_NAMED.length;
  let closeness = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const [a, b] = [said?.[i] ?? 0, reply?.[i] ?? 0];
    inputs[at + i] = a;
    inputs[at + DIMENSIONS + i] = b;
    inputs[at + 2 * DIMENSIONS + i] = PRODUCT_SCALE * a * b;
    closeness += a * b;
  }
  inputs[2] = CLOSENESS_SCALE * closeness;
  return inputs;
}

/** The weights as `headInputs` orders them. Throws a RangeError when they are of another shape, which is a bug. */
export function weightsOf({ named, vectors, unit }: HeadWeights): Float64Array {
  const bytes = Int8Array.from(Buffer.from(vectors, 'base64'));
  if (bytes.length !== 3 * DIMENSIONS) throw new RangeError(`a head of ${bytes.length} weights, not ${3 * DIMENSIONS}`);
  const weights = new Float64Array(HEAD_INPUTS);
  HEAD_NAMED.forEach((name, i) => {
    weights[i] = named[name] ?? 0;
  });
  bytes.forEach((byte, i) => {
    weights[HEAD_NAMED.length + i] = byte * unit;
  });
  return weights;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] as number) * (b[i] as number);
  return total;
}

let committed: Float64Array | undefined;

/** How likely it is that the turn corrects the agent, 0 to 1. */
export function headScore(turn: Turn, vectors: TurnVectors): number {
  committed ??= weightsOf(HEAD_WEIGHTS);
  const features = featuresOf(turn);
  return chanceOf(dot(committed, headInputs(features, phraseEvidence(features), vectors)));
}
