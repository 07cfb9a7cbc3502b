import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { userRecord } from '../../src/capture/record.ts';
import { nodeCheck } from '../../src/cli/checks.ts';
import { pauseLearning } from '../../src/store/stall.ts';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { addRule, Machine, repository } from './machine.ts';

interface Report {
  ok: boolean;
  checks: { name: string; state: string; says: string; mend: string | null }[];
}

/** A machine on which everything is as it should be. */
async function well(): Promise<Machine> {
  const machine = new Machine();
  const claude = path.join(machine.root, 'claude');
  fs.writeFileSync(
    claude,
    '#!/bin/sh\n[ "$CLAUDE_SMART_GUARD" = 1 ] && [ "$*" = --version ] && echo "2.1.332 (Claude Code)"\n',
    { mode: 0o755 },
  );
  machine.env.CLAUDE_SMART_CLAUDE = claude;
  await machine.run(['install']);
  machine.seed((store, project) => addRule(store, project, 'aaaaaa1'));
  return machine;
}

async function look(machine: Machine) {
  const { code, stdout } = await machine.run(['doctor', '--json']);
  const report = JSON.parse(stdout) as Report;
  expect(report.ok).toBe(code === 0);
  const bad = report.checks.filter(({ state }) => state !== 'green');
  return { code, bad, checks: report.checks, of: (name: string) => report.checks.find((check) => check.name === name) };
}

test('where all is well every check is one green line, and the exit code is 0', async () => {
  const machine = await well();
  const { code, bad, checks, of } = await look(machine);
  expect(bad).toEqual([]);
  expect(code).toBe(0);
  expect(checks.map(({ name }) => name)).toEqual([
    'node',
    'claude',
    'hooks',
    'folders',
    'captures',
    'settings',
    'database',
    'daemon',
    'learning',
    'search',
  ]);
  expect(of('claude')?.says).toContain('version 2.1.332');
  expect(of('search')?.says).toMatch(
    /^by words and by meaning \(int8 model\): 0 of 1 rules and facts read; .* ms for a sentence$/,
  );
  const { stdout } = await machine.run(['doctor'], { env: { COLUMNS: '300' } });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(checks.length);
  expect(lines.every((line) => line.startsWith('✓ '))).toBe(true);
});

test('without Claude Code and without hooks it is red, and says what to do', async () => {
  const machine = new Machine();
  const { code, bad } = await look(machine);
  expect(code).toBe(1);
  expect(bad).toMatchObject([
    { name: 'claude', state: 'red', mend: expect.stringContaining('CLAUDE_SMART_CLAUDE') },
    { name: 'hooks', state: 'red', mend: expect.stringContaining('claude-smart install') },
    { name: 'daemon', state: 'yellow' },
  ]);
  const { code: inWords, stdout } = await machine.run(['doctor'], { env: { COLUMNS: '300' } });
  expect(inWords).toBe(1);
  expect(stdout).toMatch(/^✗ claude .* was not found.* Install Claude Code/m);
});

test('a claude that fails, or is too old for the plugin, is red', async () => {
  const machine = await well();
  const { CLAUDE_SMART_CLAUDE: claude = '' } = machine.env;
  fs.writeFileSync(claude, '#!/bin/sh\nexit 3\n');
  expect((await look(machine)).of('claude')).toMatchObject({
    state: 'red',
    says: expect.stringContaining('does not say its version'),
  });
  fs.writeFileSync(claude, '#!/bin/sh\necho 2.1.110\n');
  expect((await look(machine)).of('claude')).toMatchObject({ state: 'green' });
  const settings = path.join(machine.home, '.claude', 'settings.json');
  fs.writeFileSync(settings, JSON.stringify({ enabledPlugins: { 'emend@claude-smart': true } }));
  expect((await look(machine)).of('claude')).toMatchObject({ state: 'red', says: expect.stringContaining('2.1.139') });
});

test('a pause is red in the words of its banner; a daily cap is yellow', async () => {
  const machine = await well();
  machine.seed((store) =>
    pauseLearning(store.db, {
      class: 'auth',
      message: 'Not logged in · Please run /login',
      resetsAt: null,
      now: new Date().toISOString(),
    }),
  );
  expect((await look(machine)).bad).toMatchObject([
    { name: 'learning', state: 'red', says: expect.stringMatching(/Not logged in.*\/login.*nothing is lost/s) },
  ]);
  machine.seed((store) => store.db.run('delete from stall'));
  machine.env.CLAUDE_SMART_DAILY_CALLS = '0';
  expect((await look(machine)).bad).toMatchObject([{ name: 'learning', state: 'yellow' }]);
});

test('a session whose reading failed is yellow, with the reason and when it is tried again', async () => {
  const machine = await well();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  claude.reply({ text: 'Sorry, no.' });
  const ts = '2026-01-01T09:00:00.000Z';
  machine.session('aaa-one', [
    userRecord(ts, 'add zod'),
    { type: 'Assistant', ts, text: 'I ran npm install zod.' },
    userRecord(ts, 'no, never npm'),
    { type: 'SessionEnd', ts, reason: 'other' },
  ]);
  await machine.run(['learn']);
  const says = expect.stringMatching(/^shop front, 1 session: the model’s reply could not be used .*Tried again in \d/);
  expect((await look(machine)).bad).toMatchObject([{ name: 'learning', state: 'yellow', says, mend: null }]);
});

test('a database that is damaged is red, and the rest is still looked at', async () => {
  const machine = await well();
  fs.writeFileSync(machine.paths.database, 'this is no database, and it is long enough to be read as one'.repeat(50));
  for (const ending of ['-wal', '-shm']) fs.rmSync(machine.paths.database + ending, { force: true });
  const { code, bad, of } = await look(machine);
  expect(code).toBe(1);
  expect(bad).toMatchObject([{ name: 'database', state: 'red', mend: expect.stringContaining('claude-smart learn') }]);
  expect(of('claude')).toMatchObject({ state: 'green' });
});

test('a page of the database that is broken is found', async () => {
  const machine = await well();
  machine.seed((store, project) => {
    for (let n = 100; n < 400; n++) addRule(store, project, `bbbb${n}`, { content: 'x'.repeat(200) });
    store.db.run('pragma wal_checkpoint(truncate)');
  });
  const bytes = fs.readFileSync(machine.paths.database);
  bytes.fill(0x55, bytes.length - 12_000, bytes.length - 4_096);
  fs.writeFileSync(machine.paths.database, bytes);
  expect((await look(machine)).of('database')).toMatchObject({ state: 'red' });
});

test('settings that are broken are red, named with their mend, and end nothing with an error', async () => {
  const machine = await well();
  fs.writeFileSync(machine.paths.settings, 'CLAUDE_SMART_EXTRACT_AFTER=soon\n');
  expect((await look(machine)).bad).toMatchObject([
    {
      name: 'settings',
      state: 'red',
      says: expect.stringContaining('CLAUDE_SMART_EXTRACT_AFTER'),
      mend: expect.stringContaining('Correct or remove'),
    },
  ]);
});

test('folders that others may look into are yellow; a file in the place of one is red', async () => {
  const machine = await well();
  machine.session('s1');
  fs.chmodSync(machine.paths.home, 0o755);
  expect((await look(machine)).bad).toMatchObject([
    { name: 'folders', state: 'yellow', mend: `chmod 700 '${machine.paths.home}'` },
  ]);
  fs.chmodSync(machine.paths.home, 0o700);
  fs.rmSync(machine.paths.inject, { recursive: true, force: true });
  fs.writeFileSync(machine.paths.inject, '');
  expect((await look(machine)).bad).toMatchObject([
    { name: 'folders', state: 'red', says: `${machine.paths.inject} is no folder` },
  ]);
});

test('what the hooks complained of in the last week is yellow; what is older is over', async () => {
  const machine = await well();
  fs.mkdirSync(machine.paths.logs, { recursive: true, mode: 0o700 });
  const file = path.join(machine.paths.logs, 'hook.log');
  fs.writeFileSync(file, '2020-01-01T00:00:00.000Z PostToolUse ENOSPC: no space left\n');
  expect((await look(machine)).bad).toEqual([]);
  const now = new Date().toISOString();
  fs.appendFileSync(file, `${now} Stop EACCES: permission denied\n${now} Stop EROFS: read-only\n`);
  expect((await look(machine)).bad).toMatchObject([
    { name: 'captures', state: 'yellow', says: expect.stringMatching(/^2 complaints .*: Stop EROFS: read-only$/) },
  ]);
});

test('a model of no use is yellow, with the reason, in doctor and in status alike', async () => {
  const machine = await well();
  machine.env.EMEND_MODEL_DIR = path.join(machine.root, 'model');
  fs.mkdirSync(machine.env.EMEND_MODEL_DIR);
  const says = `by words only: EMEND_MODEL_DIR: there is no model in ${machine.env.EMEND_MODEL_DIR}`;
  expect((await look(machine)).bad).toMatchObject([{ name: 'search', state: 'yellow', says }]);
  const { stdout } = await machine.run(['status'], { env: { COLUMNS: '300' } });
  expect(stdout).toMatch(new RegExp(`^search +${says}$`, 'm'));

  // Whole by its size, and broken inside: only who loads it knows, and leaves word for status.
  const model = path.join(machine.env.EMEND_MODEL_DIR, 'model.onnx');
  fs.closeSync(fs.openSync(model, 'w'));
  fs.truncateSync(model, 90_400_000);
  fs.writeFileSync(path.join(machine.env.EMEND_MODEL_DIR, 'tokenizer.json'), '{"version": "1.0"');
  expect((await look(machine)).bad).toMatchObject([
    { name: 'search', state: 'yellow', says: expect.stringContaining('tokenizer.json is of no use') },
  ]);
  expect((await machine.json<{ search: object }>(['status'])).search).toMatchObject({
    mode: 'words',
    why: expect.stringContaining('tokenizer.json is of no use'),
  });
});

test('a Node that is too old is named with the one that is needed', () => {
  expect(nodeCheck('18.20.0')).toMatchObject({ state: 'red', mend: 'Install Node 20.16 or newer.' });
  expect(nodeCheck('20.16.0').state).toBe('green');
  expect(nodeCheck('22.1.0').state).toBe('green');
});

test('a library that does not load leaves search to the words, in every program, and breaks none', async () => {
  const machine = await well();
  const place = path.join(machine.root, 'package');
  fs.mkdirSync(path.join(place, 'node_modules'), { recursive: true });
  for (const name of ['dist', 'models', 'prompts', 'migrations', 'package.json']) {
    fs.cpSync(path.join(repository, name), path.join(place, name), { recursive: true });
  }
  const packages = path.join(repository, 'node_modules');
  for (const name of fs.readdirSync(packages)) {
    if (name !== 'onnxruntime-node') fs.symlinkSync(path.join(packages, name), path.join(place, 'node_modules', name));
  }
  machine.program = path.join(place, 'dist', 'cli.mjs');
  expect((await machine.run(['learn'])).code).toBe(0);
  const { search } = await machine.json<{ search: { mode: string; why: string } }>(['status']);
  expect(search).toMatchObject({ mode: 'words', why: expect.stringMatching(/^onnxruntime-node does not load: /) });
  expect((await look(machine)).of('search')).toMatchObject({
    state: 'yellow',
    says: expect.stringContaining('onnxruntime-node does not load'),
  });
  await machine.run(['daemon', 'start']);
  const { code, stdout } = await machine.run(['search', 'pnpm']);
  expect(code).toBe(0);
  expect(stdout).toContain('Use pnpm, not npm.');
  expect((await machine.json<{ running: boolean }>(['daemon', 'status'])).running).toBe(true);

  // Whole again, the next one that loads it takes the word back.
  fs.symlinkSync(path.join(packages, 'onnxruntime-node'), path.join(place, 'node_modules', 'onnxruntime-node'));
  expect((await look(machine)).of('search')).toMatchObject({ state: 'green' });
  expect((await machine.json<{ search: object }>(['status'])).search).toMatchObject({ mode: 'hybrid', why: null });
});
