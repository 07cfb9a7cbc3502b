import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { GUARD_VARIABLE } from '../../src/core/session.ts';
import type { Reply } from '../../src/platform/protocol.ts';
import { standIn } from '../fixtures/daemon.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import { builtDoors, payload, records, runDoor, types } from './doors.ts';

const doors = builtDoors();

interface Message {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: unknown;
}

class Server {
  readonly child: ChildProcessWithoutNullStreams;
  readonly replies: Message[] = [];
  stderr = '';
  #text = '';

  constructor(home: Home, env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [doors.mcp], { env: { ...home.env, ...env } });
    onTestFinished(() => void this.child.kill('SIGKILL'));
    this.child.stderr.on('data', (chunk) => (this.stderr += chunk));
    this.child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.#text += chunk;
      const lines = this.#text.split('\n');
      this.#text = lines.pop() ?? '';
      for (const line of lines) this.replies.push(JSON.parse(line) as Message);
    });
  }

  write(text: string): void {
    this.child.stdin.write(text);
  }

  async ask(method: string, params: object = {}, id: unknown = `${method} ${this.replies.length}`): Promise<Message> {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return this.reply(id);
  }

  async reply(id: unknown): Promise<Message> {
    for (let i = 0; i < 400; i++) {
      const reply = this.replies.find((message) => message.id === id);
      if (reply) return reply;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`no answer to ${id}`);
  }

  call(input: object): Promise<Message> {
    return this.ask('tools/call', { name: 'hook', arguments: input });
  }
}

/** As Claude Code fills in the fields: objects as JSON text, what is missing as an empty text. */
const tool = (home: Home, event: string, fields: Record<string, string> = {}) => ({
  event,
  session_id: 's1',
  transcript_path: path.join(home.root, 'transcript.jsonl'),
  cwd: home.project,
  prompt_id: 'p1',
  agent_id: '',
  tool_name: 'Bash',
  tool_use_id: 't1',
  tool_input: '{"command":"npm test"}',
  ...fields,
});

const SILENT_TEXT = { content: [{ type: 'text', text: '' }] };

const recalled = (ids: string[]): Reply => ({ ok: true, version: '0.1.0', text: 'use pnpm', ids, tokens: 2 });
const contextOf = ({ result = {} }: Message) => {
  const [block] = result.content as { text: string }[];
  return JSON.parse(block?.text ?? '').hookSpecificOutput;
};

test('a tool is asked with the texts and numbers that it takes, whatever else a model sends', async () => {
  const home = temporaryHome();
  const heard = await standIn(home, () => ({ ok: true, version: '0.1.0', answer: 'an answer' }));
  const server = new Server(home);
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const many = JSON.stringify(Array(300).fill('y'.repeat(9_000)));
  const rest = `"query":"zod","limit":{"valueOf":1},"more":"${'x'.repeat(2_000_000)}","many":${many},"deep":${deep}`;
  for (const [id, given] of [`{${rest}}`, `{"query":${deep}}`, '["zod"]', '"zod"', 'null'].entries()) {
    server.write(`{"id":${id},"method":"tools/call","params":{"name":"search","arguments":${given}}}\n`);
    const { result } = await server.reply(id);
    expect(result).toEqual({ content: [{ type: 'text', text: 'an answer' }] });
  }
  expect(heard.map((request) => request.op === 'tool' && request.arguments)).toEqual([
    { query: 'zod' },
    {},
    {},
    {},
    {},
  ]);
});

describe('what the daemon recalls', () => {
  test.each([
    ['PreToolUse', {}],
    ['PostToolUse', { tool_response: '{"stdout":"ok"}' }],
    ['PostToolUseFailure', { error: 'ERR! no lockfile' }],
    ['SubagentStart', { agent_id: 'sub1', agent_type: 'Explore' }],
  ])('is the answer at %s, in the form of a hook’s output, and is noted', async (event, fields) => {
    const home = temporaryHome();
    const heard = await standIn(home, () => recalled(['a1']));
    const server = new Server(home);
    const reply = await server.call(tool(home, event, fields));
    expect(contextOf(reply)).toEqual({ hookEventName: event, additionalContext: 'use pnpm' });
    expect(heard).toMatchObject([{ op: 'recall', event, session_id: 's1', cwd: home.project }]);
    const agent = 'agent_id' in fields ? { agent_id: 'sub1' } : {};
    expect(records(home).filter(({ type }) => type === 'Injected')).toMatchObject([
      { event, ids: ['a1'], units: 8, tokens: 2, ...agent },
    ]);
  });

  test('is nothing when nothing fits, when it is refused, and when it is too long', async () => {
    const home = temporaryHome();
    let answer: Reply = { ok: true, version: '0.1.0', text: '', ids: [], tokens: 0 };
    await standIn(home, () => answer);
    const server = new Server(home);
    expect((await server.call(tool(home, 'PreToolUse'))).result).toEqual(SILENT_TEXT);
    answer = { ok: false, version: '0.1.0', error: 'database is locked' };
    expect((await server.call(tool(home, 'PreToolUse'))).result).toEqual(SILENT_TEXT);
    answer = { ok: true, version: '0.1.0', text: 'x'.repeat(9_501), ids: ['a1'], tokens: 1 };
    expect((await server.call(tool(home, 'PreToolUse'))).result).toEqual(SILENT_TEXT);
    expect(records(home).filter(({ type }) => type === 'Injected')).toEqual([]);
  });

  test('is asked for in the fields that say what a call is about, however deep or many the rest', async () => {
    const home = temporaryHome();
    const heard = await standIn(home, () => recalled(['a1']));
    const server = new Server(home);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const many = JSON.stringify(Array.from({ length: 300 }, () => ({ old_string: 'x'.repeat(9_000) })));
    for (const rest of [deep, many]) {
      const tool_input = `{"file_path":"/a.ts","edits":${rest}}`;
      const reply = await server.call(tool(home, 'PreToolUse', { tool_name: 'MultiEdit', tool_input }));
      expect(contextOf(reply)).toMatchObject({ additionalContext: 'use pnpm' });
    }
    expect(heard).toMatchObject([{ input: { file_path: '/a.ts' } }, { input: { file_path: '/a.ts' } }]);
    expect(JSON.stringify(heard).length).toBeLessThan(2_000);
  });

  test('is not asked for again for a moment where there is nothing to tell', async () => {
    const home = temporaryHome();
    const heard = await standIn(home, () => ({ ...recalled([]), text: '', quiet_ms: 700 }) as Reply);
    const server = new Server(home);
    for (const event of ['PreToolUse', 'PreToolUse', 'PostToolUse', 'PreToolUse']) await server.call(tool(home, event));
    await server.call(tool(home, 'PreToolUse', { agent_id: 'sub1' }));
    expect(heard.map((request) => request.op === 'recall' && [request.event, request.agent_id])).toEqual([
      ['PreToolUse', undefined],
      ['PostToolUse', undefined],
      ['PreToolUse', 'sub1'],
    ]);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await server.call(tool(home, 'PreToolUse'));
    expect(heard).toHaveLength(4);
  });

  test('costs a few short deadlines where the daemon hangs, and nothing between them', async () => {
    const home = temporaryHome();
    const heard = await standIn(home, () => undefined);
    const server = new Server(home);
    await server.ask('initialize');
    for (let n = 0; n < 20; n++) {
      expect((await server.call(tool(home, 'PreToolUse', { tool_use_id: `t${n}` }))).result).toEqual(SILENT_TEXT);
    }
    // The pauses get longer: also where each call takes half a second, more are not asked.
    expect(heard.length).toBeLessThan(5);
    expect(records(home).filter(({ type }) => type === 'ToolStart')).toHaveLength(20);
  });

  test('is asked for again soon after several at once missed the same moment', async () => {
    const home = temporaryHome();
    let isBusy = true;
    await standIn(home, () => (isBusy ? undefined : recalled(['a1'])));
    const server = new Server(home);
    const missed = Array.from({ length: 6 }, (_, n) =>
      server.ask(
        'tools/call',
        { name: 'hook', arguments: tool(home, 'PreToolUse', { tool_use_id: `t${n}` }) },
        `m${n}`,
      ),
    );
    expect((await Promise.all(missed)).map(({ result }) => result)).toEqual(Array(6).fill(SILENT_TEXT));
    isBusy = false;
    // Six pauses, each four times the one before, would be a minute.
    await expect
      .poll(async () => contextOf(await server.call(tool(home, 'PreToolUse'))), { timeout: 10_000, interval: 200 })
      .toMatchObject({ additionalContext: 'use pnpm' });
  });
});

describe('the protocol', () => {
  test('initialize is answered in the client’s version, and `hook` is not listed', async () => {
    const server = new Server(temporaryHome());
    const { result } = await server.ask('initialize', { protocolVersion: '2099-01-01', capabilities: {} });
    expect(result).toMatchObject({
      protocolVersion: '2099-01-01',
      capabilities: { tools: {} },
      serverInfo: { name: 'claude-smart' },
    });
    const { tools } = (await server.ask('tools/list')).result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['search', 'show', 'why', 'tag']);
    expect(JSON.stringify(tools).length).toBeLessThan(1_500);
  });

  test('a headless session is offered no tool', async () => {
    const server = new Server(temporaryHome(), { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' });
    expect((await server.ask('tools/list')).result).toEqual({ tools: [] });
    expect((await server.ask('tools/call', { name: 'show' })).result).toEqual(SILENT_TEXT);
  });

  test('unknown methods get an empty result, notifications and broken lines none', async () => {
    const server = new Server(temporaryHome());
    server.write(
      '{"jsonrpc":"2.0","method":"notifications/initialized"}\n\nnonsense\n[]\nnull\n7\n{"id":1}\n{"jsonrpc":"2.0","id":9,"result":{}}\n',
    );
    for (const method of ['ping', 'server/discover', 'resources/list', 'brand/new']) {
      expect((await server.ask(method)).result).toEqual({});
    }
    expect((await server.ask('ping', {}, 0)).result).toEqual({});
    expect(server.replies).toHaveLength(5);
    expect(server.stderr).toBe('');
  });

  test('lines in pieces, several in one piece, and one of a megabyte are understood', async () => {
    const home = temporaryHome();
    const server = new Server(home);
    const text = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n${JSON.stringify({ jsonrpc: '2.0', id: 'é', method: 'ping' })}\n`;
    for (const byte of Buffer.from(text)) {
      server.child.stdin.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const big = await server.call(tool(home, 'PostToolUse', { tool_response: `start ${'x'.repeat(1_000_000)} end` }));
    expect(big.result).toEqual(SILENT_TEXT);
    expect(server.replies.map(({ id }) => id).slice(0, 2)).toEqual([1, 'é']);
    expect(records(home).at(-1)).toMatchObject({
      output: expect.stringMatching(/^start x+\n\[… \d+ characters cut …\]\nx+ end$/),
    });
  });

  test('the server ends when its stdin does, and what was called before is answered', async () => {
    const home = temporaryHome();
    await standIn(home, () => ({ ok: true, version: '0.1.0', answer: 'use pnpm' }));
    const server = new Server(home);
    await server.ask('ping');
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'show', arguments: {} } };
    server.child.stdin.end(`${JSON.stringify(call)}\n`);
    const [code] = await once(server.child, 'close');
    expect(code).toBe(0);
    expect(server.replies.at(-1)).toMatchObject({ id: 7, result: { content: [{ type: 'text', text: 'use pnpm' }] } });
  });
});

describe('the hook tool', () => {
  test('captures a call, its result and its failure', async () => {
    const home = temporaryHome();
    const server = new Server(home);
    const answers = [
      await server.call(tool(home, 'PreToolUse')),
      await server.call(tool(home, 'PostToolUse', { tool_response: '{"stdout":"ok","stderr":""}', duration_ms: '12' })),
      await server.call(
        tool(home, 'PostToolUseFailure', { tool_use_id: 't2', error: 'Exit code 1\nno', is_interrupt: '' }),
      ),
    ];
    expect(answers.map(({ result, error }) => [result, error])).toEqual(Array(3).fill([SILENT_TEXT, undefined]));
    const made = records(home).map(({ ts, ...record }) => record);
    expect(made.slice(1)).toEqual([
      { type: 'ToolStart', tool: 'Bash', tool_use_id: 't1', input: { command: 'npm test' } },
      { type: 'ToolEnd', tool: 'Bash', tool_use_id: 't1', status: 'ok', output: 'ok', duration_ms: 12 },
      { type: 'ToolEnd', tool: 'Bash', tool_use_id: 't2', status: 'error', output: 'Exit code 1\nno' },
    ]);
    expect(made[0]).toMatchObject({ type: 'Session', project_label: 'project', cwd: home.project });
  });

  test('writes the same records as the command hook does', async () => {
    const [one, two] = [temporaryHome(), temporaryHome()];
    const server = new Server(one);
    const response = { stdout: 'a\u001b[31m', stderr: 'password=hunter2-x' };
    await server.call(tool(one, 'PostToolUse', { tool_response: JSON.stringify(response) }));
    const fields = {
      tool_name: 'Bash',
      tool_use_id: 't1',
      tool_input: { command: 'npm test' },
      tool_response: response,
    };
    await runDoor(doors.hook, payload(two, 'PostToolUse', fields), two.env);
    const without = (home: Home) =>
      records(home)
        .slice(1)
        .map(({ ts, ...record }) => record);
    expect(without(one)).toEqual(without(two));
    expect(without(one)).toHaveLength(1);
  });

  test('keeps nothing of a subagent, of another tool’s call, and of a call that names no session', async () => {
    const home = temporaryHome();
    const server = new Server(home);
    await server.call(tool(home, 'PreToolUse', { agent_id: 'a1' }));
    await server.call(tool(home, 'PreToolUse', { session_id: '' }));
    await server.call(tool(home, 'PreToolUse', { session_id: '../x' }));
    await server.ask('tools/call', { name: 'other', arguments: tool(home, 'PreToolUse') });
    await server.ask('tools/call', { name: 'hook' });
    await server.ask('tools/call');
    expect(fs.existsSync(home.paths.sessions)).toBe(false);
  });

  test.each([[{ [GUARD_VARIABLE]: '1' }], [{ CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }]])(
    'with %j the server answers and writes nothing',
    async (env) => {
      const home = temporaryHome();
      const server = new Server(home, env);
      expect((await server.ask('initialize')).result).toMatchObject({ serverInfo: {} });
      expect((await server.call(tool(home, 'PreToolUse'))).result).toEqual(SILENT_TEXT);
      expect(fs.existsSync(home.paths.home)).toBe(false);
    },
  );

  test('a home that cannot be written is no failed hook', async () => {
    const home = temporaryHome();
    const file = path.join(home.root, 'file');
    fs.writeFileSync(file, '');
    const server = new Server(home, { CLAUDE_SMART_HOME: file });
    const { result, error } = await server.call(tool(home, 'PreToolUse'));
    expect([result, error]).toEqual([SILENT_TEXT, undefined]);
    expect((await server.ask('ping')).result).toEqual({});
  });

  test('answers within milliseconds and stays small over a thousand calls', async () => {
    const home = temporaryHome();
    const server = new Server(home);
    await server.ask('ping');
    const started = performance.now();
    for (let i = 0; i < 1_000; i++) {
      const input = tool(home, 'PostToolUse', { tool_use_id: `t${i}`, tool_response: 'x'.repeat(5_000) });
      server.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params: { name: 'hook', arguments: input } })}\n`,
      );
    }
    await server.ask('ping', {}, 'last');
    expect((performance.now() - started) / 1_000).toBeLessThan(5);
    expect(types(home)).toHaveLength(1_001);
    if (process.platform !== 'linux') return;
    const status = fs.readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(80 * 1024);
  });

  test('a server that only waits takes at most 60 MB', async () => {
    const home = temporaryHome();
    const server = new Server(home);
    await server.ask('initialize');
    await server.call(tool(home, 'PreToolUse'));
    if (process.platform !== 'linux') return;
    const status = fs.readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(60 * 1024);
  });
});

test('a batch, an id that is none and a line that is too long are answered', async () => {
  const server = new Server(temporaryHome());
  const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
  server.write(`${JSON.stringify([ping(1), ping(2)])}\n`);
  server.write(`{"jsonrpc":"2.0","method":"ping","id":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`);
  server.write(`{"method":"tools/call","params":{"a":"${'x'.repeat(65 * 1024 * 1024)}"},"jsonrpc":"2.0","id":7}\n`);
  server.write(`{"jsonrpc":"2.0","id":"8","method":"tools/call","params":{"a":"${'x'.repeat(65 * 1024 * 1024)}"}}\n`);
  await server.ask('ping');
  const [batch, ...rest] = server.replies;
  expect(batch).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(rest.map(({ id }) => id)).toEqual([null, 7, '8', expect.any(String)]);
  expect(rest.every(({ result }) => result !== undefined)).toBe(true);
}, 30_000);

test.skipIf(process.getuid?.() !== 0)('a user without a home and without an entry in passwd is answered', async () => {
  const env = { PATH: process.env.PATH ?? '', CLAUDE_CODE_ENTRYPOINT: 'cli' };
  const child = spawn(process.execPath, ['-'], { env, uid: 54_321, gid: 54_321, cwd: '/' });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'hook', arguments: { event: 'Stop', session_id: 's1', cwd: '/' } },
  };
  const source = fs.readFileSync(doors.mcp, 'utf8').replaceAll('import.meta.dirname', '"/"');
  child.stdin.end(
    `${source}\nprocess.stdin.emit('data', Buffer.from(${JSON.stringify(`${JSON.stringify(call)}\n`)}));setTimeout(() => process.exit(0), 500)`,
  );
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ id: 1, result: {} });
});
