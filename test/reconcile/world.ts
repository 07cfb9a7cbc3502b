/** A real database with one project, candidates in short, and a model that names relations as it was told to. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Candidate, ForgetRequest, ProfileCandidate, RuleCandidate } from '../../src/core/rule.ts';
import type { CallOutcome, ModelCaller } from '../../src/extract/caller.ts';
import { type Applied, applyPlan } from '../../src/reconcile/apply.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { projects } from '../../src/store/schema.ts';

export const PROJECT = 'project-one';
export const clock = () => new Date('2026-03-01T12:00:00.000Z');
export const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();

export function temporaryStore(): Store {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'claude-smart store '));
  const store = openStore(path.join(folder, 'data', 'emend.db'));
  onTestFinished(() => {
    store.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  for (const id of [PROJECT, 'project-two']) {
    store.db
      .insert(projects)
      .values({ id, label: id, path: `/${id}`, first_seen: day(0) })
      .run();
  }
  return store;
}

/** A rule said on day `at`; each day is a turn of its own. */
export const rule = (content: string, at: number, more: Partial<RuleCandidate> = {}): RuleCandidate => ({
  type: 'rule',
  kind: 'correction',
  scope: 'project',
  trigger: 'installing dependencies',
  content,
  rationale: '',
  cues: ['add the zod dependency'],
  evidence: [{ session_id: 'session', seq: at }],
  learned_at: day(at),
  ...more,
});
export const fact = (content: string, at: number, more: Partial<ProfileCandidate> = {}): ProfileCandidate => ({
  type: 'profile',
  kind: 'role',
  scope: 'user',
  content,
  cues: [],
  evidence: [{ session_id: 'session', seq: at }],
  learned_at: day(at),
  expires_at: null,
  ...more,
});

export const forget = (what: string, at: number): ForgetRequest => ({
  type: 'forget',
  what,
  evidence: [{ session_id: 'session', seq: at }],
  learned_at: day(at),
});

interface Asked {
  pair: number;
  older: { when?: string; do: string };
  newer?: { when?: string; do: string };
  forget?: string;
}
interface Named {
  relation: string;
  trigger?: string;
  content?: string;
}

export const pairsIn = (prompt: string): Asked[] =>
  prompt
    .split('\n')
    .filter((line) => line.startsWith('{"pair":'))
    .map((line) => JSON.parse(line));

const spent = { usd: 0, inputTokens: 0, outputTokens: 0, durationMs: 0 };
export const success = (answer: unknown): CallOutcome => ({ ok: true, text: JSON.stringify(answer), ...spent });

/** Names every pair by `name`, and counts how often it is asked. What is to be forgotten stands as the newer one. */
export function model(name: (older: string, newer: string) => Named | string): ModelCaller & { asked: Asked[][] } {
  const asked: Asked[][] = [];
  const caller: ModelCaller = async ({ prompt }) => {
    const pairs = pairsIn(prompt);
    asked.push(pairs);
    return success({
      pairs: pairs.map(({ pair, older, newer, forget: what }) => {
        const named = name(older.do, newer?.do ?? what ?? '');
        return { pair, ...(typeof named === 'string' ? { relation: named } : named) };
      }),
    });
  };
  return Object.assign(caller, { asked });
}

export const never = model(() => {
  throw new Error('the model must not be asked');
});

/** Reconciles and applies, as a job does. */
export async function learn(
  store: Store,
  ask: ModelCaller,
  candidates: Candidate[],
  options: { projectId?: string; mode?: 'auto' | 'ask' } = {},
): Promise<Applied> {
  const reconciled = await reconcile({ db: store.db, ask, projectId: PROJECT, candidates, clock, ...options });
  if (!reconciled.ok) throw new Error(reconciled.message);
  return store.transaction((tx) => applyPlan(tx, reconciled.plan, { extractionId: 'extraction', clock }));
}
