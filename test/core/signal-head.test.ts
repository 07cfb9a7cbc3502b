/** The head: total for every input, moved by vectors only where the phrases find nothing, and fitted the same way every time. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLogistic } from '../../bench/logistic.ts';
import { packed } from '../../bench/signals-head.ts';
import {
  dot,
  HEAD_INPUTS,
  headInputs,
  headScore,
  headTexts,
  phraseEvidence,
  weightsOf,
} from '../../src/core/signal/head.ts';
import { isUnexplained, noticed } from '../../src/core/signal/head-signal.ts';
import { HEAD_WEIGHTS } from '../../src/core/signal/head-weights.ts';
import { chanceOf, featuresOf, judge, type Turn } from '../../src/core/signal/judge.ts';
import type { Signal } from '../../src/core/signal.ts';
import { normalised } from '../../src/core/vectors.ts';

const CONTEXTS = ['prompt', 'after_interrupt', 'tool_rejection', 'plan_rejection'] as const;
const turns: fc.Arbitrary<Turn> = fc.record({
  text: fc.string({ unit: 'binary', maxLength: 300 }),
  prev: fc.string({ unit: 'binary', maxLength: 300 }),
  context: fc.constantFrom(...CONTEXTS),
});
const anyVector = fc.option(fc.float32Array({ minLength: 0, maxLength: 400 }), { nil: undefined });
const unitVector = fc
  .float32Array({ minLength: 384, maxLength: 384, noNaN: true, min: -1, max: 1 })
  .map((values) => normalised(values) ?? undefined);

const TURN: Turn = { text: 'oldest entries are on top', prev: 'The list is now sorted by date.', context: 'prompt' };
const SIGNAL: Signal = { kind: 'prompt', score: 0.3, reason: 'nothing speaks for a correction' };

test('every turn has a score between 0 and 1, whatever its vectors are', () => {
  fc.assert(
    fc.property(turns, anyVector, anyVector, (turn, said, reply) => {
      const score = headScore(turn, { said, reply });
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
});

test('a vector that is none counts as no vector, and one that is moves the score', () => {
  const without = headScore(TURN, {});
  const broken = new Float32Array(384).fill(Number.NaN);
  expect(headScore(TURN, { said: broken, reply: new Float32Array(3) })).toBe(without);
  const said = normalised(Float32Array.from({ length: 384 }, (_, i) => Math.sin(i))) as Float32Array;
  expect(headScore(TURN, { said })).not.toBe(without);
  expect(headScore(TURN, { said, reply: said })).not.toBe(headScore(TURN, { said }));
});

test('the score is that of the committed weights over the inputs', () => {
  fc.assert(
    fc.property(turns, unitVector, unitVector, (turn, said, reply) => {
      const features = featuresOf(turn);
      const inputs = headInputs(features, phraseEvidence(features), { said, reply });
      expect(inputs).toHaveLength(HEAD_INPUTS);
      expect(headScore(turn, { said, reply })).toBeCloseTo(chanceOf(dot(weightsOf(HEAD_WEIGHTS), inputs)), 12);
    }),
    { numRuns: 30 },
  );
});

test('the evidence of the phrases is what their judge makes its score of', () => {
  fc.assert(
    fc.property(turns, (turn) => {
      expect(chanceOf(phraseEvidence(featuresOf(turn)))).toBeCloseTo(judge(turn).score, 2);
    }),
  );
});

test('the model reads what was typed, and the end of the reply', () => {
  const text = `why is it red?\n\`\`\`\nError: never do this\n\`\`\``;
  expect(headTexts({ text, prev: `${'a'.repeat(5_000)} end` })).toEqual({
    said: 'why is it red?',
    reply: expect.stringMatching(/^a{596} end$/),
  });
  expect(headTexts({ text: '> only quoted', prev: ' ' })).toEqual({ said: '', reply: '' });
});

test('only a typed turn without a reason is looked at again, and only once', () => {
  expect(isUnexplained(SIGNAL, TURN)).toBe(true);
  for (const kind of ['note', 'rejection', 'correction', 'fact', 'opening', 'success'] as const)
    expect(isUnexplained({ ...SIGNAL, kind }, TURN)).toBe(false);
  expect(isUnexplained({ ...SIGNAL, score: 0.5 }, TURN)).toBe(false);
  expect(isUnexplained(noticed(0.1, TURN), TURN)).toBe(false);
  expect(isUnexplained(SIGNAL, { ...TURN, text: 'that is wrong, I said newest first' })).toBe(false);
  expect(isUnexplained(SIGNAL, { ...TURN, text: 'looks good, thanks' })).toBe(false);
});

test('what is noticed says so in words, and says no more than the chance allows', () => {
  expect(noticed(0.8123, TURN)).toEqual({
    kind: 'correction',
    score: 0.812,
    reason: 'the model noticed it: it reads like a correction, though no phrase says so',
    by: 'model',
  });
  expect(noticed(0.9, { context: 'after_interrupt' }).kind).toBe('redirect');
  expect(noticed(0.3, TURN)).toMatchObject({ kind: 'prompt', reason: expect.stringContaining('may be one') });
  expect(noticed(0.01, TURN)).toMatchObject({ kind: 'prompt', reason: expect.stringContaining('nor does') });
});

const labelled = (inputs: number[], positive: boolean) => ({ inputs: Float64Array.from(inputs), positive, weight: 1 });
const ROWS = [
  labelled([1, 0.9, 0], true),
  labelled([1, 0.8, 0.3], true),
  labelled([1, -0.7, 0.2], false),
  labelled([1, -0.2, -0.1], false),
  labelled([1, 0.1, 0.9], true),
];

test('the same rows give the same weights, and these are where the loss is flat', () => {
  const ridge = Float64Array.of(0.01, 0.5, 0.5);
  const weights = fitLogistic(ROWS, ridge);
  expect(fitLogistic(ROWS, ridge)).toEqual(weights);
  const slope = ridge.map((cost, i) =>
    ROWS.reduce(
      (sum, { inputs, positive }) =>
        sum + (chanceOf(dot(inputs, weights)) - (positive ? 1 : 0)) * (inputs[i] as number),
      cost * (weights[i] as number),
    ),
  );
  for (const value of slope) expect(Math.abs(value)).toBeLessThan(1e-4);
  expect(weights[1]).toBeGreaterThan(0);
});

test('a stronger ridge holds the weights back, one without end keeps an input out', () => {
  const size = (cost: number) => Math.abs(fitLogistic(ROWS, Float64Array.of(0.01, cost, cost))[1] as number);
  expect(size(10)).toBeLessThan(size(0.5));
  expect(size(1e6)).toBeLessThan(1e-4);
});

test('packed weights come back within half a step', () => {
  const weights = Float64Array.from({ length: HEAD_INPUTS }, (_, i) => Math.sin(i * i) / 3);
  const head = packed(weights);
  const back = weightsOf(head);
  weights.forEach((weight, i) => {
    expect(Math.abs((back[i] as number) - weight)).toBeLessThanOrEqual(Math.max(head.unit * 0.51, 5.1e-4));
  });
  expect(() => weightsOf({ ...head, vectors: 'AAAA' })).toThrow(RangeError);
});
