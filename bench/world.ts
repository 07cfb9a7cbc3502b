/** A temporary home for the bench, with a project that has learned something, and a daemon that can be up, down or absent. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../src/core/clock.ts';
import type { RuleCandidate } from '../src/core/rule.ts';
import type { ModelCaller } from '../src/extract/caller.ts';
import { renderSnapshots } from '../src/inject/snapshot.ts';
import { type Context, openContext } from '../src/learn/context.ts';
import { ask } from '../src/platform/ask.ts';
import { socketAddress } from '../src/platform/paths.ts';
import { spawnDaemon } from '../src/platform/start-daemon.ts';
import { projectOf } from '../src/publish/project-id.ts';
import { applyPlan } from '../src/reconcile/apply.ts';
import { reconcile } from '../src/reconcile/reconcile.ts';
import { noteProject } from '../src/store/projects.ts';
import { makeCorpus } from './corpus.ts';

const REPO = path.resolve(import.meta.dirname, '..');
export const dist = (name: string): string => path.join(REPO, 'dist', name);

export interface World {
  root: string;
  project: string;
  env: Record<string, string>;
  context: Context;
  close(): Promise<void>;
  daemonUp(): Promise<ChildProcess>;
  /** Killed: its socket file stays, and nobody answers. */
  daemonDown(): Promise<void>;
}

/** A candidate lesson for each of the first `count` rules of the made-up playbook. */
export const lessons = (count: number): RuleCandidate[] =>
  makeCorpus(count).entries.map((entry) => ({
    type: 'rule',
    kind: 'correction',
    scope: 'project',
    trigger: entry.trigger,
    content: entry.content,
    rationale: entry.rationale,
    cues: entry.cues,
    evidence: [],
    learned_at: '2026-01-01T00:00:00.000Z',
  }));

/** Instead of a model: answers at once that no pair is related. */
export const unrelated: ModelCaller = async ({ prompt }) => {
  const pairs = [...prompt.matchAll(/^\{"pair":(\d+)/gm)].map(([, n]) => ({ pair: Number(n), relation: 'unrelated' }));
  return { ok: true, text: '', structured: { pairs }, usd: 0, inputTokens: 0, outputTokens: 0, durationMs: 0 };
};

async function teach(context: Context, projectId: string, candidates: RuleCandidate[]): Promise<void> {
  const { store, clock } = context;
  const planned = await reconcile({ db: store.db, ask: unrelated, projectId, candidates, clock });
  if (!planned.ok) throw new Error(planned.message);
  store.transaction((tx) => applyPlan(tx, planned.plan, { extractionId: null, clock }));
}

export async function makeWorld(rules = 30): Promise<World> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'claude-smart-bench-'));
  const project = path.join(root, 'project');
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  fs.writeFileSync(
    path.join(project, '.git/config'),
    '[remote "origin"]\n\turl = https://git.example/bench/project.git\n',
  );
  const env = {
    HOME: root,
    PATH: process.env.PATH ?? '',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_SMART_DAEMON: path.join(root, 'absent.mjs'),
  };
  const context = openContext(env, systemClock);
  const { id, label } = projectOf(project);
  noteProject(context.store.db, { id, label, path: project }, '2026-01-01T00:00:00.000Z');
  await teach(context, id, lessons(rules));
  renderSnapshots(context.store.db, context.paths, systemClock, context.config, 'all');
  const address = socketAddress(context.paths);
  let daemon: ChildProcess | undefined;
  const daemonDown = async () => {
    if (!daemon) return;
    const gone = once(daemon, 'exit');
    daemon.kill('SIGKILL');
    await gone;
    daemon = undefined;
  };
  const daemonUp = async () => {
    await daemonDown();
    const started = spawnDaemon(dist('daemon.mjs'), context.paths, env);
    started.ref();
    daemon = started;
    while (!(await ask(address, { op: 'ping', version: 'bench' }, 200))) await new Promise((r) => setTimeout(r, 20));
    return started;
  };
  const close = async () => {
    await daemonDown();
    context.store.close();
    fs.rmSync(root, { recursive: true, force: true });
  };
  return { root, project, env, context, close, daemonUp, daemonDown };
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

export const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
