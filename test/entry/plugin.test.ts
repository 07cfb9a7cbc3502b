import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CEILING } from '../../src/entry/say.ts';
import { INJECTION_CEILING } from '../../src/platform/config.ts';
import { REPO } from '../fixtures/home.ts';

const read = (name: string) => JSON.parse(fs.readFileSync(path.join(REPO, name), 'utf8'));

interface Hook {
  type: string;
  command?: string;
  args?: string[];
  server?: string;
  tool?: string;
  input?: Record<string, string>;
  timeout: number;
}
const events: Record<string, { matcher?: string; hooks: Hook[] }[]> = read('plugin/hooks/hooks.json').hooks;
const hooksOf = (event: string) => events[event]?.flatMap(({ hooks }) => hooks) ?? [];

test('the plugin has the package’s version', () => {
  expect(read('plugin/.claude-plugin/plugin.json').version).toBe(read('package.json').version);
});

test('tool events go to the server that the plugin brings, with every field as it is named in the payload', () => {
  const plugin = read('plugin/.claude-plugin/plugin.json').name;
  const [server] = Object.keys(read('plugin/.mcp.json').mcpServers);
  const common = ['session_id', 'transcript_path', 'cwd', 'prompt_id', 'agent_id'];
  const tool = ['tool_name', 'tool_use_id', 'tool_input'];
  const more = {
    PreToolUse: tool,
    PostToolUse: [...tool, 'tool_response', 'duration_ms'],
    PostToolUseFailure: [...tool, 'error', 'is_interrupt', 'duration_ms'],
    SubagentStart: ['agent_type'],
  };
  for (const [event, fields] of Object.entries(more)) {
    const [hook] = hooksOf(event);
    expect(hook).toMatchObject({ type: 'mcp_tool', server: `plugin:${plugin}:${server}`, tool: 'hook', timeout: 1 });
    const placeholders = [...common, ...fields].map((field) => [field, ['$', `{${field}}`].join('')]);
    expect(hook?.input).toEqual({ event, ...Object.fromEntries(placeholders) });
  }
  expect(events.PreToolUse?.[0]?.matcher).toBe('Edit|Write|NotebookEdit|Bash|Agent|Task');
  expect(events.PostToolUse?.[0]?.matcher).toBeUndefined();
});

test('the other events start the command hook, without a shell', () => {
  const commands = ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion', 'Stop', 'StopFailure', 'SessionEnd'];
  const tools = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStart'];
  expect(Object.keys(events).sort()).toEqual([...commands, ...tools].sort());
  for (const event of commands) {
    expect(hooksOf(event)).toMatchObject([
      { type: 'command', command: 'node', args: [expect.stringMatching(/\/dist\/hook\.cjs$/), event] },
    ]);
  }
});

test('the door’s ceiling is the one of the settings', () => expect(CEILING).toBe(INJECTION_CEILING));
