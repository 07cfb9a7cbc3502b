import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../src/store/lock.ts';
import { fakeClaude, isRunning } from '../fixtures/fake-claude.ts';
import { Machine } from './machine.ts';

interface State {
  running: boolean;
  pid: number;
  stopped?: boolean;
  forced?: boolean;
}

test('it starts once, says who it is, and after stop nothing runs', async () => {
  const machine = new Machine();
  expect(await machine.json<State>(['daemon', 'status'])).toEqual({ running: false });
  const started = await machine.json<State>(['daemon', 'start']);
  expect(started).toMatchObject({ running: true, pid: expect.any(Number), version: expect.any(String) });
  expect(await machine.json<State>(['daemon', 'start'])).toEqual(started);
  expect((await machine.run(['status'])).stdout).toContain(`pid ${started.pid}`);
  expect(await machine.json<State>(['daemon', 'stop'])).toEqual({ running: false, stopped: true, forced: false });
  expect(isRunning(started.pid)).toBe(false);
  expect(await machine.run(['daemon', 'stop'])).toMatchObject({ code: 0, stdout: 'No daemon was running.\n' });
});

test('stop where nothing ever ran makes nothing', async () => {
  const machine = new Machine();
  expect(await machine.run(['daemon', 'stop'])).toMatchObject({ code: 0, stderr: '' });
  expect(fs.readdirSync(machine.home)).toEqual(['work']);
});

test('a daemon that a hook started a moment ago is stopped too', async () => {
  const machine = new Machine();
  const hook = path.join(path.dirname(machine.program), 'hook.mjs');
  const payload = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup', cwd: machine.project };
  await machine.start(process.execPath, [hook], { input: JSON.stringify(payload) });
  expect(await machine.json<State>(['daemon', 'stop'])).toMatchObject({ stopped: true });
  expect(takeLock(path.join(machine.paths.run, 'daemon.lock'), 1_000)).toBeDefined();
});

test('a daemon that hangs is ended with its lock, and so is the model call that it made', async () => {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  claude.reply({ hang: true, ignoreTerm: true });
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  const ts = new Date().toISOString();
  machine.session('s1', [{ type: 'User', ts, text: 'install zod' }]);
  const { pid } = await machine.json<State>(['daemon', 'start']);
  expect((await machine.run(['tag', 'no, pnpm'])).stdout).toContain('in the background');
  await expect.poll(() => claude.calls().length, { timeout: 10_000 }).toBe(1);
  process.kill(pid, 'SIGSTOP');
  expect(await machine.json<State>(['daemon', 'stop'])).toEqual({ running: false, stopped: true, forced: true });
  const call = claude.calls()[0]?.pid ?? 0;
  expect([isRunning(pid), isRunning(call)]).toEqual([false, false]);
});

test('a daemon that hangs is not told as one that is not there', async () => {
  const machine = new Machine();
  const { pid } = await machine.json<State>(['daemon', 'start']);
  process.kill(pid, 'SIGSTOP');
  expect(await machine.json<State>(['daemon', 'status'])).toEqual({ running: false, silent: true, pid });
  const stuck = new RegExp(`pid ${pid} holds the lock and does not answer`);
  for (const args of [['daemon', 'status'], ['status'], ['doctor']]) {
    const { stdout } = await machine.run(args);
    const words = stdout.replace(/\s+/g, ' ');
    expect(words).toMatch(stuck);
    expect(words).toContain('claude-smart daemon stop');
  }
  const { checks } = await machine.json<{ checks: { name: string; state: string }[] }>(['doctor']);
  expect(checks.find(({ name }) => name === 'daemon')).toMatchObject({ state: 'red' });
});

test('a card whose pid belongs to somebody else by now ends nobody', async () => {
  const machine = new Machine();
  fs.mkdirSync(machine.paths.run, { recursive: true });
  const stranger = spawn('sleep', ['60']);
  const card = { pid: stranger.pid, started_at: new Date(Date.now() - 60_000).toISOString(), version: '0.1.0' };
  fs.writeFileSync(path.join(machine.paths.run, 'daemon.json'), JSON.stringify(card));
  const lock = takeLock(path.join(machine.paths.run, 'daemon.lock'));
  const ran = await machine.run(['daemon', 'stop']);
  lock?.release();
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be told from other processes') });
  expect(isRunning(stranger.pid ?? 0)).toBe(true);
  stranger.kill();
});
