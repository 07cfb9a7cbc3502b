import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Conversation } from './conversation.ts';
import { Home } from './home.ts';
import { API_ERRORS, LoopbackApi } from './loopback-api.ts';
import { text } from './model-script.ts';
import { Sandbox } from './sandbox.ts';
import { until } from './terminal.ts';

// The harness itself: a broken one would let every other test here pass for the wrong reason.

test('a process that somebody leaves behind with this home is found, and only that one', async () => {
  const home = Home.make('http://127.0.0.1:9');
  expect(home.leftovers()).toEqual([]);
  const other = spawn('sleep', ['30'], { env: { HOME: '/nowhere' } });
  const child = spawn('sleep', ['31'], { env: home.env, detached: true, stdio: 'ignore' });
  try {
    await until(
      () => home.leftovers().length > 0,
      5_000,
      () => 'the child is not seen',
    );
    expect(home.leftovers()).toEqual([`${child.pid} sleep 31`]);
    home.endLeftovers();
    await until(
      () => home.leftovers().length === 0,
      5_000,
      () => 'the child was not ended',
    );
  } finally {
    other.kill();
    home.remove();
  }
});

test('the real Claude Code runs hooks of a plugin as in a person’s session, and says what the script says', async () => {
  const sandbox = await Sandbox.open(() => text('Scripted words.'));
  const plugin = path.join(sandbox.home.root, 'standin');
  const log = path.join(sandbox.home.root, 'hook.log');
  fs.mkdirSync(path.join(plugin, '.claude-plugin'), { recursive: true });
  fs.mkdirSync(path.join(plugin, 'hooks'));
  fs.writeFileSync(path.join(plugin, '.claude-plugin', 'plugin.json'), '{"name":"standin","version":"0.0.1"}');
  const program = `require('fs').appendFileSync(${JSON.stringify(log)}, process.env.CLAUDE_CODE_ENTRYPOINT + '\\n')`;
  const hook = { type: 'command', command: 'node', args: ['-e', program], timeout: 10 };
  const hooks = { SessionStart: [{ hooks: [hook] }], Stop: [{ hooks: [hook] }] };
  fs.writeFileSync(path.join(plugin, 'hooks', 'hooks.json'), JSON.stringify({ hooks }));

  const talk = sandbox.talk('--plugin-dir', plugin);
  expect(await talk.say('hello')).toMatchObject({ is_error: false, result: 'Scripted words.' });
  expect(await talk.say('again')).toMatchObject({ is_error: false });
  await talk.end();
  expect(fs.readFileSync(log, 'utf8').split('\n')).toEqual(['claude-vscode', 'claude-vscode', 'claude-vscode', '']);
  expect(talk.hookOutcomes()).toEqual(['SessionStart: success', 'Stop: success', 'Stop: success']);
});

test.each([
  ['unauthorized', 401],
  ['credit', 400],
  ['overloaded', 529],
] as const)(
  'an API that answers %s shows as the failure that the real Claude Code makes of it',
  async (name, status) => {
    const sandbox = await Sandbox.open(() => API_ERRORS[name]);
    const ran = await sandbox.home.run('claude', ['-p', '--output-format', 'json'], { input: 'hello' });
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({ subtype: 'success', is_error: true, api_error_status: status });
  },
);

test('a session that dies is reported, not waited for', async () => {
  const api = await LoopbackApi.start(() => text('never'));
  const home = Home.make(api.url);
  try {
    const talk = new Conversation(home, ['--no-such-option']);
    await expect(talk.say('hello')).rejects.toThrow(/claude ended with 1.*unknown option/);
  } finally {
    await api.stop();
    home.remove();
  }
});
