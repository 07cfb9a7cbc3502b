/** The text on stdin, to its end or to a ceiling: a note is a few lines, and whatever is longer was not meant as one. */
import { AppError } from '../core/errors.ts';

const CEILING = 1_000_000;

export async function readInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('What was wrong? End with Ctrl-D on a line of its own.\n');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > CEILING) throw new AppError('usage', `the note on stdin is longer than ${CEILING} bytes.`);
  }
  return Buffer.concat(parts).toString('utf8');
}
