import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recordChange } from '../../src/store/changes.ts';
import type { ParkedProposal } from '../../src/store/schema.ts';
import { machineWithInbox } from './inbox.ts';
import { AT, addRule, Machine, repository } from './machine.ts';

interface Change {
  change: string;
  why: string;
  actor: string;
  before: { content: string } | null;
  after: { content: string } | null;
}
interface Past {
  id: string;
  content: string;
  changes: Change[];
}
interface Lists {
  rules: Past[];
  profile: Past[];
}

test('show says in one line how many wait for review, and says nothing when none do', async () => {
  const machine = machineWithInbox();
  const { stdout } = await machine.run(['show']);
  expect(stdout).toMatch(/^5 new since you last looked: claude-smart review$/m);
  await machine.run(['keep', 'pnpm00']);
  expect((await machine.run(['show'])).stdout).toMatch(/^4 new since you last looked/m);
  await machine.run(['review', '--yes']);
  expect((await machine.run(['show'])).stdout).not.toContain('review');
  expect((await new Machine().run(['show'])).stdout).not.toContain('claude-smart review');
});

test('what waits to be kept is not shown as counting, and is said to wait', async () => {
  const machine = new Machine();
  const proposal: ParkedProposal = { key: 'rule\ninstalling packages\nuse bun', verdicts: [], turns: [] };
  machine.seed((store, project) => {
    addRule(store, project, 'bun0000001', { status: 'PENDING', content: 'Use bun.', proposal });
    recordChange(store.db, {
      item_id: 'bun0000001',
      at: AT,
      change: 'park',
      before: null,
      after: {},
      why: '',
      turns: [],
    });
  });
  const { stdout } = await machine.run(['show']);
  expect(stdout).toContain('1 waits until you keep it: claude-smart review');
  expect(stdout).not.toContain('Use bun.');
  expect((await machine.run(['search', 'bun install packages'])).stdout).not.toContain('Use bun.');
  expect((await machine.run(['review', '--list'])).stdout).toContain('It does not count until you keep it.');
  expect((await machine.run(['keep', 'bun'])).stdout).toContain('it counts from now on');
  expect((await machine.run(['show'])).stdout).toContain('Use bun.');
});

test('history of one item has what was changed, by whom, and the words before and after', async () => {
  const machine = machineWithInbox();
  const input = '--- when ---\nrunning the tests\n--- what ---\nUse vitest run.\n--- why ---\n--- cues ---\n';
  await machine.run(['edit', 'test00', '--from', '-'], { input });
  const { rules, profile } = await machine.json<Lists>(['history', 'test00']);
  expect(profile).toEqual([]);
  expect(rules).toHaveLength(1);
  expect(rules[0]?.changes).toMatchObject([
    { change: 'refine', actor: 'learned', before: { content: 'Run vitest once with --run.' } },
    { change: 'edit', actor: 'person', after: { content: 'Use vitest run.' } },
  ]);
  const { stdout } = await machine.run(['history', 'test00'], { env: { COLUMNS: '120' } });
  expect(stdout).toContain('you edited it');
  expect(stdout).toContain('- running the tests: Run vitest once with --run, except in CI, where npm test does it.');
  expect(stdout).toContain('+ running the tests: Use vitest run.');
  expect(stdout).not.toContain('pnpm');
  expect(await machine.run(['history', 'zzz'])).toMatchObject({ code: 3 });
  expect(await new Machine().run(['history', 'zzz'])).toMatchObject({ code: 3 });
  expect((await machine.json<Lists>(['history', 'fact'])).profile).toHaveLength(1);
});

test('the slash command prints the inbox and puts nothing of it or of a person into a command line', () => {
  const text = fs.readFileSync(path.join(repository, 'plugin', 'commands', 'review.md'), 'utf8');
  expect(text).toContain('!`claude-smart review --list 2>&1');
  expect(text).not.toContain('$ARGUMENTS');
  const [, allowed = ''] = /^allowed-tools: (.+)$/m.exec(text) ?? [];
  for (const [, command = ''] of text.matchAll(/(?:!`|\|\| )([^|`]+?)(?= \|\||`)/g))
    expect(allowed).toContain(`Bash(${command})`);
});
