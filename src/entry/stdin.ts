/**
 * Reads the one payload a hook gets. stdin may never be closed, so reading ends as soon as the JSON is whole, and at a
 * deadline; what is incomplete then is dropped.
 *
 * Three ways were measured (npm run bench). `fs.read` waits in the thread pool, and then `process.exit` waits with it, for ever.
 * `process.stdin` loads the stream and network code: 5 % of a bare Node start. So the descriptor is made non-blocking and read
 * synchronously, which costs next to nothing. Where that cannot be done the read blocks, and only a caller that neither
 * sends nor closes could notice.
 */
import fs from 'node:fs';

const CHUNK_BYTES = 65_536;
/** How long to sleep when the payload is not there yet. */
const PAUSE_MS = 2;

interface Bindings {
  binding(name: 'pipe_wrap'): { Pipe: new (type: number) => { open(fd: number): number } };
}
/** Kept: when it is collected, it closes the descriptor. */
let stdin: { open(fd: number): number };

/** libuv makes a descriptor non-blocking when it takes it over; Node has no public call for that which does not load all of net. */
function unblock(): void {
  try {
    // A Node that warns of this door to its insides is not to warn the person.
    process.noDeprecation = true;
    const { Pipe } = (process as unknown as Bindings).binding('pipe_wrap');
    stdin = new Pipe(0);
    stdin.open(0);
  } catch {
    // Then reads block.
  }
}

/** The object, when the text ends where it does. (To parse after every chunk would take quadratic time.) */
function wholeObject(chunks: readonly Buffer[]): unknown {
  const last = chunks.at(-1)?.toString().trimEnd();
  if (!last?.endsWith('}')) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    // The brace was not the last one: more is to come.
    return undefined;
  }
}

/**
 * The object that stdin holds, or undefined when none came in time. Time is counted in pauses, not by the clock: on a machine
 * so busy that the payload is late, the pauses are long, too.
 */
export function readObject(deadlineMs: number): unknown {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const chunks: Buffer[] = [];
  unblock();
  for (let paused = 0; paused < deadlineMs; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    try {
      const size = fs.readSync(0, chunk);
      if (size === 0) return undefined;
      chunks.push(chunk.subarray(0, size));
      const object = wholeObject(chunks);
      if (object !== undefined) return object;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return undefined;
      Atomics.wait(sleeper, 0, 0, PAUSE_MS);
      paused += PAUSE_MS;
    }
  }
  return undefined;
}
