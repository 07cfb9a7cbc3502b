import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXTRACTOR_FOLDER, EXTRACTOR_MARK, GUARD_VARIABLE, recursionReason } from '../../src/core/session.ts';
import { type Call, callClaude, INPUT_CEILING } from '../../src/extract/claude.ts';
import { type FakeClaude, fakeClaude, isRunning } from '../fixtures/fake-claude.ts';

let home: string;
let fake: FakeClaude;
let call: Call;

beforeEach(async () => {
  // A space in the path: what is handed over must not fall apart at it.
  home = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'claude smart '));
  fake = fakeClaude(path.join(home, 'fake'));
  call = {
    config: { claude: 'claude', callTimeoutMs: 20_000 },
    paths: { run: path.join(home, 'run') },
    env: { ...fake.env, HOME: home },
    system: 'You read sessions.',
    prompt: 'Read this.',
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    model: 'haiku',
  };
});
afterEach(() => fs.promises.rm(home, { recursive: true, force: true }));

const only = () => {
  const calls = fake.calls();
  expect(calls).toHaveLength(1);
  return calls[0] as NonNullable<(typeof calls)[0]>;
};
const flagValue = (argv: string[], flag: string) => argv[argv.indexOf(flag) + 1];
const expectNoneRuns = (pids: number[]) => expect(pids.filter(isRunning)).toEqual([]);

describe('what the child is given', () => {
  it('is locked down on the command line, and an empty argument stays one argument', async () => {
    await callClaude(call);
    const { argv } = only();
    expect(argv[0]).toBe('-p');
    for (const flag of ['--safe-mode', '--no-session-persistence', '--strict-mcp-config', '--disable-slash-commands']) {
      expect(argv).toContain(flag);
    }
    expect(flagValue(argv, '--tools')).toBe('');
    expect(flagValue(argv, '--mcp-config')).toBe('{"mcpServers":{}}');
    expect(flagValue(argv, '--output-format')).toBe('json');
    expect(flagValue(argv, '--model')).toBe('haiku');
    expect(flagValue(argv, '--system-prompt')).toBe(`${EXTRACTOR_MARK}\nYou read sessions.`);
    // The real one refuses a schema that names a dialect.
    expect(JSON.parse(flagValue(argv, '--json-schema') ?? '')).toEqual({ type: 'object' });
  });

  it('gets the prompt on stdin up to its end, whatever characters it holds', async () => {
    call.prompt = `$(touch x) \`y\` "quoted"\n日本語 🎉 ${'x'.repeat(300_000)}`;
    await callClaude(call);
    expect(only().stdin).toBe(`${EXTRACTOR_MARK}\n${call.prompt}`);
  });

  it('has the guard and none of the variables of the session that started it', async () => {
    const session = {
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDE_CODE_CHILD_SESSION: 'a',
      CLAUDE_CODE_SESSION_ID: 'b',
      CLAUDE_CODE_SSE_PORT: '1',
      CLAUDE_CODE_MESSAGING_SOCKET: 'c',
      CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS: 'd',
      CLAUDE_CODE_CHILD_NOTES_DIR: 'e',
      CLAUDE_ENV_FILE: 'f',
      CLAUDE_EFFORT: 'g',
      CLAUDE_PLUGIN_ROOT: 'h',
      CLAUDE_PLUGIN_DATA: 'i',
    };
    const kept = { CLAUDE_CONFIG_DIR: '/c', HTTPS_PROXY: 'http://p', CLAUDE_CODE_USE_BEDROCK: '1' };
    await callClaude({ ...call, env: { ...call.env, ...session, ...kept } });
    const { env } = only();
    for (const name of Object.keys(session)) expect(env).not.toHaveProperty(name);
    expect(env).toMatchObject({
      ...kept,
      [GUARD_VARIABLE]: '1',
      HOME: home,
      CLAUDE_CODE_MAX_RETRIES: '2',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    });
  });

  it('inherits nothing from this process but what it is given', async () => {
    process.env.LEAKS_FROM_THE_TEST = '1';
    await callClaude(call);
    delete process.env.LEAKS_FROM_THE_TEST;
    expect(only().env).not.toHaveProperty('LEAKS_FROM_THE_TEST');
  });

  it('runs in an empty private folder, emptied again for the next call', async () => {
    const folder = path.join(home, 'run', EXTRACTOR_FOLDER);
    await callClaude(call);
    fs.mkdirSync(path.join(folder, '.claude'));
    fs.writeFileSync(path.join(folder, 'CLAUDE.md'), 'Always run tests.');
    await callClaude(call);
    expect(fake.calls().map(({ cwd, cwdEntries }) => ({ cwd, cwdEntries }))).toEqual(
      Array(2).fill({ cwd: fs.realpathSync(folder), cwdEntries: [] }),
    );
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is recognised as our own by each of the three guards alone', async () => {
    await callClaude(call);
    const { env, cwd, stdin } = only();
    expect(recursionReason(env)).toBe('guard variable');
    expect(recursionReason({}, { cwd })).toBe('extractor folder');
    expect(recursionReason({}, { prompt: stdin })).toBe('extractor prompt');
  });
});

describe('what comes back', () => {
  it('has the structured output, the text and what it cost', async () => {
    fake.reply({ structured: { a: 1 }, usd: 0.02, inputTokens: 1234, outputTokens: 56 });
    const outcome = await callClaude(call);
    expect(outcome).toMatchObject({ ok: true, structured: { a: 1 }, usd: 0.02, inputTokens: 1234, outputTokens: 56 });
    expect(outcome.durationMs).toBeGreaterThan(10);
  });

  it('has what a failed call cost as well', async () => {
    fake.reply({ error: 'API Error: 529 Overloaded', status: 529, usd: 0.01 });
    expect(await callClaude(call)).toMatchObject({ ok: false, class: 'transient', usd: 0.01, inputTokens: 1000 });
  });

  it('names what to do when there is no such program', async () => {
    const outcome = await callClaude({ ...call, config: { ...call.config, claude: 'no-such-claude' } });
    expect(outcome).toMatchObject({ ok: false, class: 'setup' });
    expect(outcome).toMatchObject({ message: '`no-such-claude` was not found', neverStarted: true });
  });

  it('is a setup failure when the program may not be run', async () => {
    const program = path.join(home, 'claude');
    fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o600 });
    const outcome = await callClaude({ ...call, config: { ...call.config, claude: program } });
    expect(outcome).toMatchObject({ ok: false, class: 'setup' });
  });

  it('is a failure of its class even when the child ends before it has read a long prompt', async () => {
    const program = path.join(home, 'claude');
    fs.writeFileSync(program, '#!/bin/sh\necho "Invalid API key · Please run /login"\nexit 1\n', { mode: 0o700 });
    const long = { ...call, prompt: 'x'.repeat(390_000), config: { ...call.config, claude: program } };
    expect(await callClaude(long)).toMatchObject({ ok: false, class: 'auth' });
  });

  it('is malformed, and nothing is started, when the prompt is above the ceiling', async () => {
    const outcome = await callClaude({ ...call, prompt: 'x'.repeat(INPUT_CEILING) });
    expect(outcome).toMatchObject({ ok: false, class: 'malformed' });
    expect(fake.calls()).toEqual([]);
  });

  it('is malformed when the child prints without end', async () => {
    fake.reply({ raw: 'x'.repeat(5_000_000) });
    expect(await callClaude(call)).toMatchObject({ ok: false, class: 'malformed' });
    expectNoneRuns(fake.calls().map(({ pid }) => pid));
  });
});

describe('nothing is left running', () => {
  it.each(['holds', 'quiet', 'stubborn'] as const)(
    'after a success with a grandchild that is %s',
    async (grandchild) => {
      fake.reply({ structured: { a: 1 }, grandchild });
      expect(await callClaude(call)).toMatchObject({ ok: true, structured: { a: 1 } });
      expect(fake.grandchildren()).toHaveLength(1);
      expectNoneRuns([...fake.grandchildren(), only().pid]);
    },
  );

  it.each([false, true])('after a timeout (SIGTERM ignored: %s)', async (ignoreTerm) => {
    fake.reply({ hang: true, ignoreTerm, grandchild: ignoreTerm ? 'stubborn' : 'holds' });
    const outcome = await callClaude({ ...call, config: { ...call.config, callTimeoutMs: 800 } });
    expect(outcome).toMatchObject({ ok: false, class: 'transient' });
    expect(outcome.durationMs).toBeGreaterThan(750);
    expect(fake.grandchildren()).toHaveLength(1);
    expectNoneRuns([...fake.grandchildren(), only().pid]);
  });

  it('after the caller stopped it', async () => {
    fake.reply({ hang: true });
    const stop = new AbortController();
    const running = callClaude({ ...call, signal: stop.signal });
    while (fake.calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    expect(await running).toMatchObject({ ok: false, class: 'transient', message: 'the call was stopped' });
    expectNoneRuns([only().pid]);
  });

  it('and what left the group but holds the output does not hold the call', async () => {
    const program = path.join(home, 'claude');
    const pidFile = path.join(home, 'escaped.pid');
    const script = `#!/bin/sh\nsetsid sh -c 'echo $$ > "$PID_FILE"; exec sleep 60' &\nsleep 0.3\necho '{"type":"result","subtype":"success","is_error":false,"result":"hi"}'\n`;
    fs.writeFileSync(program, script, { mode: 0o700 });
    const env = { ...call.env, PID_FILE: pidFile };
    const outcome = await callClaude({ ...call, env, config: { ...call.config, claude: program } });
    process.kill(Number(fs.readFileSync(pidFile, 'utf8')), 'SIGKILL');
    expect(outcome).toMatchObject({ ok: true, text: 'hi' });
    expect(outcome.durationMs).toBeLessThan(10_000);
  });

  it('starts nothing when it was stopped before', async () => {
    expect(await callClaude({ ...call, signal: AbortSignal.abort() })).toMatchObject({ ok: false, class: 'transient' });
    expect(fake.calls()).toEqual([]);
  });

  it('the check itself sees a process that runs', () => {
    const child = spawn('sleep', ['60']);
    expect(isRunning(child.pid as number)).toBe(true);
    child.kill('SIGKILL');
  });
});

describe('an older claude', () => {
  /** A program path of its own: what a binary does not know is remembered for the life of the process. */
  const older = (...unknownFlags: string[]) => {
    fake.setup({ version: '2.0.0', unknownFlags });
    const program = path.join(home, 'older-claude');
    fs.symlinkSync(fake.program, program);
    return { ...call, config: { ...call.config, claude: program } };
  };

  it('is called again without each flag it does not know, and with other means in place of safe mode', async () => {
    fake.reply({ structured: { a: 1 } });
    const outcome = await callClaude(older('--safe-mode', '--no-session-persistence', '--json-schema'));
    expect(outcome).toMatchObject({ ok: true, text: '{"a":1}' });
    expect(outcome).not.toHaveProperty('structured');
    expect(fake.rejected()).toHaveLength(3);
    const { argv } = only();
    for (const flag of ['--safe-mode', '--no-session-persistence', '--json-schema']) expect(argv).not.toContain(flag);
    expect(flagValue(argv, '--settings')).toBe('{"disableAllHooks":true}');
    expect(flagValue(argv, '--tools')).toBe('');
  });

  it('is not asked twice about the same flag', async () => {
    const old = older('--strict-mcp-config', '--mcp-config', '--disable-slash-commands', '--tools');
    await callClaude(old);
    await callClaude(old);
    expect(fake.rejected()).toHaveLength(4);
    expect(fake.calls()).toHaveLength(2);
    expect(flagValue(fake.calls()[1]?.argv ?? [], '--disallowedTools')).toMatch(/Bash.*Write/);
  });

  it('is a setup failure when it does not know what the call cannot do without', async () => {
    const outcome = await callClaude(older('--system-prompt'));
    expect(outcome).toMatchObject({ ok: false, class: 'setup' });
    expect(outcome.ok || outcome.message).toMatch(/too old.*--system-prompt/);
    expect(fake.rejected()).toHaveLength(1);
  });
});
