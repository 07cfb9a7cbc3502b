import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { workIn } from '../../src/daemon/work.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';

function repositoryIn(home: Home, branch: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: home.project, env: home.env, stdio: 'pipe' });
  git('init', '-q', '-b', branch);
  fs.writeFileSync(path.join(home.project, 'a.ts'), '1');
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', `Begin ${branch}`);
  return path.join(home.project, '.git');
}

test('tells the branch in words, the last commits and what is changed, in any script', async () => {
  const home = temporaryHome();
  repositoryIn(home, 'feature/checkout-webhook');
  fs.writeFileSync(path.join(home.project, 'a.ts'), '2');
  fs.writeFileSync(path.join(home.project, 'größe.ts'), '');
  expect(await workIn(home.project)).toEqual([
    'feature checkout webhook',
    'Begin feature/checkout-webhook',
    'a.ts\ngröße.ts',
  ]);
});

test('asks the repository of the folder, whatever git started this program', async () => {
  const [home, other] = [temporaryHome(), temporaryHome()];
  repositoryIn(home, 'ours');
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('GIT_DIR', repositoryIn(other, 'theirs'));
  vi.stubEnv('GIT_WORK_TREE', other.project);
  expect(await workIn(home.project)).toEqual(['ours', 'Begin ours']);
});

test('a folder without a repository has nothing to tell', async () => {
  expect(await workIn(temporaryHome().project)).toEqual([]);
});
