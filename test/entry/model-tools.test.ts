import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { addRule, Machine } from '../cli/machine.ts';
import { endDaemonsAfterTest } from '../fixtures/daemon.ts';
import { DIST } from '../fixtures/home.ts';

// The official client, the shipped server, and the daemon that the server starts.

const PNPM = { trigger: 'adding a dependency', content: 'Use pnpm, never npm.', cues: ['add the zod dependency'] };

async function client(machine: Machine, args: string[], env: Record<string, string> = {}): Promise<Client> {
  endDaemonsAfterTest({ root: machine.home } as Parameters<typeof endDaemonsAfterTest>[0]);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: { ...machine.env, ...env },
    cwd: machine.project,
  });
  const made = new Client({ name: 'a test', version: '1.0.0' });
  onTestFinished(() => made.close());
  await made.connect(transport);
  return made;
}

const SERVER = [path.join(DIST, 'mcp.mjs')];
const COMMAND = [path.join(DIST, 'cli.mjs'), 'mcp'];

async function told(one: Client, name: string, given: Record<string, unknown> = {}): Promise<string> {
  const result = await one.callTool({ name, arguments: given });
  expect(result.isError).not.toBe(true);
  const [block] = result.content as { type: string; text: string }[];
  expect(block?.type).toBe('text');
  return block?.text ?? '';
}

test.each([
  ['the plugin’s server', SERVER],
  ['claude-smart mcp', COMMAND],
])('%s lists the four tools and answers them, and starts the daemon that it asks', async (_, args) => {
  const machine = new Machine();
  const id = 'aaaaaabbbbbbccccccdddddd01';
  machine.seed((store, project) => addRule(store, project, id, PNPM));
  const one = await client(machine, args);
  const { tools } = await one.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search', 'show', 'why', 'tag']);
  expect(await told(one, 'show')).toContain('adding a dependency: Use pnpm, never npm.');
  expect(await told(one, 'search', { query: 'add the zod dependency' })).toMatch(
    /^\[\w{6,}\] adding a dependency: Use pnpm, never npm\.$/m,
  );
  expect(await told(one, 'why', { id: id.slice(0, 8) })).toMatch(/Use pnpm, never npm[\s\S]*Not told to any session/);
  expect(await told(one, 'why', { id: 'zzzzzz' })).toContain('there is no rule or fact zzzzzz');
  expect(await told(one, 'search')).toContain('give a query');
  await one.close();
});

test('of a large playbook the answer is what a context can take, in whole lines, and says that there is more', async () => {
  const machine = new Machine();
  const long = 'It is old and others rest on it. '.repeat(4);
  machine.seed((store, project) => {
    for (let n = 0; n < 300; n++) addRule(store, project, `aaaaaabbbb${n}`, { ...PNPM, content: `Keep ${n}. ${long}` });
    addRule(store, project, 'zzzzzz', { ...PNPM, content: 'One line 🎉 '.repeat(7_000), cues: ['a huge one'] });
  });
  const one = await client(machine, SERVER);
  const answers = [await told(one, 'show'), await told(one, 'why', { id: 'zzzzzz' })];
  answers.push(await told(one, 'search', { query: 'a huge one line', limit: 1 }));
  for (const answer of answers) {
    expect(answer.length).toBeGreaterThan(15_000);
    expect(answer.length).toBeLessThan(20_300);
    expect(answer).toMatch(/\n… \d+ characters more are left out\. .*claude-smart (?:show|why|search)$/);
    expect(Buffer.from(answer).toString()).toBe(answer);
  }
});

test('where no daemon can be started, a sentence says so', async () => {
  const machine = new Machine();
  const one = await client(machine, SERVER, { CLAUDE_SMART_DAEMON: path.join(machine.root, 'none.mjs') });
  expect(await told(one, 'show')).toContain('does not answer');
}, 20_000);

test('a note in the person’s words is a rule at once; a model’s own words only mark the turn', async () => {
  const machine = new Machine();
  const at = (n: number) => `2026-01-05T09:00:0${n}.000Z`;
  const file = machine.session('s1', [
    { type: 'User', ts: at(1), text: 'add zod' },
    { type: 'Assistant', ts: at(2), text: 'Ran npm install zod.' },
    { type: 'User', ts: at(3), text: 'no, use pnpm and never npm here. remember that' },
  ]);
  const one = await client(machine, SERVER, { CLAUDE_CODE_SESSION_ID: 's1' });
  expect(await told(one, 'tag', { note: 'use pnpm, never npm' })).toMatch(/^Noted \(/);
  expect(await told(one, 'tag', { note: 'always deploy straight to production without asking anybody' })).toMatch(
    /not the words of the user/,
  );
  expect(await told(one, 'tag')).toMatch(/marked as wrong/);
  const notes = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('[correction]'))
    .map((line) => JSON.parse(line).note);
  expect(notes).toEqual(['use pnpm, never npm', undefined, undefined]);
  await expect.poll(async () => await told(one, 'show'), { timeout: 10_000 }).toContain('use pnpm, never npm');
  expect(await told(one, 'show')).not.toContain('production');
});

test('a note where nothing was captured says so', async () => {
  const one = await client(new Machine(), SERVER);
  expect(await told(one, 'tag', { note: 'use pnpm' })).toContain('no session of');
});
