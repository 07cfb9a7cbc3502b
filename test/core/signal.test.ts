/** Signals from what happened: each needs only the records before it. */
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/core/interaction.ts';
import { isUrgent, signalOf } from '../../src/core/signal.ts';

let clock = 0;
let calls = 0;
const ts = () => new Date(Date.UTC(2031, 0, 1) + ++clock * 1_000).toISOString();
const user = (text: string): Interaction => ({ type: 'User', ts: ts(), text });
const assistant = (text: string): Interaction => ({ type: 'Assistant', ts: ts(), text });
const interrupt = (): Interaction => ({ type: 'Interrupt', ts: ts(), tool: true });
type End = Partial<Extract<Interaction, { type: 'ToolEnd' }>>;
function call(tool: string, input: object, end: End = {}): Interaction[] {
  const tool_use_id = `t${++calls}`;
  return [
    { type: 'ToolStart', ts: ts(), tool, tool_use_id, input },
    { type: 'ToolEnd', ts: ts(), tool, tool_use_id, status: 'ok', output: '', ...end },
  ];
}
const bash = (command: string, end: End = {}) => call('Bash', { command }, end);
/** The signal of the last record. */
const last = (...records: Interaction[]) => signalOf(records.at(-1) as Interaction, records.slice(0, -1));
const FAILED: End = { status: 'error', output: 'Error: Cannot find module' };

test('a note is certain and urgent', () => {
  const signal = last({ type: '[correction]', ts: ts(), note: 'use pnpm' });
  expect(signal).toMatchObject({ kind: 'note', score: 1 });
  expect(isUrgent(signal as NonNullable<typeof signal>)).toBe(true);
});

test('a message that begins as a note is a note', () => {
  expect(last(assistant('Done.'), user('from now on: tabs'))).toMatchObject({ kind: 'note' });
});

test('a rejection is urgent when its reason is about the work, not when it is about the moment', () => {
  const about = (reason?: string) =>
    last(...bash('npm install zod', { status: 'rejected', ...(reason ? { reason } : {}) }));
  const work = about('use pnpm, npm breaks the workspace');
  const moment = about('one sec, vpn is down');
  expect(work?.kind).toBe('rejection');
  expect(work && isUrgent(work)).toBe(true);
  expect(moment && isUrgent(moment)).toBe(false);
  expect(about()).toMatchObject({ kind: 'rejection', score: 0.4 });
});

test('a reason that Claude Code wrote is none', () => {
  const reason =
    'The user wants to clarify these questions.\n    Questions asked:\n- "Is this wrong? Should we undo it?"';
  const signal = last(...call('AskUserQuestion', {}, { status: 'rejected', reason }));
  expect(signal).toMatchObject({ kind: 'rejection', score: 0.4 });
});

test('a plan turned down with a comment is a plan rejection', () => {
  const signal = last(
    ...call(
      'ExitPlanMode',
      { plan: '1. new table' },
      { status: 'rejected', plan: 'rejected', reason: 'we already have that table' },
    ),
  );
  expect(signal?.kind).toBe('plan_rejection');
  expect(signal?.score).toBeGreaterThan(0.6);
});

test('what is typed after an interrupt is a redirect when it changes the course', () => {
  const before = [user('format it'), assistant('Formatting src/ with 2 spaces.'), interrupt()];
  expect(last(...before, user('no. tabs'))).toMatchObject({ kind: 'redirect' });
  expect(last(...before, user('sorry, hit the wrong key, continue'))).toMatchObject({ kind: 'prompt' });
});

test('the agent’s last words decide how a no is read', () => {
  expect(last(assistant('Shall I also update the changelog?'), user('no'))).toMatchObject({ kind: 'prompt' });
  expect(last(assistant('I fixed the total.'), user('no, still wrong'))).toMatchObject({ kind: 'correction' });
});

test('asking again for what was answered is a sign', () => {
  const request = 'sort the invoices by due date, newest first';
  const again = user('please sort the invoices by due date, newest first');
  expect(last(user(request), assistant('Here is the list.'), again)).toMatchObject({ kind: 'correction' });
  expect(last(user(request), interrupt(), again)?.kind).not.toBe('correction');
  expect(last(user(request), { type: 'StopFailure', ts: ts(), error: 'overloaded' }, again)?.kind).not.toBe(
    'correction',
  );
});

test('an edit that the person changed is an edit by hand', () => {
  const answer = JSON.stringify({ filePath: '/a.ts', newString: 'x', userModified: true });
  expect(last(...call('Edit', { file_path: '/a.ts' }, { output: answer }))).toMatchObject({ kind: 'edit', score: 0.7 });
  const text = JSON.stringify({ newString: '"userModified":true', userModified: false });
  expect(last(...call('Edit', { file_path: '/a.ts' }, { output: text }))).toBeUndefined();
});

test('a file that changed under the agent’s hands was edited, if the agent had written it', () => {
  const refused: End = {
    status: 'error',
    output: 'File has been modified since read, either by the user or by a linter.',
  };
  const edit = (end: End = {}) => call('Edit', { file_path: '/a.ts' }, end);
  expect(last(...edit(), ...edit(refused))).toMatchObject({ kind: 'edit' });
  expect(last(...edit(refused))).toMatchObject({ kind: 'failure' });
});

test('taking files back with git after writing them is a revert', () => {
  const write = call('Write', { file_path: '/a.ts' });
  expect(last(...write, ...bash('git restore src/a.ts'))).toMatchObject({ kind: 'revert' });
  expect(last(...write, ...bash('git checkout -b feature'))).toBeUndefined();
  expect(last(...bash('git restore src/a.ts'))).toBeUndefined();
});

test('a command that failed and then worked in another way is a recovery', () => {
  expect(last(...bash('npm test', FAILED), ...bash('cd web && npx vitest run'))).toMatchObject({
    kind: 'recovery',
    score: 0.55,
  });
  expect(last(...bash('npm test', FAILED), ...call('Edit', {}), ...bash('npm test'))).toMatchObject({
    kind: 'recovery',
    score: 0.3,
  });
  expect(last(...bash('npm run build', FAILED), ...bash('ls'))).toBeUndefined();
});

test('what was gotten around once is not gotten around again', () => {
  const records = [...bash('pytest', FAILED), ...bash('uv run pytest'), ...bash('uv run pytest')];
  expect(last(...records)).toBeUndefined();
});

test('the same failure again is told from another one, and from the same told twice', () => {
  const first = bash('make', { status: 'error', output: 'make: line 12\nerror: undefined symbol at 0x7f' });
  const second = bash('make all', { status: 'error', output: 'make: line 98\nerror: undefined symbol at 0x9a' });
  expect(last(...first, ...second)).toMatchObject({ kind: 'repeat' });
  expect(last(...first, ...bash('make', FAILED))).toMatchObject({ kind: 'failure' });
  expect(last(...first, first.at(-1) as Interaction)).toMatchObject({ kind: 'failure' });
});

test('being content after a failure is a success', () => {
  const done = [user('make it build'), ...bash('make', FAILED), ...bash('make CC=clang'), assistant('It builds.')];
  expect(last(...done, user('great, thanks'))).toMatchObject({ kind: 'success' });
  expect(last(user('hi'), assistant('Hello.'), user('great, thanks'))).toMatchObject({ kind: 'prompt' });
});

test('a test run with options of its own that passes is a small success', () => {
  expect(last(...bash('DATABASE_URL=sqlite npm test -- --runInBand'))).toMatchObject({ kind: 'success', score: 0.1 });
  expect(last(...bash('npm test'))).toBeUndefined();
});

test('replies and tool starts are no signals', () => {
  expect(last(assistant('You are wrong, revert that.'))).toBeUndefined();
  expect(last(call('Bash', { command: 'ls' })[0] as Interaction)).toBeUndefined();
});
