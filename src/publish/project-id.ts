/**
 * Says which project a folder belongs to, from files alone (starting git would cost more than the whole hook): the remote, else
 * the common git directory, else the folder itself. Worktrees and subfolders of one repository are one project; two
 * strangers of one name are two.
 */
import fs from 'node:fs';
import path from 'node:path';
import { textHash } from '../core/text-hash.ts';

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

const isGitDir = (folder: string): boolean => fs.existsSync(path.join(folder, 'HEAD'));

/** The git directory that `.git` in `folder` is or points to. */
function gitDirOf(folder: string): string | undefined {
  const dotGit = path.join(folder, '.git');
  if (isGitDir(dotGit)) return dotGit;
  const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(read(dotGit) ?? '')?.[1];
  const gitDir = path.resolve(folder, pointer ?? '');
  return pointer !== undefined && isGitDir(gitDir) ? gitDir : undefined;
}

function commonOf(gitDir: string): string {
  const common = read(path.join(gitDir, 'commondir'))?.trim();
  return real(common ? path.resolve(gitDir, common) : gitDir);
}

function findRepository(cwd: string): Repository | undefined {
  for (let folder = real(cwd); ; folder = path.dirname(folder)) {
    // The second: inside a bare repository, or in a `.git` folder itself.
    const isBare = isGitDir(folder) && fs.existsSync(path.join(folder, 'objects'));
    const gitDir = gitDirOf(folder) ?? (isBare ? folder : undefined);
    if (gitDir !== undefined) return { root: folder, common: commonOf(gitDir) };
    if (folder === path.dirname(folder)) return undefined;
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
  const [, full, short, rest = ''] =
    /^(?:[\w+.-]+:\/\/(?:[^@/]*@)?([^:/]+)(?::\d*)?\/|(?:[^@/]*@)?([^:/\\]{2,}):(?!\/\/))\/*(.*?)(?:\.git)?\/*$/.exec(
      url,
    ) ?? [];
  const host = full ?? short;
  if (host !== undefined) return `${host}/${rest}`.toLowerCase();
  return real(path.resolve(base, url.replace(/^file:\/\//i, ''))).replace(/[/\\]?\.git$/, '');
}

export function projectOf(cwd: string): Project {
  const repository = findRepository(cwd);
  const { root, common } = repository ?? { root: real(cwd), common: '' };
  // A worktree's folder has a name of its own; its repository is named by the folder around the common `.git`.
  const owner = path.basename(common) === '.git' ? path.dirname(common) : root;
  const label = path.basename(owner).replace(/\.git$/, '') || owner;
  if (!repository) return { id: textHash(`path:${root}`), label, root };
  const url = remoteOf(read(path.join(common, 'config')) ?? '');
  const id = textHash(url === undefined ? `git:${common}` : `remote:${normalRemote(url, path.dirname(common))}`);
  return { id, label, root };
}
