import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pluginFolder } from './home.ts';
import { learnerOf, PNPM, type Shown } from './learner.ts';
import { agentThatRuns, split } from './model-script.ts';
import { Sandbox } from './sandbox.ts';

const agent = agentThatRuns(/Install/, 'npm --version');

const open = () => Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }));

/** Whether a daemon runs, asked of the system and not of it. */
const daemonRuns = (sandbox: Sandbox): boolean =>
  sandbox.home.leftovers().some((line) => line.includes(`${path.sep}daemon.mjs`));

test('installed as `install --plugin` says, the plugin captures, starts the daemon and is learned from', async () => {
  const sandbox = await open();
  const printed = await sandbox.smart('install', '--plugin');
  for (const line of printed.stdout.trim().split('\n')) {
    const ran = await sandbox.home.run('/bin/sh', ['-c', line]);
    expect(ran, line + ran.stdout + ran.stderr).toMatchObject({ code: 0 });
  }
  const talk = sandbox.talk();
  await talk.say('Install the dependencies');
  await talk.say('no, pnpm not npm');
  expect(daemonRuns(sandbox)).toBe(true);
  await talk.end();
  const tools = sandbox.buffer(talk.sessionId).filter((line) => line.type === 'ToolEnd');
  expect(tools).toMatchObject([{ status: 'ok' }]);
  expect(tools[0]?.uuid).toBeUndefined();

  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
});

test('a copy of the plugin far from its package captures, and finds the daemon once one has run', async () => {
  const sandbox = await open();
  // Claude Code keeps such copies of plugins that come from elsewhere than a local folder.
  const copy = path.join(sandbox.home.root, 'cache', 'a copy');
  fs.cpSync(pluginFolder, copy, { recursive: true });
  const first = sandbox.talk('--plugin-dir', copy);
  await first.say('Install the dependencies');
  expect(daemonRuns(sandbox)).toBe(false);
  await first.end();
  expect(first.hookOutcomes().filter((outcome) => !outcome.endsWith(': success'))).toEqual([]);
  expect(sandbox.buffer(first.sessionId).map((line) => line.type)).toContain('ToolEnd');

  await sandbox.smart('daemon', 'start');
  await sandbox.smart('daemon', 'stop');
  expect(daemonRuns(sandbox)).toBe(false);
  const second = sandbox.talk('--plugin-dir', copy);
  await second.say('hello');
  expect(daemonRuns(sandbox)).toBe(true);
  await second.end();
});
