import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/cli/exit.ts';
import { Machine } from './machine.ts';

test('alone it prints a short help with every exit code, and is done', async () => {
  const { code, stdout, stderr } = await new Machine().run([], { env: { COLUMNS: '100' } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const { code: number, meaning } of EXIT_CODES) expect(stdout).toContain(`  ${number}  ${meaning}`);
  for (const command of [
    'show',
    'history',
    'search',
    'why',
    'status',
    'learn',
    'tag',
    'daemon',
    'install',
    'uninstall',
  ]) {
    expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  }
});

test('a slip of the pen is bad usage, with what was probably meant', async () => {
  const machine = new Machine();
  expect(await machine.run(['shwo'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "claude-smart: unknown command 'shwo'\nDid you mean show?\n",
  });
  expect(await machine.run(['show', '--jsn'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean --json?'),
  });
  expect(await machine.run(['search'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("missing required argument 'query'"),
  });
  expect(await machine.run(['search', 'x', '--limit', '1.5'])).toMatchObject({ code: 2 });
  expect(await machine.run(['daemon', 'restart'])).toMatchObject({ code: 2 });
  expect((await machine.run(['model', 'fetch'])).stderr).toBe(
    "claude-smart: unknown command 'fetch'\nSee: claude-smart model --help\n",
  );
  expect((await machine.run(['model', 'status', 'x'])).stderr).toContain('See: claude-smart model status --help');
  for (const [command, hint] of [
    ['tag', 'Text that begins with a dash goes behind --. See: claude-smart tag --help'],
    ['search', 'Text that begins with a dash goes behind --. See: claude-smart search --help'],
    ['learn', 'A note that begins with a dash: --note=TEXT. See: claude-smart learn --help'],
    ['show', 'See: claude-smart show --help'],
    ['install', 'See: claude-smart install --help'],
  ] as const) {
    const stderr = `claude-smart: unknown option '--frob'\n${hint}\n`;
    expect(await machine.run([command, '--frob'])).toEqual({ code: 2, stdout: '', stderr });
  }
  expect((await machine.run(['daemon', 'start', '--frob'])).stderr).toContain('See: claude-smart daemon start --help');
  expect((await machine.run(['frobnicate'])).stderr).toContain('See: claude-smart --help');
});

test('what can mean nothing is bad usage: a file as project, an empty search, an empty note', async () => {
  const machine = new Machine();
  machine.session('s1');
  const file = path.join(machine.project, 'package.json');
  fs.writeFileSync(file, '{}');
  for (const args of [
    ['show', '--project', file],
    ['history', '--project', file],
    ['search', 'x', '--project', file],
    ['show', '--project', ''],
    ['search', ''],
    ['search', ' ', ' '],
    ['learn', '--note', ''],
    ['learn', '--note', ' \n'],
  ]) {
    expect(await machine.run(args), args.join(' ')).toMatchObject({ code: 2, stdout: '' });
  }
  expect(await machine.run(['learn', '--note', '-'], { input: '\n' })).toMatchObject({ code: 2 });
  expect(machine.bufferOf('s1').map(({ type }) => type)).toEqual(['Session', 'SessionStart']);
});

test('a command that only has subcommands prints its help, as bad usage', async () => {
  const { code, stdout, stderr } = await new Machine().run(['daemon']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: claude-smart daemon/);
  expect(stderr).not.toContain('outputHelp');
});

test('help keeps to a narrow terminal', async () => {
  const machine = new Machine();
  for (const args of [[], ['show', '--help'], ['daemon', '--help']]) {
    const { stdout } = await machine.run(args, { env: { COLUMNS: '40' } });
    // The line that says how to call it stays whole: it may be copied.
    const [, ...lines] = stdout.split('\n');
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(40);
  }
});

test('with --json a failure is one document too, and the message still goes to stderr', async () => {
  const { code, stdout, stderr } = await new Machine().run(['learn', '--session', 'none', '--json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toEqual({
    error: { code: 'unknown_session', message: 'no session none was captured.', hint: expect.any(String) },
  });
  expect(stderr).toMatch(/^claude-smart: no session none was captured\.\n.+\n$/);
});

test('a bad setting is a failure that names the setting and what it must be', async () => {
  const ran = await new Machine().run(['status'], { env: { CLAUDE_SMART_DAILY_CALLS: 'abc' } });
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('CLAUDE_SMART_DAILY_CALLS is "abc": it must be a whole number, 0 or more.');
});

test('help of a command and the version are results, not errors', async () => {
  const machine = new Machine();
  expect(await machine.run(['show', '--help'])).toMatchObject({ code: 0, stderr: '' });
  expect(await machine.run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});
