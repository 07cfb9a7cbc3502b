/** Tells whether a file is still what it was when somebody looked last. */
import { statSync } from 'node:fs';

/** Changes whenever the file is written or replaced, and when it comes or goes. */
export function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return `${found?.ino}:${found?.mtimeMs}:${found?.size}`;
}
