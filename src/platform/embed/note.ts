/**
 * Why a model did not load, kept in a file: `status` tells it without loading one itself. It holds for that file and that version
 * of ours only, and goes with the next success. A note that cannot be written is not a reason to fail.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, isText, parseJson } from '../../core/outside.ts';
import { makeFolder } from '../folder.ts';
import { VERSION } from '../package-root.ts';
import type { Paths } from '../paths.ts';
import { readText } from '../read-text.ts';

export const noteFile = (paths: Paths): string => path.join(paths.run, 'model.json');

interface Noted {
  file: string;
  note: string;
}

export function writeNote({ file, note }: Noted, why: string): void {
  attempt(() => {
    makeFolder(path.dirname(note));
    fs.writeFileSync(note, `${JSON.stringify({ file, version: VERSION, why })}\n`, { mode: 0o600 });
  });
}

export function clearNote({ note }: Pick<Noted, 'note'>): void {
  attempt(() => fs.rmSync(note, { force: true }));
}

/** The reason, or undefined when the model has not been tried or did load. */
export function readNote({ file, note }: Noted): string | undefined {
  const noted = parseJson(readText(note));
  return noted?.file === file && noted.version === VERSION && isText(noted.why) ? noted.why : undefined;
}
