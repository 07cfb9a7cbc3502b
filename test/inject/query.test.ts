import { expect, test } from 'vitest';
import { queryOf } from '../../src/inject/query.ts';

const CWD = '/home/ana/shop';

test('a prompt is its own query', () => {
  expect(queryOf({ event: 'UserPromptSubmit', prompt: '  add zod\n' }, CWD)).toBe('add zod');
  expect(queryOf({ event: 'UserPromptExpansion', prompt: 'ship the cart' }, CWD)).toBe('ship the cart');
  expect(queryOf({ event: 'UserPromptSubmit' }, CWD)).toBe('');
});

test('before a tool: the path inside the project and the first lines, or the command', () => {
  const content = Array.from({ length: 400 }, (_, i) => `line ${i}`).join('\n');
  const written = queryOf(
    { event: 'PreToolUse', tool: 'Write', input: { file_path: '/home/ana/shop/src/cart.ts', content } },
    CWD,
  );
  expect(written).toMatch(/^src\/cart\.ts\nline 0\n/);
  expect(written).toContain('line 11');
  expect(written).not.toContain('line 12');
  expect(queryOf({ event: 'PreToolUse', tool: 'Bash', input: { command: 'npm i zod' } }, CWD)).toBe('npm i zod');
  expect(
    queryOf({ event: 'PreToolUse', tool: 'Edit', input: { file_path: '/elsewhere/a/b/c/d.ts', new_string: 'x' } }, CWD),
  ).toBe('b/c/d.ts\nx');
  expect(
    queryOf({ event: 'PreToolUse', tool: 'NotebookEdit', input: { notebook_path: 'n.ipynb', new_source: 'y' } }, CWD),
  ).toBe('n.ipynb\ny');
});

test('after a tool: what it did, and of a failure the end of the error', () => {
  const output = `${'noise\n'.repeat(5_000)}Error: no lockfile`;
  const ran = { tool: 'Bash', input: { command: 'npm ci' }, output };
  expect(queryOf({ event: 'PostToolUse', ...ran }, CWD)).toBe('npm ci');
  const failed = queryOf({ event: 'PostToolUseFailure', ...ran }, CWD);
  expect(failed).toMatch(/^npm ci\nnoise[\s\S]*Error: no lockfile$/);
  expect(failed.length).toBeLessThan(1_100);
  expect(queryOf({ event: 'PostToolUse', tool: 'mcp__tracker__create_issue', input: {} }, CWD)).toBe(
    'mcp tracker create issue',
  );
});

test.each(['Agent', 'Task'])('a call of %s is about work that the subagent does, and is told of', (tool) => {
  const input = { description: 'install', prompt: 'install the dependencies', subagent_type: 'general-purpose' };
  expect(queryOf({ event: 'PreToolUse', tool, input }, CWD)).toBe('');
  expect(queryOf({ event: 'PostToolUse', tool, input }, CWD)).toBe('');
  expect(queryOf({ event: 'PostToolUseFailure', tool, input, output: 'no such agent' }, CWD)).toContain(
    'no such agent',
  );
});

test.each([undefined, null, 7, [], 'text', { file_path: 7 }, { command: { a: 1 } }])(
  'an input that is %j harms nothing',
  (input) => {
    expect(typeof queryOf({ event: 'PreToolUse', tool: 'Bash', input }, '')).toBe('string');
  },
);
