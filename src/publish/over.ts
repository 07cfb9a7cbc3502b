/** Whether a session's buffer says that the session is over: its end stands behind every start and every prompt of the doors. */
import fs from 'node:fs';
import { readBuffer } from '../core/watermark.ts';

/** Behind the end stand at most what its catching up found and a watermark; an end further up counts as none. */
const TAIL_BYTES = 64 * 1024;

export function isOver(file: string): boolean {
  const fd = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = fs.readSync(fd, tail, 0, tail.length, size - tail.length);
    // A line that the tail cuts is broken, and left out.
    const last = readBuffer(tail.subarray(0, read)).lines.findLast(
      ({ record: { type, uuid } }) =>
        type === 'SessionEnd' || type === 'SessionStart' || (type === 'User' && uuid === undefined),
    );
    return last?.record.type === 'SessionEnd';
  } finally {
    fs.closeSync(fd);
  }
}
