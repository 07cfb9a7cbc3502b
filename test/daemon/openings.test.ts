import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import type { BufferRecord } from '../../src/core/interaction.ts';
import type { Snapshot } from '../../src/inject/render.ts';
import { snapshotFile } from '../../src/inject/snapshot.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { openStore } from '../../src/store/open.ts';
import { noteProject } from '../../src/store/projects.ts';
import { addRule } from '../cli/machine.ts';
import { request, runningDaemon, until, VERSION } from '../fixtures/daemon.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import { assistant, sessionEnd, sessionStart, user, writeSession } from '../fixtures/sessions.ts';

const WEBHOOK = {
  trigger: 'changing the checkout webhook',
  content: 'Verify the webhook signature first.',
  cues: ['webhook retry'],
};
const INVOICE = {
  trigger: 'rendering an invoice',
  content: 'Round invoice totals half to even.',
  cues: ['invoice layout'],
};
const filler = Array.from({ length: 60 }, (_, n) => ({
  trigger: `working on part number ${n}`,
  content: `Keep part ${n} as it is: ${'it is old and others rest on it. '.repeat(3)}`,
  cues: [`change part ${n}`],
}));
const FEW = { CLAUDE_SMART_START_UNITS: '2000' };

const gitIn =
  (home: Home, cwd: string) =>
  (...args: string[]) =>
    execFileSync('git', args, { cwd, env: home.env, stdio: 'pipe' });

/** A repository of one commit, in a home where far more was learned than a start may tell. */
function crowded(): { home: Home; project: string; webhook: string; invoice: string; first: () => string | undefined } {
  const home = temporaryHome();
  const git = gitIn(home, home.project);
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'A');
  git('commit', '-q', '--allow-empty', '-m', 'Begin');
  const store = openStore(home.paths.database);
  const { id: project, label, root } = projectOf(home.project);
  noteProject(store.db, { id: project, label, path: root }, '2026-01-01T00:00:00.000Z');
  const add = (rule: typeof WEBHOOK) => {
    const id = newId();
    addRule(store, project, id, rule);
    return id;
  };
  for (const rule of filler.slice(0, 30)) add(rule);
  const [webhook, invoice] = [add(WEBHOOK), add(INVOICE)];
  for (const rule of filler.slice(30)) add(rule);
  store.close();
  const file = snapshotFile(home.paths, project);
  const first = () => {
    const snapshot: Snapshot | undefined = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
    return snapshot?.items[0]?.id;
  };
  return { home, project, webhook, invoice, first };
}

test('the branch of a worktree is followed, too', async () => {
  const { home, project, webhook, invoice, first } = crowded();
  const tree = path.join(home.root, 'tree');
  gitIn(home, home.project)('worktree', 'add', '-q', '-b', 'feature/checkout-webhook', tree);
  writeSession(home.paths, { id: 's', project, cwd: tree }, [user('hello')]);
  await runningDaemon(home, FEW);
  await until('the webhook rule', () => first() === webhook);
  gitIn(home, tree)('checkout', '-q', '-b', 'invoice-layout');
  await until('the invoice rule', () => first() === invoice);
}, 60_000);

test('how the last session ended is followed, and one that was opened and left without a word changes nothing', async () => {
  const { home, project, webhook, invoice, first } = crowded();
  const stop = (ts: string): BufferRecord => ({ type: 'Stop', ts });
  const session = async (id: string, day: number, ...records: ((ts: string) => BufferRecord)[]) => {
    const from = `2026-02-0${day}T09:00:00.000Z`;
    writeSession(home.paths, { id, project, cwd: home.project, from }, [...records, stop, sessionEnd]);
    await request(home, { op: 'poke', version: VERSION, session_id: id });
  };
  await runningDaemon(home, FEW);
  await session('a', 1, user('go on with the webhook retry'), assistant('The checkout webhook is half done.'));
  await until('the webhook rule', () => first() === webhook);
  await session('b', 2, user('now the invoice layout'), assistant('Rendering an invoice is half done.'));
  await until('the invoice rule', () => first() === invoice);
  await session('c', 3, sessionStart('startup'));
  // Longer than it takes to look again.
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect(first()).toBe(invoice);
}, 60_000);
