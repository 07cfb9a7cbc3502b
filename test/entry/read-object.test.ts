import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeAll } from '../../src/entry/blocking.ts';
import { readObject } from '../../src/entry/read-object.ts';
import { temporaryHome } from '../fixtures/home.ts';

/** A pipe whose other end stays open and silent. */
function silentPipe(): number {
  const file = path.join(temporaryHome().root, 'pipe');
  execFileSync('mkfifo', [file]);
  const fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  onTestFinished(() => fs.closeSync(fd));
  return fd;
}

/** Milliseconds of a processor. */
function spentOn(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('who waits in vain leaves the processor to whoever is to answer, or to take in what is said', () => {
  const fd = silentPipe();
  const reading = () => expect(readObject(fd, 200, 200)).toBeUndefined();
  expect(Math.min(...[1, 2, 3].map(() => spentOn(reading)))).toBeLessThan(10);
  const more = 'x'.repeat(1_000_000);
  const writing = () => expect(writeAll(fd, more, 200)).toBe(false);
  expect(Math.min(...[1, 2, 3].map(() => spentOn(writing)))).toBeLessThan(20);
});

test('an object that is there is taken, and what follows it at once does not count', () => {
  const fd = silentPipe();
  fs.writeSync(fd, '{"a":{"b":1}}');
  expect(readObject(fd, 200, 200)).toEqual({ a: { b: 1 } });
  fs.writeSync(fd, '{"a":2}\n{"a":3}\n');
  expect(readObject(fd, 200, 200)).toEqual({ a: 2 });
});
