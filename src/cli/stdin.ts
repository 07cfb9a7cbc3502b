/** The text on stdin, to its end or to a ceiling: a note is a few lines, and whatever is longer was not meant as one. */
import { addAbortSignal } from 'node:stream';
import { AppError } from '../core/errors.ts';

const CEILING = 1_000_000;

/** `asks`: what a person at a terminal is asked for. An AppError when `signal` comes first. */
export async function readInput(signal: AbortSignal, asks: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${asks} End with Ctrl-D on a line of its own.\n`);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of addAbortSignal(signal, process.stdin) as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > CEILING) throw new AppError('usage', `the text on stdin is longer than ${CEILING} bytes.`);
    }
  } catch (error) {
    if (signal.aborted) throw new AppError('stopped', 'stopped; nothing was done.', { cause: error });
    throw error;
  }
  return Buffer.concat(parts).toString('utf8');
}
