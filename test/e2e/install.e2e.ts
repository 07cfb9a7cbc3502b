import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { learnerOf, PNPM, type Shown } from './learner.ts';
import { agentThatRuns, isOurs, split, wholeText } from './model-script.ts';
import { Sandbox } from './sandbox.ts';

const agent = agentThatRuns(/Install/, 'npm --version');

test('installed in settings.json, command hooks capture everything; uninstalled, the file is as it was', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }));
  const settings = path.join(sandbox.home.home, '.claude', 'settings.json');
  const before = '{\n\t"cleanupPeriodDays": 20,\n\t"hooks": {}\n}\n';
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, before);
  expect(await sandbox.smart('install')).toMatchObject({ code: 0 });

  const talk = sandbox.talk();
  await talk.say('Install the dependencies');
  await talk.say('no, pnpm not npm');
  await talk.end();
  const lines = sandbox.buffer(talk.sessionId);
  const types = lines.filter((line) => !line.uuid).map((line) => line.type);
  for (const type of ['SessionStart', 'User', 'ToolStart', 'ToolEnd', 'Assistant', 'Stop', 'SessionEnd']) {
    expect(types).toContain(type);
  }
  expect(types.filter((type) => type === 'User')).toHaveLength(2);
  expect(types.filter((type) => type === 'ToolEnd')).toHaveLength(1);
  expect(talk.hookOutcomes().filter((outcome) => !outcome.endsWith(': success'))).toEqual([]);

  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
  const calls = sandbox.api.calls.length;
  const second = sandbox.talk();
  await second.say('Install the dependencies');
  await second.end();
  const request = sandbox.api.calls.slice(calls).find((call) => !isOurs(call.body));
  expect(request && wholeText(request.body)).toContain(PNPM.rule.content);

  expect(await sandbox.smart('uninstall')).toMatchObject({ code: 0 });
  expect(fs.readFileSync(settings, 'utf8')).toBe(before);
});

test('with the plugin and the settings both there, each thing is captured once', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }));
  expect(await sandbox.smart('install')).toMatchObject({ code: 0 });
  const talk = sandbox.talkWithPlugin();
  await talk.say('Install the dependencies');
  await talk.end();
  await sandbox.smartJson('learn');
  expect(sandbox.published(talk.sessionId)).toEqual(['User', 'ToolStart', 'ToolEnd', 'Assistant']);
});
