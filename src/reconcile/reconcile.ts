/**
 * Candidates in, a plan out: reads what is stored, has the relation of look-alikes named, decides. Writes nothing: the
 * caller applies the plan in the transaction that also moves its cursor.
 */
import { type Clock, iso } from '../core/clock.ts';
import type { Candidate } from '../core/rule.ts';
import type { ModelCaller } from '../extract/caller.ts';
import type { Db } from '../store/open.ts';
import type { FailureClass } from '../store/schema.ts';
import type { Plan } from './apply.ts';
import { decide } from './decide.ts';
import { forgetPairs } from './forget.ts';
import { proposalOf } from './lesson.ts';
import { proposePairs } from './propose.ts';
import { relate } from './relate.ts';
import { lexicalSimilarity, type Meaning, withMeaning } from './similar.ts';
import { readSituation, stampOf } from './situation.ts';

export interface ReconcileRequest {
  db: Db;
  ask: ModelCaller;
  projectId: string;
  candidates: readonly Candidate[];
  clock: Clock;
  /** `ask`: what is new waits until a person keeps it. */
  mode?: 'auto' | 'ask';
  /** Proposes, beside shared words, what a model should compare. */
  meaning?: Meaning | undefined;
}
export type Reconciled =
  | { ok: true; plan: Plan }
  | { ok: false; class: FailureClass; message: string; resetsAt: string | null; reply?: string };

export async function reconcile(request: ReconcileRequest): Promise<Reconciled> {
  const { db, ask, projectId, candidates, clock, mode = 'auto', meaning } = request;
  const now = iso(clock);
  // The stamp comes first: what changes after it makes the plan stale, never wrong.
  const stamp = stampOf(db, projectId);
  const lessons = candidates.filter((candidate) => candidate.type !== 'forget');
  const forgets = candidates.filter((candidate) => candidate.type === 'forget');
  const proposals = lessons.map((candidate) => proposalOf(candidate, projectId, now));
  const situation = readSituation(db, projectId, proposals, forgets, meaning);
  const similarity = meaning === undefined ? lexicalSimilarity : withMeaning(meaning);
  // What is to be forgotten first: should a model stop early, then not there.
  const pairs = [...forgetPairs(situation, similarity), ...proposePairs(situation, similarity)];
  const related = await relate(pairs, projectId, ask);
  if (!related.ok) return related;
  return { ok: true, plan: { ...decide({ ...situation, verdicts: related.verdicts, now, mode }), projectId, stamp } };
}
