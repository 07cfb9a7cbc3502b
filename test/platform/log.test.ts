/** The log keeps what it could not write: the first line and the cause, said when it can be written again. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { inFull, openLog } from '../../src/platform/log.ts';
import { temporaryHome } from '../fixtures/home.ts';

test('what could not be written is told as soon as it can be, with the first line and the cause', () => {
  const { logs } = temporaryHome().paths;
  const file = path.join(logs, 'daemon.log');
  const log = openLog(file, systemClock);
  log('one');
  fs.renameSync(file, `${file}.kept`);
  fs.mkdirSync(file);
  log('the disk is full\nor so');
  log('later');
  fs.rmdirSync(file);
  log('two');
  log('three');
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/could not be written: 2 \(EISDIR.*\); the first: .*the disk is full ⏎ or so$/),
    expect.stringMatching(/ two$/),
    expect.stringMatching(/ three$/),
  ]);
});

test('an error is told with where it came from, its causes and its hint', () => {
  const error = new AppError('broken', 'it is broken', { cause: new Error('because'), hint: 'mend it' });
  expect(inFull(error)).toMatch(/^AppError: it is broken\n +at .*\ncaused by Error: because\n +at .* — mend it$/s);
  expect(inFull('a word')).toBe('a word');
});
