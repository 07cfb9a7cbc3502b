/** The later of two tellings of one thing is found, whichever source it is from; the same words of another turn are not. */
import { expect, test } from 'vitest';
import { assistantRecord, userRecord } from '../../src/capture/record.ts';
import type { Interaction } from '../../src/core/interaction.ts';
import { twinsIn } from '../../src/publish/twins.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
const prompt = (second: number, text: string) => userRecord(at(second), text);
const reply = (second: number, text: string) => assistantRecord(at(second), text);
const read = (record: Interaction): Interaction => ({ ...record, uuid: `${record.ts}#0` });

test.each([
  ['a reply', reply],
  ['a prompt', prompt],
])('%s is told by both sources, in either order, and the first telling is kept', (_, make) => {
  const door = make(2, 'continue');
  const line = read(make(1, 'continue '));
  expect([...twinsIn([], [door, line])]).toEqual([line]);
  expect([...twinsIn([], [line, door])]).toEqual([door]);
  expect([...twinsIn([line], [door])]).toEqual([door]);
  expect([...twinsIn([door], [line])]).toEqual([line]);
});

test('the same words in the next turn are another thing', () => {
  const [first, second] = [prompt(1, 'continue'), prompt(3, 'continue')];
  const [one, two] = [reply(2, 'Done.'), reply(4, 'Done.')];
  expect(twinsIn([read(first), read(one)], [second, two]).size).toBe(0);
  // Also when what a door missed is found behind all that came after it.
  expect(twinsIn([], [one, second, two, read(first)]).size).toBe(0);
  expect(twinsIn([], [first, second, two, read(one)]).size).toBe(0);
});

test('two tellings by one source are two things', () => {
  expect(twinsIn([], [reply(1, 'Looking.'), reply(2, 'Looking.')]).size).toBe(0);
  expect(twinsIn([], [read(reply(1, 'Looking.')), read(reply(2, 'Looking.'))]).size).toBe(0);
});
