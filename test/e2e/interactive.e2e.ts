import { expect, test } from 'vitest';
import { pluginFolder } from './home.ts';
import { learnerOf, NAMED_EXPORTS, PNPM, type Shown } from './learner.ts';
import { agentThatRuns, isOurs, split, wholeText } from './model-script.ts';
import { Sandbox } from './sandbox.ts';
import { until } from './terminal.ts';

const agent = agentThatRuns(/Install/, 'npm --version');
const learner = learnerOf([PNPM, NAMED_EXPORTS]);
const PLUGIN = ['--plugin-dir', pluginFolder, '--permission-mode', 'default'];

const started = (sandbox: Sandbox, ...args: string[]) => sandbox.terminal.start([...PLUGIN, ...args]);

test('both sides of a /clear are learned, and no failed hook is on the screen', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner }));
  const { terminal } = sandbox;
  await started(sandbox, '--allowedTools', 'Bash');
  await terminal.say('Install the dependencies');
  await terminal.waitFor('● Done.');
  await terminal.say('no, pnpm not npm');
  await terminal.waitFor(/● Done\.[\s\S]*● Done\./);
  expect(terminal.screen()).not.toMatch(/hook (failed|error)|not connected/i);

  await terminal.say('/clear');
  await until(
    () => sandbox.sessions().length === 2,
    15_000,
    () => `no second session: ${terminal.screen()}`,
  );
  await terminal.say('never default exports, named exports only');
  await terminal.waitFor('● Done.');
  expect(terminal.screen()).not.toMatch(/hook (failed|error)|not connected/i);
  await terminal.exit();

  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules.map((rule) => rule.content).sort()).toEqual(
    [NAMED_EXPORTS.rule.content, PNPM.rule.content].sort(),
  );

  const before = sandbox.api.calls.length;
  await started(sandbox);
  await terminal.say('hello');
  await terminal.waitFor('● Done.');
  await terminal.exit();
  const request = sandbox.api.calls.slice(before).find((call) => !isOurs(call.body));
  expect(request && wholeText(request.body)).toContain(PNPM.rule.content);
  expect(request && wholeText(request.body)).toContain(NAMED_EXPORTS.rule.content);
});

test('a tool call that the person rejects with a reason is captured as that, and learned', async () => {
  const sandbox = await Sandbox.open(split({ agent: agentThatRuns(/Install/, 'npm exec true'), learner }));
  const { terminal } = sandbox;
  await started(sandbox);
  await terminal.say('Install the dependencies');
  await terminal.waitFor('Do you want to proceed?');
  await terminal.choose(/❯ \d\. No/);
  terminal.key('Tab');
  await terminal.waitFor('tell Claude what to do differently');
  terminal.type('no, pnpm not npm');
  await terminal.waitFor('No, no, pnpm not npm');
  terminal.key('Enter');
  await terminal.waitFor('● Done.');
  await terminal.exit();

  await sandbox.smartJson('learn');
  const [session = ''] = sandbox.sessions();
  const ends = sandbox.buffer(session).filter((line) => line.type === 'ToolEnd');
  expect(ends).toMatchObject([{ tool: 'Bash', status: 'rejected', reason: 'no, pnpm not npm' }]);
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
});

test('a session whose terminal is killed is learned all the same', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner }));
  const { terminal } = sandbox;
  await started(sandbox, '--allowedTools', 'Bash');
  await terminal.say('Install the dependencies');
  await terminal.waitFor('● Done.');
  await terminal.say('no, pnpm not npm');
  await terminal.waitFor(/● Done\.[\s\S]*● Done\./);
  sandbox.home.endLeftovers();

  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
});
