/**
 * What is known of the work in a folder before anybody says a word: the branch, what was committed last, what is changed and
 * not committed. git is asked with a deadline, takes no lock and runs nothing that the repository configures for it.
 */
import { execFile } from 'node:child_process';

const DEADLINE_MS = 3_000;
const MOST_BYTES = 512 * 1024;
const SUBJECTS = 8;
const FILES = 40;

const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.quotePath=false'];
const QUIET = [...SETTINGS.flatMap((one) => ['-c', one]), '--no-optional-locks'];

/** The folder says which repository is asked, not a git that once started the session whose hook started us (GIT_DIR). */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
}

/** What git prints, or '' when it cannot say. (A status begins with a space.) */
function git(cwd: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd, env: environment(), timeout: DEADLINE_MS, maxBuffer: MOST_BYTES, windowsHide: true };
    execFile('git', [...QUIET, ...args], options, (_, stdout) => resolve(String(stdout ?? '').trimEnd()));
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
