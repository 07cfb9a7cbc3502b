/**
 * Says which project a folder belongs to, from files alone (starting git would cost more than the whole hook): the remote, else
 * the common git directory, else the folder itself. Worktrees and subfolders of one repository are one project; two
 * strangers of one name are two.
 */
import fs, { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../core/outside.ts';
import { textHash } from '../core/text-hash.ts';
import { readText } from '../platform/read-text.ts';

export interface Project {
  id: string;
  /** The repository's folder name: for people to read, never to compare. */
  label: string;
  /** The repository's top folder, or the folder itself outside of one. */
  root: string;
}

interface Repository {
  root: string;
  /** What all worktrees share; its `config` names the remotes. */
  common: string;
}

/** No system takes a longer path; every level of one costs several look-ups. */
const LONGEST_PATH = 4_096;
const LONGEST_URL = 2_048;

/** The folder without symbolic links; as it was given when it is gone. */
const real = (folder: string): string => attempt(() => fs.realpathSync.native(folder)) ?? resolve(folder);

const isGitDir = (folder: string): boolean => existsSync(join(folder, 'HEAD'));

/** The git directory that `.git` in `folder` is or points to. */
export function gitDirOf(folder: string): string | undefined {
  const dotGit = join(folder, '.git');
  if (isGitDir(dotGit)) return dotGit;
  const pointer = /^gitdir:(.+)/m.exec(readText(dotGit) ?? '')?.[1]?.trim();
  const gitDir = resolve(folder, pointer ?? '');
  return pointer && isGitDir(gitDir) ? gitDir : undefined;
}

function commonOf(gitDir: string): string {
  const common = readText(join(gitDir, 'commondir'))?.trim();
  return real(common ? resolve(gitDir, common) : gitDir);
}

function findRepository(cwd: string): Repository | undefined {
  for (let folder = real(cwd); ; folder = dirname(folder)) {
    // The second: inside a bare repository, or in a `.git` folder itself.
    const isBare = isGitDir(folder) && existsSync(join(folder, 'objects'));
    const gitDir = gitDirOf(folder) ?? (isBare ? folder : undefined);
    if (gitDir) return { root: folder, common: commonOf(gitDir) };
    if (folder === dirname(folder)) return undefined;
  }
}

/** The URL of `origin`, else of the first remote that has one. */
function remoteOf(config: string): string | undefined {
  let remote: string | undefined;
  let first: string | undefined;
  for (const long of config.split('\n')) {
    const line = long.slice(0, LONGEST_URL).trim();
    const section = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section) remote = section[1]?.toLowerCase() === 'remote' ? section[2] : undefined;
    const url = remote && /^url\s*=\s*"?(.+?)"?$/i.exec(line)?.[1];
    if (!url) continue;
    if (remote === 'origin') return url;
    first ??= url;
  }
  return first;
}

/**
 * One repository, one text: `git@github.com:Acme/web.git`, `https://jo:token@github.com/acme/web` and
 * `ssh://git@github.com:22/acme/web/` all are `github.com/acme/web`. A remote that is a path on this machine is that path.
 */
export function normalRemote(url: string, base: string): string {
  const [, full, short, rest = ''] =
    /^(?:[\w+.-]+:\/\/(?:[^@/]*@)?([^:/]+)(?::\d*)?\/|(?:[^@/]*@)?([^:/\\]{2,}):(?!\/\/))\/*(.*?)(?:\.git)?\/*$/.exec(
      url,
    ) ?? [];
  const host = full ?? short;
  if (host) return `${host}/${rest}`.toLowerCase();
  return real(resolve(base, url.replace(/^file:\/\//i, ''))).replace(/[/\\]?\.git$/, '');
}

export function projectOf(given: string): Project {
  const cwd = given.slice(0, LONGEST_PATH);
  const repository = findRepository(cwd);
  const { root, common } = repository ?? { root: real(cwd), common: '' };
  // A worktree's folder has a name of its own; its repository is named by the folder around the common `.git`.
  const owner = basename(common) === '.git' ? dirname(common) : root;
  const label = basename(owner).replace(/\.git$/, '') || owner;
  if (!repository) return { id: textHash(`path:${root}`), label, root };
  const url = remoteOf(readText(join(common, 'config')) ?? '');
  const id = textHash(url ? `remote:${normalRemote(url, dirname(common))}` : `git:${common}`);
  return { id, label, root };
}
