import { expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/cli/exit.ts';
import { Machine } from './machine.ts';

test('alone it prints a short help with every exit code, and is done', async () => {
  const { code, stdout, stderr } = await new Machine().run([]);
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
  expect(await machine.run(['tag', '--no'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('goes behind --'),
  });
});

test('with --json a failure is one document too, and the message still goes to stderr', async () => {
  const { code, stdout, stderr } = await new Machine().run(['learn', '--session', 'none', '--json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toEqual({
    error: { code: 'unknown_session', message: 'no session none was captured.', hint: expect.any(String) },
  });
  expect(stderr).toMatch(/^claude-smart: no session none was captured\.\n.+\n$/);
});

test('a bad setting is a failure that names the setting', async () => {
  const ran = await new Machine().run(['status'], { env: { CLAUDE_SMART_DAILY_USD: 'much' } });
  expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('CLAUDE_SMART_DAILY_USD') });
});

test('help of a command and the version are results, not errors', async () => {
  const machine = new Machine();
  expect(await machine.run(['show', '--help'])).toMatchObject({ code: 0, stderr: '' });
  expect(await machine.run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});
