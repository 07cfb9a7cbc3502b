import { expect, test } from 'vitest';
import { pluginFolder } from './home.ts';
import { learnerOf, NAMED_EXPORTS, PNPM, type Shown } from './learner.ts';
import { API_ERRORS } from './loopback-api.ts';
import { agentThatRuns, split } from './model-script.ts';
import { Sandbox } from './sandbox.ts';

const agent = agentThatRuns(/Install/, 'npm --version');
const learner = learnerOf([PNPM, NAMED_EXPORTS]);
const loggedOut = () => API_ERRORS.unauthorized;
const BANNER = /claude-smart[\s\S]*\/login/;

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
  const failed = await sandbox.smart('learn');
  expect(failed.code, failed.stdout + failed.stderr).toBe(4);
  expect(failed.stdout).toContain('/login');
  const report = JSON.parse((await sandbox.smart('learn', '--json')).stdout);
  expect(report).toMatchObject({ paused: { class: 'auth' }, jobs: { waiting: 1, dead: 0 } });
  const none = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(none.rules).toEqual([]);

  // The first start after it tells the person; the second does not.
  await terminal.start(['--plugin-dir', pluginFolder]);
  const banner = await terminal.waitFor(BANNER);
  console.log(banner.split('\n').filter((line) => line.includes('claude-smart')));
  await terminal.say('never default exports, named exports only');
  await terminal.waitFor('● Done.');
  await terminal.exit();
  await terminal.start(['--plugin-dir', pluginFolder]);
  await terminal.say('hello');
  await terminal.waitFor('● Done.');
  expect(terminal.screen()).not.toMatch(BANNER);
  await terminal.exit();

  sandbox.api.script = split({ agent, learner });
  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules.map((rule) => rule.content).sort()).toEqual(
    [NAMED_EXPORTS.rule.content, PNPM.rule.content].sort(),
  );
});

test('a claude that was never logged in says so itself, and nothing is lost', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: loggedOut }));
  await sessionThatCorrects(sandbox, 'no, pnpm not npm');
  const withoutKey = await sandbox.smartWith({ ANTHROPIC_API_KEY: '' }, 'learn');
  expect(withoutKey.code).not.toBe(0);
  expect(withoutKey.stdout + withoutKey.stderr).toContain('/login');

  sandbox.api.script = split({ agent, learner });
  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
});
