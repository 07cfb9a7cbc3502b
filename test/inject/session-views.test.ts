import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SessionViews } from '../../src/inject/session-views.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { sessionStart, user, writeSession } from '../fixtures/sessions.ts';

const injected = (ids: string[], agent_id?: string) => (ts: string) => ({
  type: 'Injected' as const,
  ts,
  event: 'PreToolUse',
  ids,
  units: 1,
  ...(agent_id && { agent_id }),
});
const agentStart =
  (id: string, prompt: string, subagent_type = 'general-purpose') =>
  (ts: string) => ({
    type: 'ToolStart' as const,
    ts,
    tool: 'Agent',
    tool_use_id: id,
    input: { prompt, subagent_type },
  });
const agentEnd = (id: string, output: string) => (ts: string) => ({
  type: 'ToolEnd' as const,
  ts,
  tool: 'Agent',
  tool_use_id: id,
  status: 'ok' as const,
  output,
});

const LATER = 1_000_000;

test('tells what was shown, as the buffer grows, begins anew after a compaction and when the buffer does', () => {
  const { paths } = temporaryHome();
  const views = new SessionViews();
  const file = writeSession(paths, { id: 's' }, [user('hello'), injected(['a', 'b'])]);
  const seen = () => [...views.of(file).seen('', LATER)];
  expect(seen()).toEqual(['a', 'b']);
  writeSession(paths, { id: 's' }, [injected(['c']), user('{"type":"Injected","ids":["x"]}')]);
  expect(seen()).toEqual(['a', 'b', 'c']);
  writeSession(paths, { id: 's' }, [sessionStart('compact'), injected(['d'])]);
  expect(seen()).toEqual(['d']);
  writeSession(paths, { id: 's' }, [sessionStart('resume')]);
  expect(seen()).toEqual(['d']);
  fs.writeFileSync(file, '');
  expect(seen()).toEqual([]);
  expect([...views.of(path.join(paths.sessions, 'none.jsonl')).seen('', LATER)]).toEqual([]);
});

test('a line that is being written is read when it is whole', () => {
  const { paths } = temporaryHome();
  const views = new SessionViews();
  const file = writeSession(paths, { id: 's' }, [user('hello')]);
  const line = `${JSON.stringify(injected(['a'])('2030-01-01T00:00:00.000Z'))}\n`;
  fs.appendFileSync(file, line.slice(0, 30));
  expect([...views.of(file).seen('', LATER)]).toEqual([]);
  fs.appendFileSync(file, line.slice(30));
  expect([...views.of(file).seen('', LATER)]).toEqual(['a']);
});

test('a subagent has a context of its own', () => {
  const { paths } = temporaryHome();
  const file = writeSession(paths, { id: 's' }, [injected(['a']), injected(['b'], 'sub')]);
  const view = new SessionViews().of(file);
  expect([...view.seen('', LATER)]).toEqual(['a']);
  expect([...view.seen('sub', LATER)]).toEqual(['b']);
});

test('what is on its way to a door counts as shown for a moment', () => {
  const { paths } = temporaryHome();
  const views = new SessionViews();
  const file = writeSession(paths, { id: 's' }, [user('hello')]);
  views.of(file).hand(['a'], '', 1_000);
  expect([...views.of(file).seen('', 1_001)]).toEqual(['a']);
  // A door that never said that it told it did not.
  expect([...views.of(file).seen('', 9_000)]).toEqual([]);
});

test('a subagent’s task is that of the call which names it, else of the oldest open call of its kind', () => {
  const { paths } = temporaryHome();
  const file = writeSession(paths, { id: 's' }, [
    agentStart('t1', 'fix the tests'),
    agentStart('t2', 'write docs', 'Explore'),
    agentStart('t3', 'look around'),
    agentEnd('t2', '{"isAsync":true,"agentId":"a2"}'),
  ]);
  const view = new SessionViews().of(file);
  expect(view.taskOf('a2', 'general-purpose')).toBe('write docs');
  expect(view.taskOf('a1', 'general-purpose')).toBe('fix the tests');
  expect(view.taskOf('a3', 'general-purpose')).toBe('look around');
  expect(view.taskOf('a1', 'general-purpose')).toBe('fix the tests');
  expect(view.taskOf('a4', 'general-purpose')).toBeUndefined();
});

test('a call that is done leaves its task to nobody', () => {
  const { paths } = temporaryHome();
  const file = writeSession(paths, { id: 's' }, [
    agentStart('t1', 'fix the tests'),
    agentEnd('t1', 'All tests pass.'),
    agentStart('t2', 'write docs'),
  ]);
  expect(new SessionViews().of(file).taskOf('a9', 'general-purpose')).toBe('write docs');
});
