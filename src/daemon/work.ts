/**
 * What is known of the work in a folder before anybody says a word: the branch, what was committed last, what is changed and
 * not committed. git is asked with a deadline, takes no lock and runs nothing that the repository configures for it.
 */
import { execFile } from 'node:child_process';

const DEADLINE_MS = 3_000;
const MOST_BYTES = 512 * 1024;
const SUBJECTS = 8;
const FILES = 40;

const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-optional-locks'];

/** What git prints, or '' when it cannot say. */
function git(cwd: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
    const options = { cwd, env, timeout: DEADLINE_MS, maxBuffer: MOST_BYTES, windowsHide: true };
    execFile('git', [...QUIET, ...args], options, (_, stdout) => resolve(String(stdout ?? '').trim()));
  });
}

const lines = (text: string, most: number): string[] => text.split('\n', most).filter((line) => line !== '');

/** Texts to search with, each about one thing; none outside of a repository. */
export async function workIn(cwd: string): Promise<string[]> {
  const [branch, subjects, status] = await Promise.all([
    git(cwd, 'symbolic-ref', '-q', '--short', 'HEAD'),
    git(cwd, 'log', `-${SUBJECTS}`, '--no-show-signature', '--format=%s'),
    git(cwd, 'status', '--porcelain'),
  ]);
  const changed = lines(status, FILES).map((line) => line.slice(3));
  return [branch.replace(/[/_-]+/g, ' '), ...lines(subjects, SUBJECTS), changed.join('\n')].filter(
    (text) => text !== '',
  );
}
