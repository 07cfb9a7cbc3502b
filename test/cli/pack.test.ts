import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { Machine, repository } from './machine.ts';

// Its dependencies are linked, not installed: what is tried here is whether the package brings every file of its own.

function unpacked(machine: Machine): string {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', machine.root];
  const env = { ...process.env, HOME: machine.home, npm_config_cache: path.join(machine.root, 'npm') };
  const tarball = execFileSync('npm', args, { cwd: repository, encoding: 'utf8', env }).trim();
  execFileSync('tar', ['-xzf', tarball], { cwd: machine.root });
  return path.join(machine.root, 'package');
}

test('the packed tarball works, and its plugin’s programs run with no dependency at all', async () => {
  const machine = new Machine();
  const place = unpacked(machine);
  const payload = { session_id: 's1', hook_event_name: 'UserPromptSubmit', cwd: machine.project, prompt: 'no, pnpm' };
  const hook = path.join(place, 'plugin', 'dist', 'hook.cjs');
  const ran = await machine.start(process.execPath, [hook], { input: JSON.stringify(payload) });
  expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(machine.bufferOf('s1')).toContainEqual(expect.objectContaining({ type: 'User', text: 'no, pnpm' }));
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {} },
  };
  const mcp = await machine.start(process.execPath, [path.join(place, 'plugin', 'dist', 'mcp.mjs')], {
    input: `${JSON.stringify(hello)}\n`,
  });
  expect(JSON.parse(mcp.stdout)).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });

  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(place, 'node_modules'));
  const manifest = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  machine.program = path.join(place, manifest.bin['claude-smart'] ?? '');
  const claude = fakeClaude(path.join(machine.root, 'model'));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  expect(await machine.run(['learn', '--json'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"interactions": 1'),
  });
  expect(await machine.run(['install'])).toMatchObject({ code: 0 });
  expect(await machine.run(['daemon', 'start'])).toMatchObject({ code: 0 });
  expect(await machine.run(['daemon', 'stop'])).toMatchObject({ code: 0 });

  const market = JSON.parse(fs.readFileSync(path.join(place, '.claude-plugin', 'marketplace.json'), 'utf8')) as {
    plugins: { source: string }[];
  };
  const plugin = path.join(place, market.plugins[0]?.source ?? '');
  for (const file of ['.claude-plugin/plugin.json', 'hooks/hooks.json', 'commands/tag.md', 'dist/hook.cjs']) {
    expect(fs.existsSync(path.join(plugin, file)), file).toBe(true);
  }
});
