/** The stand-in for `claude` finds a reply whatever the ids and dates of the run, and never says nothing. */
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';

const STAND_IN = path.join(REPO, 'eval/bin/claude');

const ask = async (input: string, env: Record<string, string | undefined>, system = 'You read.') => {
  const { stdout, exitCode } = await execa(STAND_IN, ['-p', '--system-prompt', system], { input, env, reject: false });
  return { exitCode, result: JSON.parse(stdout) };
};
const notes = (file: string) =>
  fs
    .readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { hash: string; about: string; from: string });

test('the hash leaves out ids and dates and nothing else', async () => {
  const EVAL_CALLS = path.join(temporaryHome().root, 'calls.jsonl');
  const turns = [
    'on Mon, 30 Nov 2026, session 01JDZ8Q4Y5N6M7K8P9R0S1T2V3, turn 5cb6a7ee-93a1-4f0c-b9d7-0a1b2c3d4e5f, since 2026-11-30T06:10:00.123Z',
    'on Tue, 1 Dec 2026, session 01JDZ8Q4Y5N6M7K8P9R0S1T2V9, turn 00000000-93a1-4f0c-b9d7-0a1b2c3d4e5f, since 2026-12-01',
    'on Tue, 1 Dec 2026, session 01JDZ8Q4Y5N6M7K8P9R0S1T2V9, turn 00000000-93a1-4f0c-b9d7-0a1b2c3d4e5f, until 2026-12-01',
  ];
  for (const text of turns) await ask(text, { EVAL_CALLS });
  await ask(turns[0] ?? '', { EVAL_CALLS }, 'You write.');
  const [first, second, third, fourth] = notes(EVAL_CALLS).map(({ hash }) => hash);
  expect(second).toBe(first);
  expect(new Set([first, third, fourth]).size).toBe(3);
});

test('a prompt without a recorded reply is an error that is noted with what it was about', async () => {
  const EVAL_CALLS = path.join(temporaryHome().root, 'calls.jsonl');
  const asked = '<turn n="1" from="human">\nno, pnpm\n</turn>\n<turn n="2" from="human">\nthanks\n</turn>';
  const { exitCode, result } = await ask(asked, { EVAL_CALLS, EVAL_SCENARIO: 'x1', EVAL_REPLIES: '/nowhere' });
  expect(exitCode).toBe(1);
  expect(result).toMatchObject({ is_error: true, result: expect.stringMatching(/^no recorded reply [0-9a-f]{20}$/) });
  expect(notes(EVAL_CALLS)).toMatchObject([{ about: 'x1: extract "no, pnpm"', from: 'nowhere' }]);
});

test('a live reply is kept with its cost and given again without the live one; a failure is passed on and not kept', async () => {
  const { root } = temporaryHome();
  const claude = fakeClaude(path.join(root, 'model'));
  const env = {
    ...claude.env,
    EVAL_LIVE: claude.program,
    EVAL_RECORD: path.join(root, 'kept'),
    EVAL_REPLIES: path.join(root, 'kept'),
  };
  claude.replyTo(1, { error: 'overloaded', status: 529 });
  claude.replyTo(2, { text: '{"playbook":[]}', inputTokens: 700, outputTokens: 30, usd: 0.002 });
  expect(await ask('a', env)).toMatchObject({ exitCode: 1, result: { is_error: true, api_error_status: 529 } });
  const live = await ask('a', env);
  const kept = await ask('a', env);
  expect(live).toMatchObject({ exitCode: 0, result: { result: '{"playbook":[]}' } });
  expect(kept).toMatchObject({
    exitCode: 0,
    result: { result: '{"playbook":[]}', total_cost_usd: 0.002, usage: { input_tokens: 700, output_tokens: 30 } },
  });
  expect(claude.calls()).toHaveLength(2);
});
