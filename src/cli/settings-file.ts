/**
 * The person's settings.json on disk, and what we remember about our part in it. The file is swapped in whole or not at all,
 * keeps its mode and the link it may be, and is left alone when somebody else changed it in between.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { AppError, messageOf } from '../core/errors.ts';
import { makeFolder } from '../platform/folder.ts';
import type { Paths } from '../platform/paths.ts';
import { refusalReason } from '../platform/trouble.ts';

export interface SettingsFile {
  /** The file itself, behind any link. */
  file: string;
  /** Undefined: there is none. */
  text: string | undefined;
  bom: string;
}

const BOM = '\ufeff';

function behindLinks(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    // A link to nowhere is followed too: what it names is made.
    const link = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
    return link ? path.resolve(path.dirname(file), fs.readlinkSync(file)) : file;
  }
}

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AppError('settings_unreadable', `${file} cannot be read: ${refusalReason(error) ?? messageOf(error)}.`, {
      cause: error,
      hint: 'Mend that, then run this again.',
    });
  }
}

export function readSettings(folder: string): SettingsFile {
  const file = behindLinks(path.join(folder, 'settings.json'));
  const text = textOf(file);
  const bom = text?.startsWith(BOM) ? BOM : '';
  return { file, text: text?.slice(bom.length), bom };
}

/** Writes `text` in place of what was read; undefined removes the file. */
export function writeSettings(before: SettingsFile, text: string | undefined): void {
  const { file, bom } = before;
  const fresh = `${file}.claude-smart-${process.pid}`;
  try {
    if (textOf(file) !== (before.text === undefined ? undefined : bom + before.text)) {
      throw new AppError(
        'settings_changed',
        `${file} was changed by another program at this moment; it was not touched.`,
        {
          hint: 'Run this again.',
        },
      );
    }
    if (text === undefined) {
      fs.rmSync(file);
      return;
    }
    makeFolder(path.dirname(file));
    const mode = fs.statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
    fs.writeFileSync(fresh, bom + text, { mode: mode & 0o777, flag: 'wx', flush: true });
    fs.chmodSync(fresh, mode & 0o777);
    fs.renameSync(fresh, file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'settings_unwritable',
      `${file} cannot be written: ${refusalReason(error) ?? messageOf(error)}.`,
      { cause: error, hint: 'Mend that, then run this again.' },
    );
  } finally {
    fs.rmSync(fresh, { force: true });
  }
}

const Memory = z.object({
  file: z.string(),
  /** What stood in the file when it held no document: undefined, there was one; null, there was no file. */
  blank: z.string().nullable().optional(),
  made: z.array(z.string()),
  /** Folders that install made, outermost first: Claude Code's own, and those of the slash commands. */
  folders: z.array(z.string()).default([]),
});
export type Memory = z.infer<typeof Memory>;

const memoryFile = (paths: Paths): string => path.join(paths.run, 'install.json');

/** What was there before we came, as far as the text cannot tell. Without it an uninstall is still right, if not to the byte. */
export function recall(paths: Paths, file: string): Memory | undefined {
  try {
    const memory = Memory.parse(JSON.parse(fs.readFileSync(memoryFile(paths), 'utf8')));
    return memory.file === file ? memory : undefined;
  } catch {
    return undefined;
  }
}

export function remember(paths: Paths, memory: Memory): void {
  makeFolder(paths.run);
  fs.writeFileSync(memoryFile(paths), `${JSON.stringify(memory)}\n`, { mode: 0o600 });
}

export const forget = (paths: Paths): void => fs.rmSync(memoryFile(paths), { force: true });
