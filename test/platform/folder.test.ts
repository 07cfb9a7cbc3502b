import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/platform/folder.ts';
import { temporaryHome } from '../fixtures/home.ts';

test('a folder is made with those above it, for its owner alone', () => {
  const folder = path.join(temporaryHome().root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect((fs.statSync(folder).mode & 0o777).toString(8)).toBe('700');
  expect((fs.statSync(path.dirname(folder)).mode & 0o777).toString(8)).toBe('700');
});

test.runIf(process.platform === 'linux')(
  'a place where none can be made is an error at once, not an endless try',
  () => {
    expect(() => makeFolder('/proc/nobody-home/run')).toThrow(/ENOENT/);
    const link = path.join(temporaryHome().root, 'link');
    fs.symlinkSync('/nowhere/at/all', link);
    expect(() => makeFolder(path.join(link, 'run'))).toThrow(/ENOENT|EEXIST/);
  },
);

test('a file in the way is an error', () => {
  const file = path.join(temporaryHome().root, 'file');
  fs.writeFileSync(file, '');
  expect(() => makeFolder(path.join(file, 'run'))).toThrow(/ENOTDIR|EEXIST/);
});
