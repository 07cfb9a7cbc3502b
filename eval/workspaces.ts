/**
 * Makes the folders a scenario plays in, under one temporary root: a git repository a project, or the repositories,
 * worktrees and remotes that its workspaces describe.
 */
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import type { Scenario, Workspace } from './scenario.ts';

/** Where something of the scenario happens: the key of a workspace, else the name of a project. */
export interface Spot {
  workspace?: string | undefined;
  project?: string | undefined;
}

export interface Ground {
  cwdOf(spot: Spot): string;
  /** One place for each project or workspace that the scenario knows. */
  places: { key: string; cwd: string }[];
}

const git = (cwd: string, ...args: string[]) =>
  execa('git', ['-c', 'user.name=eval', '-c', 'user.email=eval@localhost', '-c', 'commit.gpgsign=false', ...args], {
    cwd,
  });

async function repository(folder: string, remote: string | null | undefined): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  await git(folder, 'init', '--quiet');
  if (remote) await git(folder, 'remote', 'add', 'origin', remote);
}

/** The folder that holds a common git directory, or the directory itself when it is a bare one. */
const ownerOf = (commonDir: string): string =>
  path.basename(commonDir) === '.git' ? path.dirname(commonDir) : commonDir;

async function shared(under: (folder: string) => string, commonDir: string, members: Workspace[]): Promise<void> {
  const main = under(ownerOf(commonDir));
  await repository(main, members.find(({ git_remote }) => git_remote)?.git_remote);
  const trees = new Set(members.map(({ git_toplevel, cwd }) => under(git_toplevel ?? cwd)).filter((at) => at !== main));
  // A worktree needs something to check out.
  if (trees.size > 0) await git(main, 'commit', '--quiet', '--allow-empty', '-m', 'Begin');
  for (const tree of trees) await git(main, 'worktree', 'add', '--quiet', '--detach', tree);
}

export async function makeGround(scenario: Scenario, root: string): Promise<Ground> {
  const workspaces = scenario.workspaces;
  if (workspaces === undefined) return plainGround(scenario, root);
  const under = (folder: string) => path.join(root, folder);
  const groups = groupBy(Object.values(workspaces), (one) => one.git_common_dir ?? '');
  // Outer repositories first: a worktree may lie inside of one.
  for (const [common, members] of [...groups].sort(([a], [b]) => a.length - b.length)) {
    if (common !== '') await shared(under, common, members);
  }
  const places = Object.entries(workspaces).map(([key, { cwd }]) => ({ key, cwd: under(cwd) }));
  for (const { cwd } of places) fs.mkdirSync(cwd, { recursive: true });
  const cwdOf = ({ workspace }: Spot) => (places.find(({ key }) => key === workspace) ?? places[0])?.cwd ?? root;
  return { cwdOf, places };
}

async function plainGround(scenario: Scenario, root: string): Promise<Ground> {
  const names = new Set([scenario.project, ...scenario.probes.flatMap(({ project }) => project ?? [])]);
  const places = [...names].map((key) => ({ key, cwd: path.join(root, key) }));
  for (const { cwd } of places) await repository(cwd, undefined);
  return { cwdOf: ({ project }) => path.join(root, project ?? scenario.project), places };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
