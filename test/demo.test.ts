import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { REPO } from './fixtures/home.ts';

test('the demo tells its story to the end: learned, replaced with a link, told to the next session', async () => {
  // Settings of whoever runs it must not change the story.
  const env = { CLAUDE_SMART_DAILY_CALLS: '0', NO_COLOR: '1' };
  const tsx = path.join(REPO, 'node_modules/tsx/dist/cli.mjs');
  const { stdout, stderr } = await execa(process.execPath, [tsx, path.join(REPO, 'demo/run.ts')], { env });
  expect(stderr).toBe('');
  expect(stdout).toContain('ARCHIVED, superseded by');
  expect(stdout).toMatch(/\$ claude-smart why \w{6}\n[\s\S]*Rests on \d+ turns?[\s\S]*it replaced \w{6}/);
  expect(stdout).toMatch(/\$ claude-smart why-not \S{8}\n[\s\S]*\d turns? of yours[\s\S]*→ a rule: \w{6}/);
  expect(stdout.slice(stdout.indexOf('<claude-smart>'))).toMatch(/pnpm, not npm[\s\S]*<\/claude-smart>/);
  expect(stdout).toContain('That is all of it.');
});
