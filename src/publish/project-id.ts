/**
 * Says which project a folder belongs to, from files alone (starting git would cost more than the whole hook): the remote, else
 * the common git directory, else the folder itself. Worktrees and subfolders of one repository are one project; two
 * strangers of one name are two.
 */
import fs from 'node:fs';
import path from 'node:path';
import { shortHash } from '../platform/hash.ts';

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

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The folder without symbolic links; as it was given when it is gone. */
function real(folder: string): string {
  try {
    return fs.realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}

const isFolder = (folder: string): boolean => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
const isGitDir = (folder: string): boolean => fs.existsSync(path.join(folder, 'HEAD'));

/** The git directory that `.git` in `folder` is or points to. */
function gitDirOf(folder: string): string | undefined {
  const dotGit = path.join(folder, '.git');
  if (isFolder(dotGit)) return isGitDir(dotGit) ? dotGit : undefined;
  const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(read(dotGit) ?? '')?.[1];
  if (pointer === undefined) return undefined;
  const gitDir = path.resolve(folder, pointer);
  return isGitDir(gitDir) ? gitDir : undefined;
}

function commonOf(gitDir: string): string {
  const common = read(path.join(gitDir, 'commondir'))?.trim();
  return real(common ? path.resolve(gitDir, common) : gitDir);
}

function findRepository(cwd: string): Repository | undefined {
  let folder = real(cwd);
  for (;;) {
    const gitDir = gitDirOf(folder);
    if (gitDir !== undefined) return { root: folder, common: commonOf(gitDir) };
    // Inside a bare repository or a .git folder itself.
    if (isGitDir(folder) && isFolder(path.join(folder, 'objects'))) return { root: folder, common: commonOf(folder) };
    const parent = path.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

/** The URL of `origin`, else of the first remote that has one. */
function remoteOf(config: string): string | undefined {
  let remote: string | undefined;
  let first: string | undefined;
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section) remote = section[1]?.toLowerCase() === 'remote' ? section[2] : undefined;
    const url = remote === undefined ? undefined : /^\s*url\s*=\s*"?(.+?)"?\s*$/i.exec(line)?.[1];
    if (url === undefined) continue;
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
  const full = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)(?::\d+)?\/*(.*)$/i.exec(url);
  const short = /^(?:[^@/\s]+@)?([^:/\\\s]{2,}):(?!\/\/|\\)\/*(.*)$/.exec(url);
  const [, host = '', rest = ''] = full ?? short ?? [];
  const trim = (text: string) =>
    text
      .replace(/[/\\]+$/, '')
      .replace(/\.git$/i, '')
      .replace(/\/+$/, '');
  if (host === '') return trim(real(path.resolve(base, url.replace(/^file:\/\//i, ''))));
  return `${host}/${trim(rest)}`.toLowerCase();
}

export function projectOf(cwd: string): Project {
  const repository = findRepository(cwd);
  if (!repository) {
    const root = real(cwd);
    return { id: shortHash(`path:${root}`), label: path.basename(root) || root, root };
  }
  const { root, common } = repository;
  const url = remoteOf(read(path.join(common, 'config')) ?? '');
  const id = shortHash(url === undefined ? `git:${common}` : `remote:${normalRemote(url, path.dirname(common))}`);
  return { id, label: labelOf(repository), root };
}

/** A worktree's folder has a name of its own; its repository's name is that of the folder around the common `.git`. */
function labelOf({ root, common }: Repository): string {
  const owner = path.basename(common) === '.git' ? path.dirname(common) : root;
  return path.basename(owner).replace(/\.git$/, '') || owner;
}
