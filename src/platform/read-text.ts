/**
 * Reads a small file that others may have written. Only a regular file of a sane size is opened: a named pipe would wait for its
 * writer, a device or a huge file would never end, and somebody waits for the answer.
 */
import fs, { statSync } from 'node:fs';
import { attempt } from '../core/outside.ts';

const LARGEST = 1024 * 1024;

/** Undefined when there is no such file, or none that may be read whole. */
export const readText = (file: string, largest = LARGEST): string | undefined =>
  attempt(() => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= largest ? fs.readFileSync(file, 'utf8') : undefined;
  });
