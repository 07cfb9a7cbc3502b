import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { takeLock, waitForLock } from '../../src/store/lock.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';

const HOLD = `
  import { takeLock } from ${JSON.stringify(path.join(REPO, 'src/store/lock.ts'))};
  takeLock(process.argv[1]);
  console.log('held');
  setInterval(() => {}, 1000);
`;

/** Returns how to kill the holder. (The subprocess is thenable: returning it would wait for its end.) */
async function heldByAnother(file: string): Promise<() => void> {
  const holder = execa(
    'node',
    ['--import', path.join(REPO, 'node_modules/tsx/dist/loader.mjs'), '--input-type=module', '-e', HOLD, file],
    { reject: false },
  );
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return () => void holder.kill('SIGKILL');
}

test('a lock is held by one process at a time', async () => {
  const file = path.join(temporaryHome().root, 'run', 'a.lock');
  await heldByAnother(file);
  expect(takeLock(file)).toBeUndefined();
});

test('a lock is free as soon as its holder was killed, whatever pid comes after it', async () => {
  const file = path.join(temporaryHome().root, 'run', 'a.lock');
  const kill = await heldByAnother(file);
  kill();
  const lock = await waitForLock(file, 5_000);
  expect(lock).toBeDefined();
  lock?.release();
});

test('waiting ends with the time, or with the signal', async () => {
  const file = path.join(temporaryHome().root, 'run', 'a.lock');
  const lock = takeLock(file);
  expect(await waitForLock(file, 120)).toBeUndefined();
  expect(await waitForLock(file, 60_000, AbortSignal.abort())).toBeUndefined();
  lock?.release();
  const again = await waitForLock(file, 1_000);
  expect(again).toBeDefined();
  again?.release();
});

test('a lock whose file was removed or replaced is known to be none any more', () => {
  const file = path.join(temporaryHome().root, 'run', 'a.lock');
  const lock = takeLock(file);
  expect(lock?.holds()).toBe(true);
  fs.rmSync(file);
  expect(lock?.holds()).toBe(false);
  const next = takeLock(file);
  expect([lock?.holds(), next?.holds()]).toEqual([false, true]);
  lock?.release();
  next?.release();
});
