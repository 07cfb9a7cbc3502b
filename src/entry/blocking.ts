/** What a hook does while nothing else is to happen in its process: it waits, and writes until all is taken. */
import fs from 'node:fs';

/** Whoever is to take it needs the processor more. */
const PAUSE_MS = 1;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
/** Keeps this thread from everything. */
export const sleep = (ms: number): unknown => Atomics.wait(sleeper, 0, 0, ms);

/** Whether it was written whole: a pipe may be full for a moment. */
export function writeAll(fd: number, text: string, patienceMs: number): boolean {
  const bytes = Buffer.from(text);
  const end = Date.now() + patienceMs;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() > end) return false;
      sleep(PAUSE_MS);
    }
  }
  return true;
}
