import { expect, test } from 'vitest';
import { pluginFolder } from './home.ts';
import { learnerOf, PNPM } from './learner.ts';
import type { MessagesRequest } from './loopback-api.ts';
import { agentThatRuns, isOurs, split, wholeText } from './model-script.ts';
import { Sandbox } from './sandbox.ts';
import { until } from './terminal.ts';

// What the model has before it at each turn: every lesson, and each only once.

const agent = agentThatRuns(/Install/, 'npm --version');

async function withRule(): Promise<Sandbox> {
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }));
  const talk = sandbox.talkWithPlugin();
  await talk.say('Install the dependencies');
  await talk.say('no, pnpm not npm');
  await talk.end();
  await sandbox.smartJson('learn');
  return sandbox;
}

function newestRequest(sandbox: Sandbox): MessagesRequest {
  const call = sandbox.api.calls.findLast((one) => !isOurs(one.body));
  if (call === undefined) throw new Error('no request of a person’s session yet');
  return call.body;
}

/** How often the rule stands in the newest request of a person's session. */
const timesTold = (sandbox: Sandbox): number => wholeText(newestRequest(sandbox)).split(PNPM.rule.content).length - 1;

test('a rule is in a session once, however often a prompt asks for it, and once after a resume', async () => {
  const sandbox = await withRule();
  const talk = sandbox.talkWithPlugin();
  await talk.say('Install the dependencies');
  expect(timesTold(sandbox)).toBe(1);
  await talk.say('install the dependencies again');
  expect(timesTold(sandbox)).toBe(1);
  await talk.end();

  const resumed = sandbox.talkWithPlugin('--resume', talk.sessionId);
  await resumed.say('install the dependencies once more');
  expect(resumed.sessionId).toBe(talk.sessionId);
  expect(timesTold(sandbox)).toBe(1);
  await resumed.end();
});

test('after a compaction, which empties the context, the rule is told again', async () => {
  const sandbox = await withRule();
  const { terminal } = sandbox;
  await terminal.start(['--plugin-dir', pluginFolder, '--permission-mode', 'default']);
  await terminal.say('how is the marmot');
  await terminal.waitFor('● Done.');
  expect(timesTold(sandbox)).toBe(1);
  await terminal.say('/compact');
  await terminal.waitFor(/Compacted/, 60_000);
  await terminal.say('where were we?');
  const newest = () => wholeText(newestRequest(sandbox));
  await until(
    () => newest().includes('where were we?'),
    30_000,
    () => terminal.screen(),
  );
  expect(newest(), 'the conversation before is gone').not.toContain('how is the marmot');
  expect(timesTold(sandbox)).toBe(1);
  await terminal.exit();
});
