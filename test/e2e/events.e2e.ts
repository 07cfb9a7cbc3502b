import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { learnerOf, PNPM } from './learner.ts';
import type { MessagesRequest, Script } from './loopback-api.ts';
import { agentThatRuns, isOurs, lastTurn, split, text, useTool, wholeText } from './model-script.ts';
import { Sandbox } from './sandbox.ts';
import { until } from './terminal.ts';

// Each event alone: all others are switched off, so what stands in a request came by that one.

const EVENTS = ['START', 'PROMPT', 'COMMAND', 'PRE_TOOL', 'POST_TOOL', 'FAILURE', 'SUBAGENT'] as const;
const only = (event: (typeof EVENTS)[number]): Record<string, string> =>
  Object.fromEntries(EVENTS.filter((one) => one !== event).map((one) => [`CLAUDE_SMART_${one}_COUNT`, '0']));

/** No word of it is in the rule or its cues. */
const PARAPHRASE = 'set up the libraries this repo needs';

interface Found {
  model: string | null;
  hits: { legs: object }[];
}

const RULE = PNPM.rule.content;
const times = (request: MessagesRequest): number => wholeText(request).split(RULE).length - 1;

/** A sandbox whose project has one rule, and a daemon that knows the model. */
async function withRule(agent: Script, env: Record<string, string>): Promise<Sandbox> {
  const sandbox = await Sandbox.open(split({ agent, learner: learnerOf([PNPM]) }), env);
  const talk = sandbox.talkWithPlugin();
  await talk.say('no, pnpm not npm');
  await talk.end();
  await sandbox.smartJson('learn');
  // The daemon loads the model for a search.
  const { model, hits } = await sandbox.smartJson<Found>('search', PARAPHRASE);
  expect({ model, legs: hits.map(({ legs }) => Object.keys(legs)) }).toEqual({
    model: expect.any(String),
    legs: [['vector']],
  });
  sandbox.api.requests.length = 0;
  return sandbox;
}

const requests = (sandbox: Sandbox): MessagesRequest[] =>
  sandbox.api.calls.map((call) => call.body).filter((body) => !isOurs(body));
/** The events that the session's buffer says something was told at. */
const toldAt = (sandbox: Sandbox, session: string): unknown[] =>
  sandbox
    .buffer(session)
    .filter((line) => line.type === 'Injected')
    .map((line) => line.event);

/** Runs one conversation of these prompts; the last request must hold the rule once, told at this event and no other. */
async function toldOnce(sandbox: Sandbox, event: string, ...prompts: string[]): Promise<MessagesRequest[]> {
  const talk = sandbox.talkWithPlugin();
  for (const prompt of prompts) await talk.say(prompt);
  await talk.end();
  expect(toldAt(sandbox, talk.sessionId)).toEqual([event]);
  const asked = requests(sandbox);
  expect(times(asked.at(-1) ?? { model: '', messages: [] }), wholeText(asked.at(-1) as MessagesRequest)).toBe(1);
  expect(talk.hookOutcomes().filter((outcome) => !outcome.endsWith(': success'))).toEqual([]);
  return asked;
}

test('at a prompt, and not again at the next', async () => {
  const sandbox = await withRule(() => text('Done.'), only('PROMPT'));
  await toldOnce(sandbox, 'UserPromptSubmit', 'install the dependencies', 'install the dependencies again');
});

test('a prompt in other words finds its rule by meaning', async () => {
  const sandbox = await withRule(() => text('Done.'), only('PROMPT'));
  await toldOnce(sandbox, 'UserPromptSubmit', PARAPHRASE);
});

test('at a slash command, by what was typed behind its name', async () => {
  const sandbox = await withRule(() => text('Done.'), only('COMMAND'));
  const commands = path.join(sandbox.home.home, '.claude', 'commands');
  fs.mkdirSync(commands, { recursive: true });
  fs.writeFileSync(path.join(commands, 'please.md'), '---\ndescription: asks nicely\n---\nDo it: $ARGUMENTS\n');
  await toldOnce(sandbox, 'UserPromptExpansion', '/please install the dependencies');
});

const installs = agentThatRuns(/go on/, 'true npm install the dependencies');

test('before a tool runs, by its command', async () => {
  const sandbox = await withRule(installs, only('PRE_TOOL'));
  const [first] = await toldOnce(sandbox, 'PreToolUse', 'go on', 'go on');
  expect(first && times(first)).toBe(0);
});

test('after a tool ran', async () => {
  const sandbox = await withRule(installs, only('POST_TOOL'));
  await toldOnce(sandbox, 'PostToolUse', 'go on', 'go on');
});

test('after a tool that failed, by the end of its error', async () => {
  const fails = agentThatRuns(/go on/, 'echo "could not install the dependencies: run npm install" >&2; exit 3');
  const sandbox = await withRule(fails, only('FAILURE'));
  await toldOnce(sandbox, 'PostToolUseFailure', 'go on');
});

test('a subagent is told what fits its task, and the session that started it is not', async () => {
  const agent: Script = (request) => {
    const { words, hasToolResult } = lastTurn(request);
    if (/SUBTASK/.test(words) && !/delegate/.test(words)) return text('It is done.');
    if (hasToolResult || !/delegate/.test(words)) return text('Done.');
    const task = (description: string, prompt: string) =>
      useTool('Agent', { description, prompt: `SUBTASK ${prompt}`, subagent_type: 'general-purpose' });
    const answers = [task('one', 'write a poem about the sea'), task('two', 'install the dependencies')];
    return { blocks: answers.flatMap((answer) => ('blocks' in answer ? answer.blocks : [])) };
  };
  // All else is on but the start, which would tell the session before it delegates.
  const sandbox = await withRule(agent, { CLAUDE_SMART_START_COUNT: '0' });
  const talk = sandbox.talkWithPlugin('--allowedTools', 'Bash,Agent,Task');
  await talk.say('delegate it');
  await until(
    () => requests(sandbox).filter((request) => /SUBTASK/.test(lastTurn(request).words)).length >= 2,
    30_000,
    () => `${requests(sandbox).length} requests`,
  );
  await talk.end();
  const told = requests(sandbox).filter((request) => times(request) > 0);
  expect(told).toHaveLength(1);
  expect(told.map(times)).toEqual([1]);
  expect(told.map((request) => lastTurn(request).words)).toEqual([expect.stringContaining('install the dependencies')]);
  expect(sandbox.buffer(talk.sessionId).filter((line) => line.type === 'Injected')).toMatchObject([
    { event: 'SubagentStart', agent_id: expect.any(String) },
  ]);
});
