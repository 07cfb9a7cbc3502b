import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { normalRemote, projectOf } from '../../src/publish/project-id.ts';
import { temporaryHome } from '../fixtures/home.ts';

const GIT = [
  '-c',
  'user.name=jo',
  '-c',
  'user.email=jo@example.test',
  '-c',
  'protocol.file.allow=always',
  '-c',
  'init.defaultBranch=main',
];
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...GIT, ...args], {
    cwd,
    stdio: 'pipe',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
  });

function repository(folder: string, remote?: string): string {
  fs.mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
  if (remote) git(folder, 'remote', 'add', 'origin', remote);
  return folder;
}

describe.each(['plain', 'with a space', '한국어 中文', 'Проект'])('in a home named "%s"', (name) => {
  test('a repository, its subfolders and its worktrees are one project', () => {
    const { root } = temporaryHome(name);
    const repo = repository(path.join(root, 'api'));
    const sub = path.join(repo, 'src/deep');
    fs.mkdirSync(sub, { recursive: true });
    const inside = path.join(repo, 'trees/inside');
    const outside = path.join(root, 'outside');
    git(repo, 'worktree', 'add', '-q', inside);
    git(repo, 'worktree', 'add', '-q', outside);

    const project = projectOf(repo);
    expect(project).toMatchObject({ label: 'api', root: repo });
    expect(project.id).toMatch(/^[0-9a-f]{16}$/);
    expect([sub, inside, outside, path.join(repo, '.git')].map((folder) => projectOf(folder).id)).toEqual(
      Array(4).fill(project.id),
    );
    expect(projectOf(outside).label).toBe('api');
  });

  test('clones of one remote are one project, strangers of one name are two', () => {
    const { root } = temporaryHome(name);
    const one = repository(path.join(root, 'a/api'), 'git@example.test:Acme/api.git');
    const two = repository(path.join(root, 'b/api'), 'https://jo:token@example.test/acme/api');
    const stranger = repository(path.join(root, 'c/api'), 'https://example.test/other/api');
    const local = repository(path.join(root, 'd/api'));
    expect(projectOf(two).id).toBe(projectOf(one).id);
    expect(new Set([one, stranger, local].map((folder) => projectOf(folder).id)).size).toBe(3);
  });
});

test('a submodule is a project of its own', () => {
  const { root } = temporaryHome();
  const library = repository(path.join(root, 'library'));
  const repo = repository(path.join(root, 'app'));
  git(repo, 'submodule', 'add', '-q', library, 'vendor/library');
  const sub = path.join(repo, 'vendor/library');
  expect(projectOf(sub).label).toBe('library');
  expect(projectOf(sub).id).not.toBe(projectOf(repo).id);
  expect(projectOf(sub).root).toBe(sub);
});

test('without git the folder is the project, through links as well', () => {
  const { root, project } = temporaryHome();
  const link = path.join(root, 'link');
  fs.symlinkSync(project, link);
  expect(projectOf(project).label).toBe('project');
  expect(projectOf(link).id).toBe(projectOf(project).id);
  expect(projectOf(root).id).not.toBe(projectOf(project).id);
});

test('a folder that is gone still has a project: its repository where that stands, else its path', () => {
  const { root } = temporaryHome();
  const repo = repository(path.join(root, 'api'));
  expect(projectOf(path.join(repo, 'gone')).id).toBe(projectOf(repo).id);
  const gone = path.join(root, 'gone');
  expect(projectOf(gone)).toMatchObject({ label: 'gone', root: gone });
  expect(projectOf(gone).id).toBe(projectOf(gone).id);
});

test.each(['', 'gitdir: /nowhere', 'gitdir:', '\u0000\u0001'])(
  'a .git file that holds %j is no repository',
  (content) => {
    const { project } = temporaryHome();
    fs.writeFileSync(path.join(project, '.git'), content);
    expect(projectOf(project)).toMatchObject({ label: 'project', root: project });
  },
);

test('a remote of another name counts when there is no origin', () => {
  const { root } = temporaryHome();
  const one = repository(path.join(root, 'one'), 'git@example.test:acme/x.git');
  const two = repository(path.join(root, 'two'));
  git(two, 'remote', 'add', 'upstream', 'git@example.test:acme/x.git');
  expect(projectOf(two).id).toBe(projectOf(one).id);
});

test.each([
  'git@github.com:Acme/web.git',
  'https://github.com/acme/web',
  'https://jo:secret@github.com/acme/web.git/',
  'ssh://git@github.com:22/acme/web/',
  'github.com:acme/web',
  'git://github.com/acme/web.git',
])('%s is github.com/acme/web', (url) => expect(normalRemote(url, '/')).toBe('github.com/acme/web'));

test('a remote on this machine is its path', () => {
  expect(normalRemote('../library', '/srv/app')).toBe('/srv/library');
  expect(normalRemote('file:///srv/git/x.git', '/')).toBe('/srv/git/x');
  expect(normalRemote('/srv/git/x/.git', '/')).toBe('/srv/git/x');
});

describe('a hostile folder is answered in time', () => {
  const timed = (cwd: string) => {
    const started = performance.now();
    const project = projectOf(cwd);
    expect(performance.now() - started).toBeLessThan(1_000);
    return project;
  };

  test('a path of 100 KB', () => void timed('/a'.repeat(50_000)));

  test.each([
    ['.git a pipe', (root: string) => execFileSync('mkfifo', [path.join(root, '.git')])],
    ['.git a device', (root: string) => fs.symlinkSync('/dev/zero', path.join(root, '.git'))],
    [
      'its config a pipe',
      (root: string) => {
        repository(root);
        fs.rmSync(path.join(root, '.git/config'));
        execFileSync('mkfifo', [path.join(root, '.git/config')]);
      },
    ],
    [
      'commondir a device',
      (root: string) => {
        repository(root);
        fs.symlinkSync('/dev/zero', path.join(root, '.git/commondir'));
      },
    ],
    [
      'a config of spaces and slashes',
      (root: string) => {
        repository(root);
        const line = `[remote "origin"]\nurl = https://a/${'/'.repeat(300_000)} x${' '.repeat(300_000)}x\n`;
        fs.writeFileSync(path.join(root, '.git/config'), line);
      },
    ],
  ])('%s', (_, make) => {
    const { project } = temporaryHome();
    make(project);
    expect(timed(project).id).toMatch(/^[0-9a-f]{16}$/);
  });
});
