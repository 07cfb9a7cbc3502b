import { expect, test } from 'vitest';
import { pluginFolder, repository } from './home.ts';
import { learnerOf, PNPM } from './learner.ts';
import type { Script } from './loopback-api.ts';
import { agentThatRuns, isOurs, lastTurn, split, text, useTool, wholeText } from './model-script.ts';
import { Sandbox } from './sandbox.ts';

const agent = agentThatRuns(/dependencies/, 'npm --version');

test.each([
  ['plugin', pluginFolder],
  ['marketplace', repository],
])('the %s passes the validation of Claude Code', async (_, folder) => {
  const sandbox = await Sandbox.open(agent);
  const ran = await sandbox.home.run('claude', ['plugin', 'validate', folder]);
  expect(ran, ran.stdout + ran.stderr).toMatchObject({ code: 0 });
  expect(ran.stdout).toContain('Validation passed');
});

test('tool calls come through the MCP door and no hook fails', async () => {
  const sandbox = await Sandbox.open(agent);
  const talk = sandbox.talkWithPlugin();
  await talk.say('Check the dependencies');
  await talk.end();

  const lines = sandbox.buffer(talk.sessionId);
  expect(lines.filter((line) => line.type === 'ToolStart')).toMatchObject([{ tool: 'Bash' }]);
  expect(lines.filter((line) => line.type === 'ToolEnd')).toMatchObject([{ tool: 'Bash', status: 'ok' }]);
  // A record that the transcript had to supply carries its uuid.
  expect(lines.filter((line) => line.type?.startsWith('Tool') && line.uuid)).toEqual([]);
  expect(talk.hookOutcomes().filter((outcome) => !outcome.endsWith(': success'))).toEqual([]);
});

test('a tool that fails comes through the MCP door with its error', async () => {
  const sandbox = await Sandbox.open(agentThatRuns(/dependencies/, 'echo no such lockfile >&2; exit 3'));
  const talk = sandbox.talkWithPlugin();
  await talk.say('Check the dependencies');
  await talk.end();

  const ends = sandbox.buffer(talk.sessionId).filter((line) => line.type === 'ToolEnd');
  expect(ends).toMatchObject([{ tool: 'Bash', status: 'error', output: expect.stringContaining('no such lockfile') }]);
  expect(ends[0]?.uuid).toBeUndefined();
});

test('where MCP servers are not allowed, the transcript supplies the tool calls, each once', async () => {
  const sandbox = await Sandbox.open(agent);
  const talk = sandbox.talkWithPlugin('--strict-mcp-config');
  await talk.say('Check the dependencies');
  await talk.say('Check the dependencies again');
  await talk.end();

  const lines = sandbox.buffer(talk.sessionId);
  const tools = lines.filter((line) => line.type?.startsWith('Tool'));
  expect(tools.map((line) => line.type)).toEqual(['ToolStart', 'ToolEnd', 'ToolStart', 'ToolEnd']);
  expect(tools.filter((line) => !line.uuid)).toEqual([]);
  expect(lines.filter((line) => line.type === 'User').map((line) => line.text)).toEqual([
    'Check the dependencies',
    'Check the dependencies again',
  ]);
  // The command hooks are not touched by the policy; the tool hooks fail, and Claude Code alone can say so.
  const failed = talk.hookOutcomes().filter((outcome) => !outcome.endsWith(': success'));
  expect(failed.filter((outcome) => !/^(Pre|Post)ToolUse: .*not connected/.test(outcome))).toEqual([]);
});

test('a headless session is nobody’s: it leaves no buffer', async () => {
  const sandbox = await Sandbox.open(agent);
  const args = ['-p', '--plugin-dir', pluginFolder, '--permission-mode', 'default', '--allowedTools', 'Bash'];
  const ran = await sandbox.home.run('claude', args, { input: 'Check the dependencies' });
  expect(ran).toMatchObject({ code: 0, stdout: 'Done.\n' });
  expect(sandbox.sessions()).toEqual([]);
});

test('the model is offered the four tools, never `hook`, and what it asks is answered', async () => {
  const asks: Script = (request) => {
    const { words, hasToolResult } = lastTurn(request);
    if (hasToolResult || !/look/.test(words)) return text('Done.');
    return useTool('mcp__plugin_emend_capture__search', { query: 'install the dependencies' });
  };
  const sandbox = await Sandbox.open(split({ agent: asks, learner: learnerOf([PNPM]) }), {
    CLAUDE_SMART_START_COUNT: '0',
    CLAUDE_SMART_PROMPT_COUNT: '0',
    CLAUDE_SMART_POST_TOOL_COUNT: '0',
  });
  const first = sandbox.talkWithPlugin();
  await first.say('no, pnpm not npm');
  await first.end();
  await sandbox.smartJson('learn');
  const second = sandbox.talkWithPlugin('--allowedTools', 'mcp__plugin_emend_capture__search');
  await second.say('have a look');
  await second.end();
  const last = sandbox.api.calls.findLast((call) => !isOurs(call.body))?.body;
  // Claude Code names the tools of servers, and gives their schemas when they are asked for.
  const whole = last ? wholeText(last) : '';
  const named = [...whole.matchAll(/mcp__plugin_emend_capture__(\w+)/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(['search', 'show', 'tag', 'why']);
  expect(whole).toContain(`${PNPM.rule.trigger}: ${PNPM.rule.content}`);
});
