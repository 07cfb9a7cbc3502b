/** What every command gets from the entry, and how it opens the store: no command reads the process itself. */
import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { type Paths, pathsFrom } from '../platform/paths.ts';
import { type Project, projectOf } from '../publish/project-id.ts';
import type { Db } from '../store/open.ts';
import { openStore } from '../store/open.ts';
import { findProject } from '../store/projects.ts';
import type { Output } from './output.ts';

export interface Run {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  clock: Clock;
  out: Output;
  /** The text on stdin, to its end; `asks`: what a person at a terminal is asked for. */
  input: (asks: string) => Promise<string>;
  /** Asks a yes-or-no question; undefined where there is nobody at a terminal to answer it. */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Whether a person sees what is printed and types what is read. */
  atTerminal?: boolean;
  signal: AbortSignal;
}

export const pathsOf = (run: Run): Paths => pathsFrom(run.env);

/** Whether anything was ever stored. */
export const storeIsThere = (paths: Paths): boolean => fs.existsSync(paths.database);

/** Asks the store, which is not made for it: undefined when there is none yet. */
export function askStore<T>(run: Run, work: (db: Db) => T): T | undefined {
  const paths = pathsOf(run);
  if (!storeIsThere(paths)) return undefined;
  const store = openStore(paths.database);
  try {
    return work(store.db);
  } finally {
    store.close();
  }
}

const isFile = (file: string): boolean => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** The project of a folder; a folder that does not exist must at least have been one, or it is a slip of the pen. */
export function projectAt(run: Run, folder: string | undefined): Project {
  const where = folder !== undefined && path.isAbsolute(folder) ? folder : path.resolve(run.cwd, folder ?? '.');
  if (folder === '' || isFile(where)) {
    throw new AppError('usage', `${folder === '' ? 'an empty --project' : where} is not a folder.`, {
      hint: 'Name a folder of the project: --project DIR',
    });
  }
  const project = projectOf(where);
  const known = () => askStore(run, (db) => findProject(db, project.id)) !== undefined;
  if (folder !== undefined && !fs.existsSync(where) && !known()) {
    throw new AppError('unknown_project', `there is no folder ${where}, and nothing was captured in one.`, {
      hint: 'Name a folder of the project: --project DIR',
    });
  }
  return project;
}
