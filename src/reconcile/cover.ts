/**
 * Writes what lifting decided, and takes it back: a shared rule that is gone covers nothing, and one behind which fewer than two
 * projects are left goes itself. Everything is in the history, so that a person can undo it.
 */
import { recordChange } from '../store/changes.ts';
import { coveredBy, isPersons, liftedRules, projectsBehind, strayCovered } from '../store/lifts.ts';
import type { Db } from '../store/open.ts';
import { insertRule, type Rule, updateRule } from '../store/rules.ts';
import type { ChangeKind } from '../store/schema.ts';
import { stalePlan } from './apply.ts';
import type { Lift } from './lift.ts';

/** Throws `plan_stale` when one of the rules was changed since it was read. */
export function applyLift(tx: Db, { shared, isNew, covers, overruledBy }: Lift, now: string): void {
  if (isNew) {
    const why = `said in ${new Set(covers.map(({ project_id }) => project_id)).size} projects`;
    insertRule(tx, shared);
    recordChange(tx, { item_id: shared.id, at: now, change: 'share', before: null, after: shared, why, turns: [] });
  } else {
    const evidence = shared.evidence + covers.reduce((sum, rule) => sum + rule.evidence, 0);
    if (covers.length > 0) change(tx, shared, { evidence }, 'merge', 'said in one more project', now);
  }
  for (const rule of covers) {
    change(tx, rule, { covered_by: shared.id }, 'cover', `holds in every project: ${shared.content}`, now);
  }
  for (const rule of overruledBy) {
    const overrules = [...new Set([...(rule.overrules ?? []), shared.id])];
    change(tx, rule, { overrules }, 'overrule', `holds in this project instead of: ${shared.content}`, now);
  }
}

/** The rules that this shared one covered count for themselves again; returns how many. */
export function uncover(tx: Db, sharedId: string, now: string): number {
  const rules = coveredBy(tx, sharedId);
  for (const rule of rules) change(tx, rule, { covered_by: null }, 'uncover', 'no shared rule says this any more', now);
  return rules.length;
}

/** Shared rules that no longer rest on two projects go, unless a person acted on them; returns how many rules changed. */
export function demote(tx: Db, now: string): number {
  let changed = 0;
  for (const rule of strayCovered(tx)) {
    change(tx, rule, { covered_by: null }, 'uncover', 'no shared rule says this any more', now);
    changed++;
  }
  for (const shared of liftedRules(tx)) {
    if (projectsBehind(tx, shared.id) >= 2 || isPersons(tx, shared.id)) continue;
    const why = 'fewer than two projects say it now';
    change(tx, shared, { status: 'ARCHIVED' }, 'unshare', why, now);
    changed += 1 + uncover(tx, shared.id, now);
  }
  return changed;
}

function change(tx: Db, rule: Rule, set: Partial<Rule>, kind: ChangeKind, why: string, now: string): void {
  const after: Rule = { ...rule, ...set, version: rule.version + 1, updated_at: now };
  const { id, ...row } = after;
  if (!updateRule(tx, id, rule.version, row)) throw stalePlan();
  recordChange(tx, { item_id: id, at: now, change: kind, before: rule, after, why, turns: [] });
}
