import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { snapshotFile } from '../../src/inject/snapshot.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { openStore } from '../../src/store/open.ts';
import { noteProject } from '../../src/store/projects.ts';
import { addRule } from '../cli/machine.ts';
import { request, runningDaemon, until, VERSION } from '../fixtures/daemon.ts';
import { temporaryHome } from '../fixtures/home.ts';

test('an event that is switched off while the daemon runs is told nothing soon after, nor is a start', async () => {
  const home = temporaryHome();
  const { id, label, root } = projectOf(home.project);
  const store = openStore(home.paths.database);
  noteProject(store.db, { id, label, path: root }, '2026-01-01T00:00:00.000Z');
  addRule(store, id, 'aaaaaa1', { trigger: 'adding a dependency', content: 'Use pnpm.', cues: ['add zod'] });
  store.close();
  await runningDaemon(home);
  let session = 0;
  const told = async () => {
    const more = { session_id: `s${session++}`, cwd: home.project, event: 'UserPromptSubmit', prompt: 'add zod' };
    const reply = await request(home, { op: 'recall', version: VERSION, ...more });
    return reply && 'ids' in reply ? reply.ids.length : undefined;
  };
  const atStart = (): number => JSON.parse(fs.readFileSync(snapshotFile(home.paths, id), 'utf8')).items.length;
  const log = () => fs.readFileSync(path.join(home.paths.logs, 'daemon.log'), 'utf8');
  await until('the start', () => fs.existsSync(snapshotFile(home.paths, id)) && atStart() === 1);
  expect(await told()).toBe(1);

  const off = 'CLAUDE_SMART_PROMPT_COUNT=0\nCLAUDE_SMART_START_COUNT=0\n';
  fs.writeFileSync(home.paths.settings, off);
  await until('silence', async () => (await told()) === 0 && atStart() === 0);

  fs.writeFileSync(home.paths.settings, `${off}CLAUDE_SMART_PROMPT_UNITS=none\n`);
  await until('the complaint', () => /settings stay as they were: .*CLAUDE_SMART_PROMPT_UNITS is "none"/.test(log()));
  expect([await told(), atStart()]).toEqual([0, 0]);

  fs.rmSync(home.paths.settings);
  await until('the rule', async () => (await told()) === 1 && atStart() === 1);
}, 60_000);
