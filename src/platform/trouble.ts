/**
 * What the machine refused, in words: errors of Node's file functions as AppErrors that name the place, the reason and the mend.
 * Pure; an error that is no such refusal is a bug and stays what it is.
 */
import { AppError } from '../core/errors.ts';
import { claudeConfigDir, pathsFrom } from './paths.ts';

const REASONS: Readonly<Record<string, [code: string, reason: string]>> = {
  EACCES: ['no_permission', 'permission is denied'],
  EPERM: ['no_permission', 'permission is denied'],
  EROFS: ['read_only', 'it is on a disk that is read-only'],
  ENOSPC: ['disk_full', 'the disk is full'],
  EDQUOT: ['disk_full', 'your share of the disk is used up'],
  EFBIG: ['disk_full', 'the file would be larger than is allowed'],
  ENOTDIR: ['bad_place', 'there is a file where a folder should be'],
  EEXIST: ['bad_place', 'something else is there'],
  EISDIR: ['bad_place', 'there is a folder where a file should be'],
  ENOENT: ['bad_place', 'there is no such place'],
  ELOOP: ['bad_place', 'its links lead in a circle'],
  ENAMETOOLONG: ['bad_place', 'its path is too long'],
  EIO: ['disk_fault', 'the disk reports a fault'],
  EMFILE: ['too_many_files', 'too many files are open'],
  ENFILE: ['too_many_files', 'too many files are open'],
};

const VERBS: Readonly<Record<string, string>> = {
  mkdir: 'made',
  write: 'written',
  rename: 'written',
  ftruncate: 'written',
  fsync: 'written',
  unlink: 'removed',
  rm: 'removed',
  rmdir: 'removed',
  scandir: 'read',
  read: 'read',
  lstat: 'read',
  stat: 'read',
};

const isErrno = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

/** Why it was refused, as the end of a sentence; undefined for anything but a refusal. */
export const refusalReason = (error: unknown): string | undefined =>
  isErrno(error) ? REASONS[error.code ?? '']?.[1] : undefined;

type Env = Readonly<Record<string, string | undefined>>;

const isWithin = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`);

/** Which variable moves the folder that a file is in, or is above of. */
function settingOf(file: string, env: Env): string | undefined {
  const { emend, home } = pathsFrom(env);
  const places: [setting: string, folder: string][] = [
    ['EMEND_HOME', emend],
    ['CLAUDE_SMART_HOME', home],
    ['CLAUDE_CONFIG_DIR', claudeConfigDir(env)],
  ];
  return places.find(([, folder]) => isWithin(file, folder) || isWithin(folder, file))?.[0];
}

const mendOf = (code: string, setting: string | undefined): string => {
  const elsewhere = setting === undefined ? '' : `, or set ${setting} to another folder`;
  if (code === 'disk_full') return `Nothing that was captured is lost. Make room${elsewhere}, then run this again.`;
  return `Mend that${elsewhere}, then run this again.`;
};

/** The refusal as an AppError, or the error itself. */
export function explained(error: unknown, env: Env): unknown {
  if (!isErrno(error)) return error;
  if (error.syscall === 'uv_cwd') return noWorkingFolder(error);
  const [code, reason] = REASONS[error.code ?? ''] ?? [];
  const file = error.path;
  const setting = file === undefined ? undefined : settingOf(file, env);
  // A file that is missing anywhere else is one that we should have brought along.
  if (code === undefined || (error.code === 'ENOENT' && setting === undefined)) return error;
  const { home, emend } = pathsFrom(env);
  const place = file ?? `a file in ${home} or ${emend}`;
  const verb = VERBS[error.syscall ?? ''] ?? 'opened';
  return new AppError(code, `${place} cannot be ${verb}: ${reason}.`, { cause: error, hint: mendOf(code, setting) });
}

const noWorkingFolder = (cause: unknown): AppError =>
  new AppError('no_working_folder', 'the folder that you are in is not there any more.', {
    cause,
    hint: 'Change to a folder that is there, then run this again.',
  });
