/**
 * Reads the one payload a hook gets. stdin may never be closed, so reading ends as soon as the JSON is whole, and at a
 * deadline; what is incomplete then is dropped.
 *
 * Three ways were measured (npm run bench). `fs.read` waits in the thread pool, and then `process.exit` waits with it, for ever.
 * `process.stdin` loads the stream and network code: 5 % of a bare Node start. So the descriptor is made non-blocking and read
 * synchronously, which costs next to nothing. Where that cannot be done the read blocks, and only a caller that neither
 * sends nor closes could notice.
 */
import { readSync } from 'node:fs';
import { attempt } from '../core/outside.ts';

const CHUNK_BYTES = 65_536;
/** How long to sleep when the payload is not there yet. */
const PAUSE_MS = 2;
/** More than any payload: what goes on behind that never ends, or is not worth its time. */
const LARGEST = 32 * 1024 * 1024;
/** Bytes parsed in vain, at most, before the end is known: pieces that end in a brace by chance must not cost quadratic time. */
const VAIN = 16 * 1024 * 1024;
/** However slowly it drips. */
const LAST_MS = 8_000;

interface Bindings {
  binding(name: 'pipe_wrap'): { Pipe: new (type: number) => { open(fd: number): number } };
}
/** Kept: when it is collected, it closes the descriptor. */
let stdin: { open(fd: number): number };

/** libuv makes a descriptor non-blocking when it takes it over; Node has no public call for that which does not load all of net. */
function unblock(): void {
  // A Node that warns of this door to its insides is not to warn the person.
  process.noDeprecation = true;
  const { Pipe } = (process as unknown as Bindings).binding('pipe_wrap');
  stdin = new Pipe(0);
  stdin.open(0);
}

/** The JSON value in `chunks`: behind a byte order mark, and in front of whatever follows it. */
function parse(chunks: readonly Buffer[]): unknown {
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/^\ufeff/, '');
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const end = /after JSON at position (\d+)/.exec(String(error))?.[1];
    return end && JSON.parse(text.slice(0, Number(end)));
  }
}

/**
 * The object that stdin holds, or undefined when none came in time. Patience is counted in pauses, not by the clock: on a machine
 * so busy that the payload is late, the pauses are long, too.
 */
export function readObject(deadlineMs: number): unknown {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const chunks: Buffer[] = [];
  const last = Date.now() + LAST_MS;
  let size = 0;
  let vain = 0;
  // Where it cannot be done, reads block.
  attempt(unblock);
  for (let paused = 0; paused < deadlineMs && Date.now() < last; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    try {
      const count = readSync(0, chunk);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      size += count;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
      Atomics.wait(sleeper, 0, 0, PAUSE_MS);
      paused += PAUSE_MS;
      continue;
    }
    if (size > LARGEST) return undefined;
    if (vain > VAIN || !chunks.at(-1)?.toString().trimEnd().endsWith('}')) continue;
    const object = attempt(() => parse(chunks));
    if (object !== undefined) return object;
    vain += size;
  }
  return attempt(() => parse(chunks));
}
