/** The whole way with a scripted model behind it: recorded once, replayed without it, through the shipped programs. */
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';
import { fact, learned, rule } from '../fixtures/replies.ts';

const bash = (command: string, status: 'ok' | 'error', response: unknown) => ({
  name: 'Bash',
  input: { command },
  response,
  status,
});
const SCENARIO = {
  id: 't1-tiny',
  category: 'structural_correction',
  project: 'kite-shop',
  sessions: [
    {
      turns: [
        {
          user: 'add zod',
          tools: [
            bash('npm test', 'error', { error: 'Exit code 1\n1 failed', is_interrupt: false }),
            {
              name: 'Bash',
              input: { command: 'npm i zod' },
              response: {},
              status: 'rejected',
              reason: 'pnpm, never npm here',
            },
          ],
          interrupted: true,
          assistant: 'I was about to',
        },
        {
          user: 'I am the only one on call',
          tools: [bash('pnpm add zod', 'ok', { stdout: '+ zod' })],
          interrupted: false,
          assistant: 'Added.',
        },
      ],
      end: 'crash',
    },
  ],
  probes: [
    {
      project: 'kite-shop',
      query: 'add the date-fns dependency',
      expect_any: ['pnpm'],
      expect_none: ['npm'],
      target: 'playbook',
    },
    {
      project: 'kite-shop',
      query: 'who is on call tonight',
      expect_any: ['on call'],
      expect_none: [],
      target: 'profile',
    },
    { project: 'kite-shop', query: 'what is a kite made of', expect_any: [], expect_none: ['pnpm'], target: 'none' },
  ],
  truth: {
    rules: [{ must_mention: ['pnpm'], kind: 'correction', gist: 'pnpm' }],
    archived: [],
    profile: [{ must_mention: ['on call'], gist: 'on call' }],
    nothing: false,
    never: ['kite made'],
  },
};

interface Outcome {
  exitCode: number | undefined;
  text: string;
  out: {
    played: { checks: { check: string; passed: boolean }[] }[];
    results: { observation: { unanswered: object[] } }[];
  };
}

test('a scenario is recorded with a live model and replayed without one, to the same figures', {
  timeout: 60_000,
}, async () => {
  const { root } = temporaryHome();
  const claude = fakeClaude(path.join(root, 'model'));
  const scenarios = path.join(root, 'tiny.jsonl');
  fs.writeFileSync(scenarios, JSON.stringify(SCENARIO));
  const replies = path.join(root, 'replies');
  const run = async (...args: string[]): Promise<Outcome> => {
    const json = path.join(root, 'out.json');
    const all = ['--import', 'tsx', path.join(REPO, 'eval/run.ts'), '--scenarios', scenarios, '--json', json, ...args];
    const { exitCode, stdout } = await execa(process.execPath, all, { cwd: REPO, env: claude.env, reject: false });
    return { exitCode, text: stdout, out: JSON.parse(fs.readFileSync(json, 'utf8')) };
  };
  const said = rule('adding a dependency', 'Use pnpm, never npm.', [3]);
  const known = fact('The user is the only one on call.', [6]);
  claude.reply(
    learned(
      [{ ...said, cues: ['add the chalk dependency'] }],
      [{ ...known, cues: ['who is on call tonight', 'page whoever is on call'] }],
    ),
  );

  const live = await run('--live', '--record', replies);
  expect(live.exitCode).toBe(0);
  const prompt = claude.calls()[0]?.stdin ?? '';
  for (const part of ['pnpm, never npm here', 'rejected by the human', '1 failed', '(interrupted the agent', '+ zod']) {
    expect(prompt).toContain(part);
  }
  const calls = claude.calls().length;
  expect(fs.readdirSync(replies)).toHaveLength(calls);

  const replayed = await run('--replies', replies);
  expect(replayed).toMatchObject({ exitCode: 0 });
  expect(claude.calls()).toHaveLength(calls);
  expect(replayed.out.played).toEqual(live.out.played);
  expect(replayed.out.played[0]?.checks.filter(({ passed }) => !passed).map(({ check }) => check)).toEqual([
    // What the start told is not told again, and the start tells it to a question that does not need it.
    'playbook prompt',
    'profile prompt',
    'negative start',
    'negative together',
  ]);

  fs.rmSync(replies, { recursive: true });
  const unanswered = await run('--replies', replies);
  expect(unanswered.exitCode).toBe(1);
  expect(unanswered.out.results[0]?.observation.unanswered).toHaveLength(1);
  expect(unanswered.text).toMatch(
    /No recorded reply for 1 prompts.*\n {2}t1-tiny {2}[0-9a-f]{20} t1-tiny: extract "add zod"/,
  );
  expect(fs.readdirSync(root).sort()).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/^claude-smart-eval/)]),
  );
});
