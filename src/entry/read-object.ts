/**
 * Reads the one object a hook gets: its payload, and the daemon's reply. Neither end may ever be closed, so reading ends as soon as
 * the JSON is whole, and at a deadline; what is incomplete then is dropped.
 *
 * Three ways were measured (npm run bench). `fs.read` waits in the thread pool, and then `process.exit` waits with it, for ever.
 * `process.stdin` loads the stream and network code: 5 % of a bare Node start. So the descriptor is made non-blocking and read
 * synchronously, which costs next to nothing. Where that cannot be done the read blocks, and only a caller that neither
 * sends nor closes could notice.
 */
import { readSync } from 'node:fs';
import { attempt } from '../core/outside.ts';
import { sleep } from './blocking.ts';

const CHUNK_BYTES = 65_536;
/** More than any payload: what goes on behind that never ends, or is not worth its time. */
const LARGEST = 32 * 1024 * 1024;
/** Bytes parsed in vain, at most, before the end is known: pieces that end in a brace by chance must not cost quadratic time. */
const VAIN = 16 * 1024 * 1024;

/** The object in `text`: behind a byte order mark (which is trimmed, too), and in front of whatever follows it. */
function parse(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  const json = text.trimStart();
  try {
    return JSON.parse(json);
  } catch (error) {
    const end = /after JSON at position (\d+)/.exec(String(error))?.[1];
    return end && JSON.parse(json.slice(0, Number(end)));
  }
}

/**
 * What comes soon is taken soon. What is late comes from a busy machine, whose processors are not to be spent on looking: thirty
 * hooks that look every 0.1 ms keep the daemon from answering any of them.
 */
const FIRST_PAUSE_MS = 0.1;
const LONGEST_PAUSE_MS = 2;
/** A pause is a sixteenth of the wait so far. */
const PART_OF_WAIT = 16;

/**
 * The object that comes from a non-blocking descriptor, or undefined when none came in time. While there is nothing it sleeps, and
 * `patienceMs` are counted in these pauses: on a machine so busy that the sender is late, they are long, too. By the clock it ends
 * after `lastMs`, however slowly it drips.
 */
export function readObject(fd: number, patienceMs: number, lastMs: number): unknown {
  const chunks: Buffer[] = [];
  const whole = () => attempt(() => parse(Buffer.concat(chunks).toString()));
  const last = Date.now() + lastMs;
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  let vain = 0;
  for (let paused = 0; paused < patienceMs && Date.now() < last; ) {
    let count: number;
    try {
      count = readSync(fd, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS + paused / PART_OF_WAIT);
      sleep(pauseMs);
      paused += pauseMs;
      continue;
    }
    if (count === 0) break;
    const read = chunk.subarray(0, count);
    chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    chunks.push(read);
    size += count;
    if (size > LARGEST) return undefined;
    if (vain > VAIN || !/\}\s*$/.test(read.toString())) continue;
    const object = whole();
    if (object !== undefined) return object;
    vain += size;
  }
  return whole();
}
