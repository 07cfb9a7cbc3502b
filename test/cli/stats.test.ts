import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addFact, addRule, Machine } from './machine.ts';

const RULE = 'aaaaaabbbbbbccccccdddddd01';
const FACT = 'eeeeeeffffffgggggghhhhhh02';
const GONE = 'zzzzzzyyyyyyxxxxxxwwwwww03';

const at = (n: number) => `2026-03-0${n}T10:00:00.000Z`;
const told = (n: number, event: string, ids: string[], tokens?: number) => ({
  type: 'Injected' as const,
  ts: at(n),
  event,
  ids,
  units: 400,
  ...(tokens === undefined ? {} : { tokens }),
});

async function world(): Promise<Machine> {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, RULE, { flagged_at: at(4) });
    addFact(store, null, FACT);
  });
  const transcript = path.join(machine.root, 't.jsonl');
  const reply = (tokens: number, more: object = {}) => ({
    type: 'assistant',
    message: { usage: { input_tokens: 10, cache_read_input_tokens: tokens - 10, output_tokens: 5 } },
    ...more,
  });
  const lines = [reply(500), reply(4_000), { type: 'user' }, reply(90, { isSidechain: true })];
  fs.writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const buffer = machine.session('s1', [
    told(1, 'SessionStart', [RULE, FACT], 150),
    told(2, 'UserPromptSubmit', [RULE], 50),
  ]);
  const [header = '', ...rest] = fs.readFileSync(buffer, 'utf8').split('\n');
  const named = JSON.stringify({ ...JSON.parse(header), transcript_path: transcript });
  fs.writeFileSync(buffer, [named, ...rest].join('\n'));
  machine.session('s2', [told(3, 'UserPromptSubmit', [GONE])]);
  await machine.run(['learn']);
  return machine;
}

test('counts what was told by event, by item and against the context, and marks what had to be said again', async () => {
  const machine = await world();
  const stats = await machine.json<Record<string, unknown>>(['stats']);
  expect(stats.total).toEqual({ times: 3, sessions: 2, items: 4, tokens: 300 });
  expect(stats.events).toEqual([
    { event: 'SessionStart', times: 1, sessions: 1, items: 2, tokens: 150 },
    { event: 'UserPromptSubmit', times: 2, sessions: 2, items: 2, tokens: 150 },
  ]);
  expect(stats.items).toMatchObject([
    { id: RULE, times: 2, sessions: 1, tokens: 125, flagged_at: at(4), status: 'CURRENT' },
    { id: GONE, times: 1, content: null, flagged_at: null },
    { id: FACT, times: 1, tokens: 75 },
  ]);
  expect(stats.context).toEqual({ sessions: 1, told_tokens: 200, tokens: 4_000, share: 0.05 });
  const { stdout } = await machine.run(['stats']);
  expect(stdout).toMatch(/of the context\s+5\.0 %: about 200 of 4000 tokens, in 1 session/);
  expect(stdout).toMatch(/told 2 times in 1 session.*corrected\s+again\s+on\s+\S+\s+although it was told/s);
});

test('where nothing was told, it says so', async () => {
  const machine = new Machine();
  expect((await machine.run(['stats'])).stdout).toBe('No session was told anything yet.\n');
  expect(await machine.json(['stats'])).toMatchObject({ total: { times: 0 }, context: { share: null } });
});
