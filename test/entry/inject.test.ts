import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { frame } from '../../src/inject/render.ts';
import { INJECTION_CEILING } from '../../src/platform/config.ts';
import { socketAddress } from '../../src/platform/paths.ts';
import type { Reply, Request } from '../../src/platform/protocol.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { standIn } from '../fixtures/daemon.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import { builtDoors, payload, records, runDoor } from './doors.ts';

const doors = builtDoors();
const run = (home: Home, event: string, fields: object = {}, env: Record<string, string> = {}) =>
  runDoor(doors.hook, payload(home, event, fields), { ...home.env, ...env });
const start = (home: Home, source: string, env: Record<string, string> = {}) =>
  run(home, 'SessionStart', { source }, env);

const ITEMS = [
  { id: 'aaaaaabbbbbbccccccdddddd01', text: 'When installing: use pnpm.' },
  { id: 'eeeeeeffffffgggggghhhhhh02', text: 'The person lives in Lisbon.' },
];

function render(home: Home, items: unknown = ITEMS, more = 0): void {
  fs.mkdirSync(home.paths.inject, { recursive: true });
  const file = path.join(home.paths.inject, `${projectOf(home.project).id}.json`);
  fs.writeFileSync(file, JSON.stringify({ format: 1, rendered_at: '2030-01-01T00:00:00.000Z', items, more }));
}

const contextOf = (stdout: string): string =>
  stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput?.additionalContext;
const injected = (home: Home) => records(home).flatMap((record) => (record.type === 'Injected' ? [record] : []));

/** Where a started daemon leaves its mark; it ends at once. */
function countingDaemon(home: Home): { env: Record<string, string>; starts: () => number } {
  const mark = path.join(home.root, 'started');
  const script = path.join(home.root, 'daemon.mjs');
  fs.writeFileSync(script, `import fs from 'node:fs'; fs.appendFileSync(${JSON.stringify(mark)}, 'x');`);
  return { env: { CLAUDE_SMART_DAEMON: script }, starts: () => (fs.existsSync(mark) ? fs.statSync(mark).size : 0) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 400));
const until = async (holds: () => boolean) => {
  for (let i = 0; i < 100 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(holds()).toBe(true);
};

describe('SessionStart', () => {
  test('tells what was rendered last, in one object that names its event, with no daemon', async () => {
    const home = temporaryHome('with space 家');
    render(home, ITEMS, 3);
    const ran = await start(home, 'startup');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: frame(ITEMS, 3) },
    });
    expect(injected(home)).toMatchObject([
      { event: 'SessionStart', ids: ITEMS.map((item) => item.id), units: frame(ITEMS, 3).length },
    ]);
  });

  test('a resumed session is told only what it does not know; after a compaction, everything', async () => {
    const home = temporaryHome();
    render(home, ITEMS.slice(0, 1));
    await start(home, 'startup');
    expect((await start(home, 'resume')).stdout).toBe('');
    render(home);
    expect(contextOf((await start(home, 'resume')).stdout)).toBe(frame(ITEMS.slice(1), 0));
    expect((await start(home, 'resume')).stdout).toBe('');
    expect(contextOf((await start(home, 'compact')).stdout)).toBe(frame(ITEMS, 0));
    expect((await start(home, 'resume')).stdout).toBe('');
  });

  test('a reader that is gone already does not keep the daemon from being started', async () => {
    const home = temporaryHome();
    render(home);
    const { env, starts } = countingDaemon(home);
    const child = spawn(process.execPath, [doors.hook], { env: { ...home.env, ...env }, stdio: 'pipe' });
    child.stdout.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    child.stdin.end(payload(home, 'SessionStart', { source: 'startup' }));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(0);
    await until(() => starts() === 1);
    expect(injected(home)).toEqual([]);
  });

  test('a notice is shown once, by one of the sessions that start at once', async () => {
    const home = temporaryHome();
    fs.mkdirSync(home.paths.inject, { recursive: true });
    fs.writeFileSync(path.join(home.paths.inject, 'notice.json'), JSON.stringify({ message: 'Run claude and /login' }));
    const ran = await Promise.all([...Array(6)].map(() => start(home, 'startup')));
    const shown = ran.map(({ stdout }) => stdout).filter((stdout) => stdout !== '');
    expect(shown.map((stdout) => JSON.parse(stdout))).toEqual([{ systemMessage: 'Run claude and /login' }]);
  });

  test('never more than the ceiling: whole items, best first, the rest counted', async () => {
    const home = temporaryHome();
    const big = [...Array(500)].map((_, i) => ({ id: `${i}`.padStart(26, 'z'), text: `語😀 ${'x'.repeat(300)} ${i}` }));
    render(home, big, 7);
    const context = contextOf((await start(home, 'startup')).stdout);
    expect(context.length).toBeLessThanOrEqual(INJECTION_CEILING);
    expect(context.length).toBeGreaterThan(8_000);
    const shown = injected(home)[0]?.ids ?? [];
    expect(shown).toEqual(big.slice(0, shown.length).map((item) => item.id));
    expect(context).toContain(`${507 - shown.length} more`);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"format":2,"items":[]}',
    '{"format":1,"items":"x"}',
    '{"format":1,"items":[null,{"id":1},{"id":"a"}]}',
    JSON.stringify({ format: 1, items: [{ id: 'a'.repeat(26), text: 'x'.repeat(80_000) }], more: 0 }),
  ])('a snapshot that is unreadable, empty or too large tells nothing (%#)', async (text) => {
    const home = temporaryHome();
    render(home);
    fs.writeFileSync(path.join(home.paths.inject, `${projectOf(home.project).id}.json`), text);
    fs.writeFileSync(path.join(home.paths.inject, 'notice.json'), '{');
    expect(await start(home, 'startup')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('is told although the session cannot be captured', async () => {
    const home = temporaryHome();
    render(home);
    fs.writeFileSync(home.paths.sessions, 'in the way');
    expect(contextOf((await start(home, 'startup')).stdout)).toBe(frame(ITEMS, 0));
  });
});

describe('UserPromptSubmit', () => {
  const recallOf =
    (text: string, ids: string[]) =>
    (request: Request): Reply =>
      request.op === 'recall'
        ? { ok: true, version: '0.1.0', text, ids, tokens: 7 }
        : { ok: false, version: '0.1.0', error: 'not asked' };

  test('prints what the daemon recalls, and notes it', async () => {
    const home = temporaryHome();
    const heard = await standIn(home, recallOf('<claude-smart>\nuse pnpm\n</claude-smart>', ['a1']));
    const ran = await run(home, 'UserPromptSubmit', { prompt: 'install lodash' });
    expect(contextOf(ran.stdout)).toContain('use pnpm');
    expect(JSON.parse(ran.stdout).hookSpecificOutput.hookEventName).toBe('UserPromptSubmit');
    expect(heard).toMatchObject([{ op: 'recall', session_id: 's1', cwd: home.project, prompt: 'install lodash' }]);
    expect(injected(home)).toMatchObject([
      { event: 'UserPromptSubmit', ids: ['a1'], units: contextOf(ran.stdout).length },
    ]);
  });

  test('prints nothing when nothing fits, nothing too long, and asks nothing for a machine’s prompt', async () => {
    const home = temporaryHome();
    let text = '';
    const heard = await standIn(home, (request) => recallOf(text, ['a1'])(request));
    expect((await run(home, 'UserPromptSubmit', { prompt: 'x' })).stdout).toBe('');
    text = 'x'.repeat(INJECTION_CEILING + 1);
    expect((await run(home, 'UserPromptSubmit', { prompt: 'x' })).stdout).toBe('');
    await run(home, 'UserPromptSubmit', { prompt: '<task-notification>x</task-notification>' });
    expect(heard).toHaveLength(2);
    expect(injected(home)).toEqual([]);
  });

  /** What a preloaded script finds when the hook ends. */
  const preloaded = (home: Home, script: string): Record<string, string> => {
    const file = path.join(home.root, 'preload.cjs');
    fs.writeFileSync(file, script);
    return { NODE_OPTIONS: `--require=${JSON.stringify(file)}` };
  };

  test('is answered without the network code, which takes longer to load than the answer takes', async () => {
    const home = temporaryHome();
    await standIn(home, recallOf('use pnpm', ['a1']));
    const loaded = path.join(home.root, 'loaded');
    const env = preloaded(
      home,
      `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(loaded)}, process.moduleLoadList.join('\\n')))`,
    );
    expect(contextOf((await run(home, 'UserPromptSubmit', { prompt: 'install' }, env)).stdout)).toBe('use pnpm');
    const modules = fs.readFileSync(loaded, 'utf8').split('\n');
    expect(modules).toContain('NativeModule fs');
    expect(modules).not.toContain('NativeModule net');
  });

  test('is answered by a Node that keeps its pipes to itself', async () => {
    const home = temporaryHome();
    await standIn(home, recallOf('use pnpm', ['a1']));
    const env = preloaded(home, "process.binding = () => { throw new Error('not any more') }");
    const ran = await run(home, 'UserPromptSubmit', { prompt: 'install' }, env);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(contextOf(ran.stdout)).toBe('use pnpm');
    expect(injected(home)).toMatchObject([{ ids: ['a1'] }]);
  });

  test('asks about a prompt that fills the socket, and reads an answer as long, both whole', async () => {
    const home = temporaryHome();
    const text = '→ é 漢 '.repeat(1_500);
    const heard = await standIn(home, recallOf(text, ['a1']));
    const prompt = '漢'.repeat(400_000);
    const ran = await run(home, 'UserPromptSubmit', { prompt });
    expect(contextOf(ran.stdout)).toBe(text);
    expect(heard).toMatchObject([{ prompt: prompt.slice(0, 16_000) }]);
  });

  test.each<[string, (home: Home) => unknown]>([
    ['is down', () => {}],
    [
      'left its socket file',
      (home) => {
        fs.mkdirSync(home.paths.run, { recursive: true });
        fs.writeFileSync(socketAddress(home.paths), '');
      },
    ],
    [
      'was killed',
      async (home) => {
        fs.mkdirSync(home.paths.run, { recursive: true });
        const listener = `require('net').createServer().listen(${JSON.stringify(socketAddress(home.paths))}, () => process.kill(process.pid, 'SIGKILL'))`;
        await once(spawn(process.execPath, ['-e', listener]), 'exit');
        expect(fs.existsSync(socketAddress(home.paths))).toBe(true);
      },
    ],
    ['never answers', (home) => standIn(home, () => undefined)],
    ['refuses', (home) => standIn(home, () => ({ ok: false, version: '0.1.0', error: 'database is locked' }))],
    ['answers nonsense', (home) => standIn(home, () => ({ ok: true, version: '0.1.0', text: 5 }) as unknown as Reply)],
  ])('a daemon that %s costs neither the turn nor the record', async (_, prepare) => {
    const home = temporaryHome();
    await prepare(home);
    const ran = await run(home, 'UserPromptSubmit', { prompt: 'install lodash' });
    expect(ran).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(ran.ms, 'without a deadline it would wait for ever').toBeLessThan(10_000);
    expect(records(home).at(-1)).toMatchObject({ type: 'User', text: 'install lodash' });
  });
});

describe('the daemon', () => {
  /** The card of a daemon that touched it `age` ms ago. */
  function card(home: Home, version: string, { pid = process.pid, age = 0 } = {}): void {
    fs.mkdirSync(home.paths.run, { recursive: true });
    const file = path.join(home.paths.run, 'daemon.json');
    fs.writeFileSync(file, JSON.stringify({ pid, started_at: '2030-01-01T00:00:00.000Z', version }));
    const touched = new Date(Date.now() - age);
    fs.utimesSync(file, touched, touched);
  }
  const deadPid = async () => {
    const child = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => child.on('close', resolve));
    return child.pid ?? 0;
  };

  test('is started by SessionStart and Stop when none answers, and by nothing else', async () => {
    for (const starter of ['Stop', 'SessionStart']) {
      const home = temporaryHome();
      const { env, starts } = countingDaemon(home);
      for (const event of ['UserPromptSubmit', 'PostToolUse', 'SessionEnd', 'Notification'])
        await run(home, event, { prompt: 'x' }, env);
      await run(home, 'Stop', { agent_id: 'a' }, env);
      await settled();
      expect(starts()).toBe(0);
      await run(home, starter, { source: 'startup' }, env);
      await until(() => starts() === 1);
    }
  });

  test('is started once by twenty hooks that find nobody at the same moment', async () => {
    const home = temporaryHome();
    const { env, starts } = countingDaemon(home);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => run(home, n % 2 ? 'Stop' : 'SessionStart', { source: 'startup' }, env)),
    );
    await until(() => starts() > 0);
    await settled();
    // Two, when they straddle the end of the ten seconds that a claim names.
    expect(starts()).toBeLessThanOrEqual(2);
  });

  test('is started again when an earlier start came to nothing', async () => {
    const home = temporaryHome();
    const { env, starts } = countingDaemon(home);
    fs.mkdirSync(home.paths.run, { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(home.paths.run, `starting-${Math.floor(Date.now() / 10_000) - 1}`), '');
    await run(home, 'Stop', {}, env);
    await until(() => starts() === 1);
  });

  test('whose card is fresh is left alone, and nobody loads what it takes to ask it', async () => {
    const home = temporaryHome();
    const { env, starts } = countingDaemon(home);
    const heard = await standIn(home, () => undefined);
    card(home, '99.0.0');
    await start(home, 'startup', env);
    await run(home, 'Stop', {}, env);
    await run(home, 'SessionEnd', {}, env);
    await settled();
    expect(starts()).toBe(0);
    expect(heard).toEqual([]);
  });

  test.each<[string, (home: Home) => unknown]>([
    ['was killed', async (home) => card(home, '99.0.0', { pid: await deadPid() })],
    ['hangs, or whose number is another process now', (home) => card(home, '99.0.0', { age: 70_000 })],
    [
      'was killed before the clock was set back, and whose number is another process now',
      (home) => card(home, '99.0.0', { age: -3_600_000 }),
    ],
    ['is older than the hook', (home) => card(home, '0.0.1')],
    ['left half a card', (home) => fs.writeFileSync(path.join(home.paths.run, 'daemon.json'), '{"pid":')],
  ])('that %s gets a successor', async (_, prepare) => {
    for (const starter of ['Stop', 'SessionStart']) {
      const home = temporaryHome();
      const { env, starts } = countingDaemon(home);
      fs.mkdirSync(home.paths.run, { recursive: true });
      await prepare(home);
      await run(home, starter, { source: 'startup' }, env);
      await until(() => starts() === 1);
    }
  });
});

describe('other events', () => {
  const answering = (home: Home) =>
    standIn(home, () => ({ ok: true, version: '0.1.0', text: 'use pnpm', ids: ['a1'], tokens: 2 }));

  test('a slash command is told what fits its name and what was typed behind it, never what it expands to', async () => {
    const home = temporaryHome();
    const heard = await answering(home);
    const command = { command_name: 'ship', command_args: 'the cart', prompt: '/ship the cart', expanded: 'BODY' };
    const ran = await run(home, 'UserPromptExpansion', command);
    expect(JSON.parse(ran.stdout).hookSpecificOutput).toEqual({
      hookEventName: 'UserPromptExpansion',
      additionalContext: 'use pnpm',
    });
    expect(heard).toMatchObject([{ event: 'UserPromptExpansion', prompt: 'ship the cart /ship the cart' }]);
    expect(JSON.stringify(heard)).not.toContain('BODY');
  });

  test('a command hook asks before a tool, after one that failed and for a subagent, not after one that went well', async () => {
    const home = temporaryHome();
    const heard = await answering(home);
    const tool = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'npm i' }, tool_response: 'ok' };
    for (const event of ['PreToolUse', 'PostToolUse']) await run(home, event, tool);
    await run(home, 'PostToolUseFailure', { ...tool, error: `${'x'.repeat(9_000)} ERR! the end` });
    await run(home, 'SubagentStart', { agent_id: 'sub1', agent_type: 'Explore' });
    for (const event of ['StopFailure', 'PreCompact', 'SubagentStop', 'Setup']) await run(home, event, { error: 'x' });
    expect(heard).toMatchObject([
      { event: 'PreToolUse', tool: 'Bash', input: { command: 'npm i' } },
      { event: 'PostToolUseFailure', output: expect.stringMatching(/^x+ ERR! the end$/) },
      { event: 'SubagentStart', agent_id: 'sub1', agent_type: 'Explore' },
    ]);
    expect(injected(home).map((record) => [record.event, record.agent_id])).toEqual([
      ['PreToolUse', undefined],
      ['PostToolUseFailure', undefined],
      ['SubagentStart', 'sub1'],
    ]);
  });

  test('what is asked about a file of a megabyte is cut', async () => {
    const home = temporaryHome();
    const heard = await answering(home);
    await run(home, 'PreToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: '/a.ts', content: 'const x = 1;\n'.repeat(100_000) },
    });
    expect(heard).toHaveLength(1);
    expect(JSON.stringify(heard).length).toBeLessThan(20_000);
  });
});
