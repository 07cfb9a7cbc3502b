import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXTRACTOR_FOLDER, EXTRACTOR_MARK, GUARD_VARIABLE } from '../../src/core/session.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import { builtDoors, type Feed, payload, records, runDoor, types } from './doors.ts';

const doors = builtDoors();
const run = (home: Home, feed: string | Feed, env: Record<string, string> = {}, args: string[] = []) =>
  runDoor(doors.hook, feed, { ...home.env, ...env }, args);
const QUIET = { code: 0, stdout: '', stderr: '' };

describe('recursion', () => {
  test('with the guard variable nothing is touched, and stdin is not waited for', async () => {
    const home = temporaryHome();
    const bare = await runDoor('-e', '', home.env, ['0']);
    const ran = await run(home, { pieces: [], keepOpen: true }, { [GUARD_VARIABLE]: '1' });
    expect(ran).toMatchObject(QUIET);
    expect(ran.ms - bare.ms).toBeLessThan(100);
    expect(fs.existsSync(home.paths.home)).toBe(false);
  });

  test.each(['sdk-cli', 'sdk-ts', 'sdk-py'])('a headless session (%s) leaves nothing', async (entrypoint) => {
    const home = temporaryHome();
    expect(await run(home, payload(home, 'Stop'), { CLAUDE_CODE_ENTRYPOINT: entrypoint })).toMatchObject(QUIET);
    expect(fs.existsSync(home.paths.home)).toBe(false);
  });

  test.each(['cli', 'claude-vscode', 'claude-desktop', 'claude-jetbrains', '', 'brand-new'])(
    'a person’s session (entrypoint "%s") is captured',
    async (entrypoint) => {
      const home = temporaryHome();
      await run(home, payload(home, 'SessionEnd'), { CLAUDE_CODE_ENTRYPOINT: entrypoint });
      expect(types(home)).toEqual(['Session', 'SessionEnd']);
    },
  );

  test('our own model call leaves nothing, by its folder and by its prompt', async () => {
    const home = temporaryHome();
    const cwd = path.join(home.root, EXTRACTOR_FOLDER, 'x');
    await run(home, payload(home, 'Stop', { cwd }));
    await run(home, payload(home, 'UserPromptSubmit', { prompt: `${EXTRACTOR_MARK} extract` }));
    expect(fs.existsSync(home.paths.home)).toBe(false);
  });

  test('a folder whose name only begins like the model call’s is a person’s', async () => {
    const home = temporaryHome();
    await run(home, payload(home, 'SessionEnd', { cwd: path.join(home.root, `${EXTRACTOR_FOLDER}-docs`) }));
    expect(types(home)).toEqual(['Session', 'SessionEnd']);
  });
});

describe('stdin', () => {
  test.each([
    ['a byte order mark in front', '\ufeff', ''],
    ['a NUL behind', '', '\0'],
    ['another object behind', '', '\n{"a":"}"}'],
  ])('a payload with %s is taken', async (_, before, after) => {
    const home = temporaryHome();
    await run(home, before + payload(home, 'SessionEnd') + after);
    expect(types(home)).toEqual(['Session', 'SessionEnd']);
  });

  test.each([
    ['objects without end', `{"a":[${'{},'.repeat(7_000_000)}`],
    ['a list of objects', `[${'{},'.repeat(7_000_000)}{}]`],
    ['more than is ever taken', `{"a":"${'x'.repeat(40_000_000)}"}`],
  ])(
    '%s are given up in time',
    async (_, text) => {
      const home = temporaryHome();
      const ran = await run(home, text);
      expect(ran).toMatchObject(QUIET);
      expect(ran.ms).toBeLessThan(8_000);
      expect(types(home)).toEqual([]);
    },
    60_000,
  );

  test('a payload is taken although stdin is never closed', async () => {
    const home = temporaryHome();
    const ran = await run(home, { pieces: [payload(home, 'SessionEnd')], keepOpen: true });
    expect(ran).toMatchObject(QUIET);
    expect(ran.ms).toBeLessThan(1_500);
    expect(types(home)).toEqual(['Session', 'SessionEnd']);
  });

  test('a payload that drips in, with braces at the ends of pieces, is taken whole', async () => {
    const home = temporaryHome();
    const text = payload(home, 'PreToolUse', { tool_name: 'Bash', tool_use_id: 't', tool_input: { a: { b: '}é}' } } });
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.subarray(i * 7, i * 7 + 7));
    expect(await run(home, { pieces, everyMs: 5, keepOpen: true })).toMatchObject(QUIET);
    expect(records(home).at(-1)).toMatchObject({ type: 'ToolStart', input: { a: { b: '}é}' } } });
  });

  test.each<[string, Feed]>([
    ['silent', { pieces: [], keepOpen: true }],
    ['half a payload', { pieces: ['{"session_id":"s1","x":{}'], keepOpen: true }],
    ['something else', { pieces: ['hello}'], keepOpen: true }],
  ])('stdin that is %s and open is left at the deadline', async (_, feed) => {
    const home = temporaryHome();
    const ran = await run(home, feed);
    expect(ran).toMatchObject(QUIET);
    expect(ran.ms).toBeLessThan(4_000);
    expect(records(home)).toEqual([]);
  });

  test.each([
    '',
    ' ',
    'x',
    '[]',
    '[{"session_id":"s1"}]',
    '{}',
    'null',
    '{"session_id":["s1"],"hook_event_name":"Stop"}',
    '{"session_id":"../../x","hook_event_name":"Stop"}',
    '\u0000',
  ])('input %j is nobody’s event', async (input) => {
    const home = temporaryHome();
    expect(await run(home, input)).toMatchObject(QUIET);
    expect(fs.existsSync(home.paths.sessions)).toBe(false);
  });

  test('5 MB are cut to the field limit, head and tail', async () => {
    const home = temporaryHome();
    const stdout = `HEAD ${'line of output\n'.repeat(350_000)} Error: TAIL`;
    const ran = await run(
      home,
      payload(home, 'PostToolUse', { tool_name: 'Bash', tool_use_id: 't', tool_response: { stdout, stderr: '' } }),
    );
    expect(ran).toMatchObject(QUIET);
    expect(ran.ms).toBeLessThan(2_000);
    const [, end] = records(home);
    if (end?.type !== 'ToolEnd') throw new Error('no ToolEnd');
    expect(end.output.length).toBeLessThanOrEqual(8_000);
    expect(end.output).toMatch(/^HEAD [\s\S]*characters cut[\s\S]* Error: TAIL$/);
    expect(end.cut).toBeGreaterThan(5_000_000);
  });
});

describe('capture', () => {
  test.each([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'StopFailure',
    'SessionEnd',
    'Setup',
    'PreCompact',
    'PostCompact',
    'SubagentStart',
    'SubagentStop',
    'UserPromptExpansion',
    'Notification',
    'BrandNew',
  ])('%s is accepted in silence', async (event) => {
    const home = temporaryHome();
    const fields = {
      prompt: 'fix it',
      tool_name: 'Bash',
      tool_use_id: 't',
      tool_input: {},
      tool_response: 'x',
      error: 'e',
    };
    expect(await run(home, payload(home, event, fields))).toMatchObject(QUIET);
    expect(types(home)[0]).toBe('Session');
    expect(types(home)).toHaveLength(2);
  });

  test('the event on the command line counts only when the payload names none', async () => {
    const home = temporaryHome();
    await run(home, JSON.stringify({ sessionId: 's1', cwd: home.project }), {}, ['SessionEnd']);
    await run(home, payload(home, 'Setup'), {}, ['SessionEnd']);
    expect(types(home)).toEqual(['Session', 'SessionEnd', 'Setup']);
  });

  test('the first events of two dozen sessions, at once into a home that is not there yet, are all kept', async () => {
    for (let round = 0; round < 3; round++) {
      const home = temporaryHome();
      const ids = Array.from({ length: 24 }, (_, n) => `session-${n}`);
      await Promise.all(
        ids.map((session_id) => run(home, payload(home, 'UserPromptSubmit', { session_id, prompt: 'no, blue' }))),
      );
      const lost = ids.filter(
        (id) => !fs.readFileSync(path.join(home.paths.sessions, `${id}.jsonl`), 'utf8').includes('no, blue'),
      );
      expect(lost).toEqual([]);
    }
  });

  test('the header says whose the buffer is', async () => {
    const home = temporaryHome('дом 家');
    await run(home, payload(home, 'SessionEnd'));
    expect(records(home)[0]).toMatchObject({
      session_id: 's1',
      cwd: home.project,
      project_label: 'project',
      transcript_path: path.join(home.root, 'transcript.jsonl'),
      entrypoint: 'cli',
    });
  });

  test('a prompt that no person typed becomes no turn', async () => {
    const home = temporaryHome();
    for (const fields of [
      { prompt: '<task-notification>x</task-notification>' },
      { prompt: 'x', source: 'sdk' },
      { prompt: 'x', agent_id: 'a' },
    ]) {
      await run(home, payload(home, 'UserPromptSubmit', fields));
    }
    expect(records(home)).toEqual([]);
  });

  test('secrets and private spans never reach the disk, in no field', async () => {
    const home = temporaryHome();
    const secret = ['gh', 'p_', 'FXnPxgCsKAzknnrG0IRqFhUITv5qQQICgRI6'].join('');
    const text = `use ${secret} <private>my NEEDLE</private> ok`;
    await run(home, payload(home, 'UserPromptSubmit', { prompt: text }));
    await run(
      home,
      payload(home, 'PreToolUse', { tool_name: 'X', tool_input: { a: [{ b: text, password: 'NEEDLE1' }] } }),
    );
    await run(home, payload(home, 'PostToolUse', { tool_name: 'X', tool_response: { content: [{ text }] } }));
    await run(home, payload(home, 'PostToolUseFailure', { tool_name: 'X', error: text }));
    await run(home, payload(home, 'Stop', { last_assistant_message: text }));
    await run(home, payload(home, 'StopFailure', { error: 'x', last_assistant_message: text }));
    const files = fs
      .readdirSync(home.paths.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    const all = files.map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8')).join('\n');
    expect(types(home)).toHaveLength(8);
    expect(all).not.toContain(secret);
    expect(all).not.toContain('NEEDLE');
  });

  test('the last reply is recorded once, whether the transcript shows it or not yet', async () => {
    const home = temporaryHome();
    const transcript = path.join(home.root, 'transcript.jsonl');
    const line = (uuid: string, type: string, content: unknown) =>
      `${JSON.stringify({ type, uuid, sessionId: 's1', timestamp: new Date().toISOString(), message: { id: uuid, role: type, content } })}\n`;
    const texts = () =>
      records(home).flatMap((record) => (record.type === 'Assistant' || record.type === 'User' ? [record.text] : []));
    await run(home, payload(home, 'SessionStart', { source: 'startup' }));
    await run(home, payload(home, 'UserPromptSubmit', { prompt: 'one' }));
    fs.writeFileSync(transcript, line('u1', 'user', 'one'));
    await run(home, payload(home, 'Stop', { last_assistant_message: 'done one' }));
    expect(texts()).toEqual(['one', 'done one']);
    // The reply arrives late, and the hook of the second prompt did not fire.
    fs.appendFileSync(
      transcript,
      line('a1', 'assistant', [{ type: 'text', text: 'done one' }]) + line('u2', 'user', 'two'),
    );
    await run(home, payload(home, 'Stop', { last_assistant_message: 'done two' }));
    expect(texts().sort()).toEqual(['done one', 'done two', 'one', 'two']);
    await run(home, payload(home, 'Stop'));
    expect(texts()).toHaveLength(4);
  });
});

describe('where nothing can be written', () => {
  test('a home that is a file, and one whose parent is missing, are no failure', async () => {
    const home = temporaryHome();
    const file = path.join(home.root, 'file');
    fs.writeFileSync(file, '');
    for (const place of [file, path.join(file, 'below')]) {
      for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd', 'PostToolUse']) {
        expect(await run(home, payload(home, event, { prompt: 'x' }), { CLAUDE_SMART_HOME: place })).toMatchObject(
          QUIET,
        );
      }
    }
    expect(fs.readFileSync(file, 'utf8')).toBe('');
  });

  test('the first cause is kept for the doctor, within a limit', async () => {
    const home = temporaryHome();
    fs.mkdirSync(home.paths.home, { recursive: true });
    fs.writeFileSync(home.paths.sessions, 'in the way');
    await run(home, payload(home, 'SessionEnd'));
    const log = path.join(home.paths.logs, 'hook.log');
    expect(fs.readFileSync(log, 'utf8')).toMatch(/^20\S+Z SessionEnd E[A-Z]+: [^\n]+\n$/);
    fs.writeFileSync(log, 'x'.repeat(70_000));
    await run(home, payload(home, 'SessionEnd'));
    expect(fs.statSync(log).size).toBe(70_000);
  });
});

test('an event whose name has lines forges none in the log, and a long one does not fill it', async () => {
  const home = temporaryHome();
  fs.mkdirSync(home.paths.home);
  fs.writeFileSync(home.paths.sessions, 'no folder');
  await run(home, payload(home, `Odd\n2030-01-01 forged ${'y z '.repeat(1_000_000)}`));
  const log = fs.readFileSync(path.join(home.paths.logs, 'hook.log'), 'utf8');
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(log.length).toBeLessThan(700);
});
