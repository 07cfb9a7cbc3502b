/**
 * Makes a folder that is its owner's alone, with those above it. (fs.mkdirSync's own `recursive` never returns where a folder
 * cannot be made although everything above it is there: under /proc, or behind a link to nowhere.)
 */
import fs, { existsSync } from 'node:fs';
import { dirname } from 'node:path';

export function makeFolder(folder: string): void {
  if (!make(folder)) return;
  const above = dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  // Other processes make the same folders meanwhile: what is there now may be theirs.
  const missing = make(folder);
  if (missing) throw missing;
}

/** What is missing above it, if something is; that it is there already is as good as made. */
function make(folder: string): unknown {
  try {
    fs.mkdirSync(folder, 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return error;
    if (code !== 'EEXIST') throw error;
  }
  return undefined;
}
