/** The folder that holds prompts/ and migrations/: the package root, found from a source file as well as from a bundle. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export function packageRoot(from: string = import.meta.url): string {
  let folder = path.dirname(fileURLToPath(from));
  while (!fs.existsSync(path.join(folder, 'prompts'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error(`no package root above ${fileURLToPath(from)}`);
    folder = parent;
  }
  return folder;
}

export const VERSION: string = process.env.CLAUDE_SMART_VERSION ?? '0.0.0-source';
