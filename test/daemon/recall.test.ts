import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import type { Snapshot } from '../../src/inject/render.ts';
import { snapshotFile } from '../../src/inject/snapshot.ts';
import type { RecallRequest, Reply } from '../../src/platform/protocol.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { recordChange } from '../../src/store/changes.ts';
import { vectorCounts } from '../../src/store/embeddings.ts';
import { openStore } from '../../src/store/open.ts';
import { noteProject } from '../../src/store/projects.ts';
import { addRule } from '../cli/machine.ts';
import { gone, request, runningDaemon, until, VERSION } from '../fixtures/daemon.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import { sessionStart, user, writeSession } from '../fixtures/sessions.ts';

const PNPM = {
  trigger: 'adding a dependency',
  content: 'Use pnpm, never npm.',
  cues: ['add the zod dependency', 'install a package'],
};

function seeded(home: Home, rules: { trigger: string; content: string; cues: string[] }[]): string[] {
  const store = openStore(home.paths.database);
  const { id, label, root } = projectOf(home.project);
  noteProject(store.db, { id, label, path: root }, '2026-01-01T00:00:00.000Z');
  const ids = rules.map((rule) => {
    const one = newId();
    addRule(store, id, one, rule);
    return one;
  });
  store.close();
  return ids;
}

const recall = (home: Home, more: Partial<RecallRequest>, ms = 2_000) =>
  request(
    home,
    { op: 'recall', version: VERSION, session_id: 's', cwd: home.project, event: 'UserPromptSubmit', ...more },
    ms,
  );
const idsOf = (reply: Reply | undefined): string[] => (reply && 'ids' in reply ? reply.ids : ['no answer']);
const prompt = 'please add the zod dependency';

test('the first prompt is answered by words, and later ones by meaning as soon as the model is there', async () => {
  const home = temporaryHome();
  const [id = ''] = seeded(home, [PNPM]);
  await runningDaemon(home);
  expect(idsOf(await recall(home, { prompt }))).toEqual([id]);
  // No word in common.
  const other = 'set up the libraries that this repo needs';
  await until(
    'the model',
    async () => idsOf(await recall(home, { prompt: other, session_id: `${Math.random()}` }))[0] === id,
  );
});

test('where something was learned a daemon loads the model by itself: the first prompt is answered by meaning', async () => {
  const home = temporaryHome();
  const [id = ''] = seeded(home, [PNPM]);
  const store = openStore(home.paths.database);
  onTestFinished(() => store.close());
  recordChange(store.db, { item_id: id, at: '2026-01-01T00:00:00.000Z', change: 'add', why: 'a test', turns: [] });
  await runningDaemon(home);
  await until('the vector', () => vectorCounts(store.db, 'all-MiniLM-L6-v2/int8').vectors === 1);
  expect(idsOf(await recall(home, { prompt: 'set up the libraries that this repo needs' }))).toEqual([id]);
});

test('each item once a session, also when the daemon was killed in between, and again after a compaction', async () => {
  const home = temporaryHome();
  const [id = ''] = seeded(home, [PNPM]);
  const daemon = await runningDaemon(home);
  expect(idsOf(await recall(home, { prompt }))).toEqual([id]);
  expect(idsOf(await recall(home, { prompt })), 'the door has not even noted it yet').toEqual([]);
  const told = (ts: string) => ({ type: 'Injected' as const, ts, event: 'UserPromptSubmit', ids: [id], units: 1 });
  const session = { id: 's', project: projectOf(home.project).id, cwd: home.project };
  writeSession(home.paths, session, [user(prompt), told]);
  daemon.kill('SIGKILL');
  await gone(daemon);
  await runningDaemon(home);
  expect(idsOf(await recall(home, { prompt }))).toEqual([]);
  expect(idsOf(await recall(home, { prompt, agent_id: 'sub' })), 'a subagent has a context of its own').toEqual([id]);
  writeSession(home.paths, session, [sessionStart('compact')]);
  expect(idsOf(await recall(home, { prompt }))).toEqual([id]);
});

test('each item once a session, also when many events come at once', async () => {
  const home = temporaryHome();
  const [id = ''] = seeded(home, [PNPM]);
  await runningDaemon(home);
  const tool = { tool: 'Bash', input: { command: 'npm install the zod dependency' } };
  const asked = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'].flatMap((event) =>
    Array.from({ length: 8 }, () => recall(home, { event, prompt, ...tool }, 10_000)),
  );
  expect((await Promise.all(asked)).flatMap(idsOf)).toEqual([id]);
});

test('an event that is switched off is told nothing, and one that is none either', async () => {
  const home = temporaryHome();
  seeded(home, [PNPM]);
  await runningDaemon(home, { CLAUDE_SMART_PRE_TOOL_COUNT: '0' });
  const input = { command: 'npm install the zod dependency' };
  expect(idsOf(await recall(home, { event: 'PreToolUse', tool: 'Bash', input }))).toEqual([]);
  expect(idsOf(await recall(home, { event: 'Stop', prompt }))).toEqual([]);
  expect(idsOf(await recall(home, { event: 'PostToolUse', tool: 'Bash', input }))).toHaveLength(1);
});

test('before a tool only rules about doing something are told', async () => {
  const home = temporaryHome();
  const [acting] = seeded(home, [
    PNPM,
    { ...PNPM, trigger: 'explaining a dependency', content: 'Say what the zod package is for.' },
    { ...PNPM, trigger: '', content: 'A note about the zod dependency.' },
  ]);
  await runningDaemon(home);
  const input = { command: 'npm install the zod dependency package' };
  expect(idsOf(await recall(home, { event: 'PreToolUse', tool: 'Bash', input }))).toEqual([acting]);
});

const snapshot = (home: Home): Snapshot | undefined => {
  const file = snapshotFile(home.paths, projectOf(home.project).id);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
};

test('where the playbook is too large for a start, what fits the branch and the commits is in it, and follows them', async () => {
  const home = temporaryHome();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: home.project, env: home.env, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'A');
  const filler = Array.from({ length: 120 }, (_, n) => ({
    trigger: `working on part number ${n}`,
    content: `Keep part ${n} as it is: ${'it is old and others rest on it. '.repeat(3)}`,
    cues: [`change part ${n}`],
  }));
  const [, , webhook = '', invoice = ''] = seeded(home, [
    ...filler.slice(0, 2),
    {
      trigger: 'changing the checkout webhook',
      content: 'Verify the webhook signature first.',
      cues: ['webhook retry'],
    },
    { trigger: 'rendering an invoice', content: 'Round invoice totals half to even.', cues: ['invoice layout'] },
    ...filler.slice(2),
  ]);
  writeSession(home.paths, { id: 's', project: projectOf(home.project).id, cwd: home.project }, [user('hello')]);
  fs.writeFileSync(path.join(home.project, 'a'), '1');
  git('checkout', '-q', '-b', 'feature/checkout-webhook');
  await runningDaemon(home, { CLAUDE_SMART_START_UNITS: '3000' });
  // What fits best comes first; behind it what fits takes turns with the strongest, which here are all alike.
  const begins = (id: string) => () => snapshot(home)?.items[0]?.id === id;
  await until('the webhook rule', begins(webhook));
  expect(snapshot(home)?.more).toBeGreaterThan(0);
  git('checkout', '-q', '-b', 'invoice-layout');
  await until('the invoice rule', begins(invoice));
}, 60_000);
