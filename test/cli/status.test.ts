import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recordChange } from '../../src/store/changes.ts';
import { pauseLearning } from '../../src/store/stall.ts';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { addRule, Machine } from './machine.ts';

interface Report {
  hooks: { settings: string | null; missing: string | null; plugin: { name: string; file: string } | null };
  claude: { program: string; path: string | null };
}

const settingsOf = (machine: Machine) => path.join(machine.home, '.claude', 'settings.json');

function enablePlugin(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const settings = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as object) : {};
  fs.writeFileSync(file, JSON.stringify({ ...settings, enabledPlugins: { 'emend@claude-smart': true } }));
}

const rowOf = async (machine: Machine, name: string) => {
  const { stdout } = await machine.run(['status'], { env: { COLUMNS: '400' } });
  return new RegExp(`^${name} +(.+)$`, 'm').exec(stdout)?.[1];
};

test('it says whether the hooks are on: nowhere, in settings.json, by the plugin, or by both', async () => {
  const machine = new Machine();
  const hooks = async () => (await machine.json<Report>(['status'])).hooks;
  expect(await hooks()).toEqual({ settings: null, missing: null, plugin: null });
  expect(await rowOf(machine, 'hooks')).toMatch(/^off: .*claude-smart install$/);

  await machine.run(['install']);
  expect(await hooks()).toEqual({ settings: settingsOf(machine), missing: null, plugin: null });
  expect(await rowOf(machine, 'hooks')).toBe(`on: in ${settingsOf(machine)}`);

  const local = path.join(machine.project, '.claude', 'settings.local.json');
  enablePlugin(local);
  expect(await hooks()).toMatchObject({
    settings: settingsOf(machine),
    plugin: { name: 'emend@claude-smart', file: local },
  });
  expect(await rowOf(machine, 'hooks')).toBe(
    `on: the plugin emend@claude-smart, in ${local}; those in ${settingsOf(machine)} stand aside for it`,
  );
  await machine.run(['uninstall']);
  expect(await rowOf(machine, 'hooks')).toBe(`on: the plugin emend@claude-smart, in ${local}`);
});

test('hooks whose program is gone are off, and a settings.json that is broken says nothing', async () => {
  const machine = new Machine();
  await machine.run(['install']);
  const text = fs.readFileSync(settingsOf(machine), 'utf8');
  fs.writeFileSync(settingsOf(machine), text.replaceAll('/dist/hook.cjs', '/gone/hook.cjs'));
  expect(await rowOf(machine, 'hooks')).toMatch(/^off: .*\/gone\/hook\.cjs, which is gone\. .*claude-smart install$/);
  fs.writeFileSync(settingsOf(machine), '{{');
  expect(await rowOf(machine, 'hooks')).toMatch(/^off: nothing is captured/);
});

test('it says where claude is, or that it was not found, and runs nothing', async () => {
  const machine = new Machine();
  expect((await machine.json<Report>(['status'])).claude).toEqual({
    program: machine.env.CLAUDE_SMART_CLAUDE,
    path: null,
  });
  expect(await rowOf(machine, 'claude')).toContain('was not found: install Claude Code, or set CLAUDE_SMART_CLAUDE');
  const claude = fakeClaude(path.join(machine.root, 'model'));
  Object.assign(machine.env, claude.env, { CLAUDE_SMART_CLAUDE: 'claude' });
  expect(await rowOf(machine, 'claude')).toBe(claude.program);
  expect(claude.calls()).toEqual([]);
});

test('with no hooks, no command promises that a session will start something', async () => {
  const machine = new Machine();
  machine.session('s1');
  expect((await machine.run(['tag', 'no, pnpm'])).stdout).not.toContain('with the next session, or now');
  expect((await machine.run(['daemon', 'status'])).stdout).toContain('claude-smart install');
  await machine.run(['install']);
  expect((await machine.run(['daemon', 'status'])).stdout).toBe('No daemon runs. It starts with the next session.\n');
  expect((await machine.run(['tag', 'no, yarn'])).stdout).toContain('with the next session, or now');
});

test('text has times of the place, in one style; JSON has UTC', async () => {
  const machine = new Machine();
  machine.env.TZ = 'Asia/Kathmandu';
  const at = '2026-03-01T20:00:00.000Z';
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa1', { learned_at: at });
    const change = { change: 'add' as const, why: 'noted', turns: [], before: null, after: {} };
    recordChange(store.db, { ...change, item_id: 'aaaaaa1', at });
    pauseLearning(store.db, { class: 'auth', message: 'Not logged in', resetsAt: null, now: at });
  });
  expect((await machine.run(['history'])).stdout).toContain('2026-03-02 01:45 noted');
  expect((await machine.run(['show'])).stdout).toContain('learned 2026-03-02');
  const status = (await machine.run(['status'])).stdout.replace(/\s+/g, ' ');
  expect(status).toContain('paused learning since 2026-03-02 01:45:');
  expect(await machine.json(['status'])).toMatchObject({ stall: { since: at } });
  await machine.run(['daemon', 'start']);
  for (const { stdout } of [await machine.run(['status']), await machine.run(['daemon', 'status'])]) {
    expect(stdout).toMatch(/since \d{4}-\d\d-\d\d \d\d:\d\d\.?$/m);
    expect(stdout).not.toMatch(/\d\dT\d\d|\dZ/);
  }
});

test('whatever is made is its owner’s alone, whatever the umask', async () => {
  const machine = new Machine();
  machine.session('s1', [{ type: 'User', ts: new Date().toISOString(), text: 'install zod' }]);
  const umask = process.umask(0);
  await machine.run(['install']);
  await machine.run(['learn', '--note', 'no, pnpm']);
  await machine.run(['daemon', 'start']);
  process.umask(umask);
  const roots = [machine.paths.home, machine.paths.emend, path.join(machine.home, '.claude')];
  const made = roots.flatMap((root) =>
    fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name)),
  );
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((file) => (fs.lstatSync(file).mode & 0o077) !== 0)).toEqual([]);
});
