/** Which version of Claude Code a program is. It is only asked for its version: no session begins, and it is not waited for long. */
import { execFile } from 'node:child_process';
import { GUARD_VARIABLE } from '../core/session.ts';
import { withoutSession } from '../platform/session-env.ts';

const ASK_MS = 10_000;

/** The version, or undefined when it says none, fails or hangs. */
export function claudeVersion(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const own = { ...withoutSession(env), [GUARD_VARIABLE]: '1', DISABLE_AUTOUPDATER: '1' };
  const options = { env: own, timeout: ASK_MS, killSignal: 'SIGKILL', maxBuffer: 1_000_000 } as const;
  return new Promise((resolve) => {
    try {
      const child = execFile(program, ['--version'], options, (error, stdout) =>
        resolve(error ? undefined : /\d+\.\d+\.\d+/.exec(stdout)?.[0]),
      );
      child.stdin?.on('error', () => {});
      child.stdin?.end();
    } catch {
      resolve(undefined);
    }
  });
}
