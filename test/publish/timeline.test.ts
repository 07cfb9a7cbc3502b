/** Interactions in the order of time, whatever the order they were captured in. */
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/core/interaction.ts';
import { SIGNAL_CONTEXT } from '../../src/core/signal.ts';
import { earlierIn } from '../../src/publish/timeline.ts';

const at = (second: number) => new Date(Date.UTC(2031, 0, 1) + second * 1_000).toISOString();
const user = (second: number): Interaction => ({ type: 'User', ts: at(second), text: `at ${second}` });

test('an interrupt that Stop found late stands before the prompt that came after it', () => {
  const interrupt: Interaction = { type: 'Interrupt', ts: at(2), tool: true };
  const redirect = user(3);
  const earlier = earlierIn([user(1), redirect, { type: 'Stop', ts: at(4) }, interrupt]);
  expect(earlier(redirect).map(({ type }) => type)).toEqual(['User', 'Interrupt']);
});

test('no more is given than a signal may depend on, the newest', () => {
  const records = Array.from({ length: SIGNAL_CONTEXT + 20 }, (_, i) => user(i));
  const before = earlierIn(records)(records.at(-1) as Interaction);
  expect(before).toEqual(records.slice(-SIGNAL_CONTEXT - 1, -1));
});

test('of one moment, the order of capture holds', () => {
  const [a, b, c] = [user(1), user(1), user(1)];
  expect(earlierIn([a, b, c])(c)).toEqual([a, b]);
});
