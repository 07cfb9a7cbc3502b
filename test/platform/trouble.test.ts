import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { AppError } from '../../src/core/errors.ts';
import { explained, refusalReason } from '../../src/platform/trouble.ts';
import { temporaryHome } from '../fixtures/home.ts';

const ENV = { HOME: '/home/somebody', EMEND_HOME: '/data/emend', CLAUDE_CONFIG_DIR: '/data/claude' };

function refused(code: string, syscall: string, file?: string): NodeJS.ErrnoException {
  const error: NodeJS.ErrnoException = new Error(`${code}: words of the system`);
  return Object.assign(error, { code, syscall, ...(file === undefined ? {} : { path: file }) });
}
const said = (error: unknown) => explained(error, ENV) as AppError;

test.each([
  ['EACCES', 'open', '/data/emend/data/emend.db', 'no_permission', 'permission is denied', 'EMEND_HOME'],
  ['EROFS', 'mkdir', '/home/somebody/.claude-smart/run', 'read_only', 'read-only', 'CLAUDE_SMART_HOME'],
  ['ENOENT', 'mkdir', '/data', 'bad_place', 'no such place', 'EMEND_HOME'],
  ['ENOTDIR', 'open', '/data/claude/settings.json', 'bad_place', 'a file where a folder', 'CLAUDE_CONFIG_DIR'],
  ['ENOSPC', 'open', '/data/claude/commands', 'disk_full', 'the disk is full', 'CLAUDE_CONFIG_DIR'],
])('%s at %s of %s names the place, the reason and the setting', (code, syscall, file, name, reason, setting) => {
  const told = said(refused(code, syscall, file));
  expect([told.code, told.message]).toEqual([name, expect.stringContaining(file)]);
  expect(told.message).toContain(reason);
  expect(told.message).not.toContain(code);
  expect(told.hint).toContain(setting);
});

test('a write that names no file names our folders', () => {
  const told = said(refused('ENOSPC', 'write'));
  expect([told.code, told.message]).toEqual(['disk_full', expect.stringContaining('/data/emend')]);
});

test('a file of our own that is missing is a bug, and so is whatever has no such code', () => {
  for (const error of [refused('ENOENT', 'open', '/opt/claude-smart/prompts/x.md'), new TypeError('x'), undefined]) {
    expect(said(error)).toBe(error);
    expect(error instanceof TypeError && refusalReason(error)).toBeFalsy();
  }
});

test('real refusals have a reason in words', () => {
  const file = path.join(temporaryHome().root, 'file');
  fs.writeFileSync(file, '');
  for (const attempt of [() => fs.mkdirSync(path.join(file, 'x')), () => fs.readFileSync(path.dirname(file))]) {
    let thrown: unknown;
    try {
      attempt();
    } catch (error) {
      thrown = error;
    }
    expect(refusalReason(thrown)).toMatch(/where a (folder|file) should be/);
  }
});
