/**
 * Makes a folder that is its owner's alone, with those above it. (fs.mkdirSync's own `recursive` never returns where a folder
 * cannot be made although everything above it is there: under /proc, or behind a link to nowhere.)
 */
import fs, { existsSync } from 'node:fs';
import { dirname } from 'node:path';

export function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    fs.mkdirSync(folder, 0o700);
  }
}
