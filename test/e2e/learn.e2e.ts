import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './home.ts';
import { learnerOf, PNPM, type Shown } from './learner.ts';
import { agentThatRuns, isOurs, split, wholeText } from './model-script.ts';
import { Sandbox } from './sandbox.ts';

const agent = agentThatRuns(/Install/, 'npm --version');

test('what a person corrects in one session, the next session is told', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }));
  const first = sandbox.talkWithPlugin();
  await first.say('Install the dependencies');
  await first.say('no, pnpm not npm');
  await first.end();
  // Otherwise finding the rule in the second session would prove nothing.
  expect(sandbox.api.calls.filter((call) => wholeText(call.body).includes(PNPM.rule.content))).toEqual([]);

  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ status: 'CURRENT', kind: 'correction', content: PNPM.rule.content }]);

  const before = sandbox.api.calls.length;
  const second = sandbox.talkWithPlugin();
  await second.say('Install the dependencies');
  await second.end();
  const request = sandbox.api.calls.slice(before).find((call) => !isOurs(call.body));
  expect(request && wholeText(request.body)).toContain(PNPM.rule.content);
});

test('the nested model call is small, has no tools, fires no hook and leaves no transcript', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }));
  const talk = sandbox.talkWithPlugin();
  await talk.say('Install the dependencies');
  await talk.say('no, pnpm not npm');
  await talk.end();
  await sandbox.smartJson('learn');

  const nested = sandbox.api.calls.filter((call) => isOurs(call.body));
  expect(nested.length, 'the lesson cost one extraction').toBeGreaterThan(0);
  const tools = nested.flatMap((call) => (call.body.tools ?? []).map((tool) => tool.name));
  // The placeholder is Claude Code's own and does nothing: it is there in every request, whatever --tools says.
  expect(new Set(tools)).toEqual(new Set(['DeferredToolPlaceholder', 'StructuredOutput']));
  const person = sandbox.api.calls.filter((call) => !isOurs(call.body));
  const sizes = { nested: nested.map((call) => call.bytes), person: person.map((call) => call.bytes) };
  console.log('request bytes', sizes);
  expect(Math.max(...sizes.nested)).toBeLessThan(Math.min(...sizes.person) / 3);

  expect(sandbox.sessions()).toEqual([talk.sessionId]);
  const transcripts = fs.readdirSync(path.join(sandbox.home.home, '.claude', 'projects'), { recursive: true });
  expect(transcripts.filter((name) => String(name).endsWith('.jsonl'))).toHaveLength(1);
});

test('the same correction in two sessions is one rule with the evidence of both', async () => {
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }));
  for (let session = 0; session < 2; session++) {
    const talk = sandbox.talkWithPlugin();
    await talk.say('Install the dependencies');
    await talk.say('no, pnpm not npm');
    await talk.end();
  }
  await sandbox.smartJson('learn');
  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content, evidence: 2 }]);
});

test('without any daemon the doors capture all the same, and learn does everything in the foreground', async () => {
  const env = { CLAUDE_SMART_DAEMON: path.join(repository, 'dist', 'no-such-daemon.mjs') };
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }), env);
  const talk = sandbox.talkWithPlugin();
  await talk.say('Install the dependencies');
  await talk.say('no, pnpm not npm');
  await talk.end();
  expect(talk.hookOutcomes().filter((outcome) => !outcome.endsWith(': success'))).toEqual([]);
  expect(await sandbox.smartJson('daemon', 'status')).toMatchObject({ running: false });
  expect(sandbox.api.calls.filter((call) => isOurs(call.body))).toEqual([]);

  expect(await sandbox.smartJson('learn')).toMatchObject({
    published: { sessions: 1, interactions: 6 },
    called: 1,
    learned: { added: 1 },
    refused: [],
    jobs: { waiting: 0, dead: 0 },
  });
  expect(sandbox.published(talk.sessionId)).toEqual(['User', 'ToolStart', 'ToolEnd', 'Assistant', 'User', 'Assistant']);
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
});
