import { expect, test } from 'vitest';
import { pluginFolder } from './home.ts';
import { learnerOf, NAMED_EXPORTS, PNPM, type Shown } from './learner.ts';
import { API_ERRORS, type ApiError } from './loopback-api.ts';
import { agentThatRuns, isOurs, split } from './model-script.ts';
import { Sandbox } from './sandbox.ts';
import { until } from './terminal.ts';

const agent = agentThatRuns(/Install/, 'npm --version');
const learner = learnerOf([PNPM, NAMED_EXPORTS]);
const loggedOut = () => API_ERRORS.unauthorized;
const PLUGIN = ['--plugin-dir', pluginFolder, '--permission-mode', 'default'];
const BANNER = /claude-smart has paused[\s\S]*\/login[\s\S]*claude-smart learn/;
const sentence = (screen: string): string => (BANNER.exec(screen)?.input ?? '').replace(/\s+/g, ' ');

/** Waits until learning is paused, the next start has something to say, and so many sessions are queued. */
async function pausedWith(sandbox: Sandbox, sessions: number): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const report = await sandbox.smartJson<Status>('status');
    if (report.stall?.class === 'auth' && report.stall.announced_at && report.queue.waiting === sessions) return;
    if (performance.now() > deadline)
      throw new Error(`not paused with ${sessions} sessions waiting: ${JSON.stringify(report)}`);
  }
}

interface Status {
  stall: { class: string; announced_at: string | null } | null;
  queue: { waiting: number };
}

async function sessionThatCorrects(sandbox: Sandbox, words: string): Promise<void> {
  const talk = sandbox.talkWithPlugin();
  await talk.say('Install the dependencies');
  await talk.say(words);
  await talk.end();
}

test('logged out: everything waits, the person is told once, and learn then learns all of it', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: loggedOut }));
  const { terminal } = sandbox;
  await sessionThatCorrects(sandbox, 'no, pnpm not npm');
  // The daemon meets the 401 by itself, after the session's end.
  await pausedWith(sandbox, 1);

  // The first start after it tells the person; the second does not.
  await terminal.start(PLUGIN);
  expect(sentence(await terminal.waitFor(BANNER))).toContain('nothing is lost');
  await terminal.say('never default exports, named exports only');
  await terminal.waitFor('● Done.');
  await terminal.exit();
  const calls = sandbox.api.calls.filter((call) => isOurs(call.body)).length;
  await pausedWith(sandbox, 2);
  await terminal.start(PLUGIN);
  await terminal.say('hello');
  await terminal.waitFor('● Done.');
  expect(terminal.screen()).not.toMatch(BANNER);
  await terminal.exit();

  // While paused nothing is asked, and nothing learned; then everything is.
  expect(sandbox.api.calls.filter((call) => isOurs(call.body))).toHaveLength(calls);
  const none = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(none.rules).toEqual([]);
  sandbox.api.script = split({ agent, learner });
  expect(await sandbox.smartJson('learn')).toMatchObject({ paused: null, learned: { added: 2 }, jobs: { waiting: 0 } });
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules.map((rule) => rule.content).sort()).toEqual(
    [NAMED_EXPORTS.rule.content, PNPM.rule.content].sort(),
  );
});

test('a claude that was never logged in says so itself, and nothing is lost', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: loggedOut }));
  await sessionThatCorrects(sandbox, 'no, pnpm not npm');
  await pausedWith(sandbox, 1);
  const withoutKey = await sandbox.smartWith({ ANTHROPIC_API_KEY: '' }, 'learn');
  expect(withoutKey.code, withoutKey.stdout + withoutKey.stderr).toBe(4);
  expect(withoutKey.stdout).toMatch(/Not\s+logged in[\s\S]*\/login[\s\S]*claude-smart\s+learn/);

  sandbox.api.script = split({ agent, learner });
  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
});

test('learn that is run while the daemon is being refused tries for itself afterwards', async () => {
  const refuse: (() => void)[] = [];
  const refusedLate = () => new Promise<ApiError>((resolve) => refuse.push(() => resolve(API_ERRORS.credit)));
  const sandbox = await Sandbox.open(split({ agent, learner: refusedLate }));
  await sessionThatCorrects(sandbox, 'no, pnpm not npm');
  await until(
    () => refuse.length > 0,
    30_000,
    () => 'the daemon does not ask',
  );

  // The person has paid by now; the answer that the daemon waits for is from before.
  sandbox.api.script = split({ agent, learner });
  const learning = sandbox.smartJson('learn');
  setTimeout(() => refuse[0]?.(), 1_500);
  expect(await learning).toMatchObject({ paused: null, learned: { added: 1 }, jobs: { waiting: 0 } });
});
