import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withoutSession } from '../../src/platform/session-env.ts';
import { daemonPathFile, findDaemon, startDaemon } from '../../src/platform/start-daemon.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';

const until = async (holds: () => boolean) => {
  for (let i = 0; i < 200 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(holds()).toBe(true);
};

/** A stand-in for daemon.mjs that writes down what it was given and stays until it is ended. */
function standIn(root: string): {
  script: string;
  seen: () => { pid: number; cwd: string; env: Record<string, string> };
} {
  const report = path.join(root, 'seen.json');
  const script = path.join(root, 'daemon.mjs');
  fs.writeFileSync(
    script,
    `import fs from 'node:fs';
    const { pid, env } = process;
    fs.writeFileSync(${JSON.stringify(`${report}.new`)}, JSON.stringify({ pid, cwd: process.cwd(), env }));
    fs.renameSync(${JSON.stringify(`${report}.new`)}, ${JSON.stringify(report)});
    setTimeout(() => {}, 20_000);`,
  );
  onTestFinished(() => {
    if (fs.existsSync(report)) process.kill(JSON.parse(fs.readFileSync(report, 'utf8')).pid, 'SIGKILL');
  });
  return { script, seen: () => (fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined) };
}

test('the daemon starts in the home, with the settings of the one that starts it', async () => {
  const { root, paths, env } = temporaryHome();
  const { script, seen } = standIn(root);
  fs.mkdirSync(paths.home, { recursive: true });
  expect(startDaemon(paths, { ...env, CLAUDE_CONFIG_DIR: '/c', CLAUDE_SMART_DAEMON: script }, root)).toBe(true);
  await until(() => seen() !== undefined);
  const { cwd, env: given } = seen();
  expect(cwd).toBe(paths.home);
  expect(given).toMatchObject({ HOME: root, CLAUDE_CONFIG_DIR: '/c' });
});

test('the caller’s stdout closes although the daemon lives on', async () => {
  const { root, paths, env } = temporaryHome();
  const { script, seen } = standIn(root);
  fs.mkdirSync(paths.home, { recursive: true });
  const { build } = await import('esbuild');
  const caller = path.join(root, 'caller.mjs');
  await build({
    stdin: {
      resolveDir: REPO,
      loader: 'ts',
      contents: `import { startDaemon } from './src/platform/start-daemon.ts';
        import { pathsFrom } from './src/platform/paths.ts';
        startDaemon(pathsFrom(process.env), process.env, '/'); process.exit(0);`,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: caller,
  });
  const child = spawn(process.execPath, [caller], {
    env: { ...env, CLAUDE_SMART_DAEMON: script },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, 'exit');
  const exited = performance.now();
  if (!child.stdout.closed) await once(child.stdout, 'close');
  // Half of what the daemon lives.
  expect(performance.now() - exited).toBeLessThan(10_000);
  await until(() => seen() !== undefined);
  expect(() => process.kill(seen().pid, 0)).not.toThrow();
});

test('the daemon is found by the variable, beside the program, in the package, or where it said it was', () => {
  const { root, paths, env } = temporaryHome();
  const nowhere = path.join(root, 'a/b/nowhere');
  const at = (folder: string) => {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'daemon.mjs'), '');
    return path.join(folder, 'daemon.mjs');
  };
  expect(findDaemon(paths, env, nowhere)).toBeUndefined();
  fs.mkdirSync(paths.run, { recursive: true });
  const stored = at(path.join(root, 'elsewhere'));
  fs.writeFileSync(daemonPathFile(paths), `${stored}\n`);
  expect(findDaemon(paths, env, nowhere)).toBe(stored);
  const inPackage = at(path.join(root, 'a/dist'));
  expect(findDaemon(paths, env, nowhere)).toBe(inPackage);
  const beside = at(nowhere);
  expect(findDaemon(paths, env, nowhere)).toBe(beside);
  expect(findDaemon(paths, { ...env, CLAUDE_SMART_DAEMON: '/x/d.mjs' }, nowhere)).toBe('/x/d.mjs');
  fs.rmSync(stored);
  expect(findDaemon(paths, env, path.join(root, 'c/d'))).toBeUndefined();
});

test('no daemon to start is no failure, and neither is one that cannot start', () => {
  const { paths, env } = temporaryHome();
  fs.mkdirSync(paths.home, { recursive: true });
  expect(() => startDaemon(paths, { ...env, CLAUDE_SMART_DAEMON: '/nowhere/daemon.mjs' }, '/')).not.toThrow();
});

test('the session’s variables go, the person’s stay', () => {
  const gone = [
    'CLAUDECODE',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_SSE_PORT',
    'CLAUDE_CODE_MESSAGING_X',
    'CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS',
    'CLAUDE_CODE_CHILD_NOTES_DIR',
    'CLAUDE_ENV_FILE',
    'CLAUDE_EFFORT',
    'CLAUDE_PLUGIN_DATA',
  ];
  const kept = [
    'HOME',
    'PATH',
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_USE_BEDROCK',
    'ANTHROPIC_BASE_URL',
    'HTTPS_PROXY',
    'CLAUDE_SMART_HOME',
    'EMEND_HOME',
  ];
  const env = Object.fromEntries([...gone, ...kept].map((name) => [name, 'x']));
  expect(Object.keys(withoutSession(env)).sort()).toEqual([...kept].sort());
});
