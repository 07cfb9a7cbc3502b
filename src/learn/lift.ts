/**
 * Looks for lessons that several projects taught, after the jobs are done: only rules that changed since the last time are
 * compared, a group is asked about once as long as it stays as it is, and one call a drain asks about all of them. What fails
 * here fails alone: no job waits for it, and the next drain tries again.
 */

import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { ModelCaller } from '../extract/caller.ts';
import { applyLift, demote } from '../reconcile/cover.ts';
import { type Group, groupsOf, hashOfRest, liftOf, type Named, saidAlike } from '../reconcile/lift.ts';
import { nameGroups } from '../reconcile/lift-reply.ts';
import { nearest } from '../reconcile/near.ts';
import { newestChange } from '../store/changes.ts';
import {
  changedBehind,
  isAsked,
  liftedUpTo,
  moveLifted,
  type RuleOutline,
  recordLift,
  ruleOutlines,
  rulesByIds,
  wasTakenBack,
} from '../store/lifts.ts';
import type { Db } from '../store/open.ts';
import { projectLabel } from '../store/projects.ts';
import type { Rule } from '../store/rules.ts';
import type { FailureClass } from '../store/schema.ts';
import type { Context } from './context.ts';
import { renderAll } from './render-all.ts';

/** Items looked at in one drain, and groups asked about in one call; the next drain goes on behind them. */
const MOST_CHANGED = 500;
const MOST_GROUPS = 10;
const NEAREST = 16;

export type LiftOutcome =
  | { outcome: 'nothing' }
  /** `lifted`: new shared rules; `changed`: rules that this touched. */
  | { outcome: 'lifted'; lifted: number; changed: number }
  | { outcome: 'failed'; class: FailureClass; message: string; resetsAt: string | null };

export async function liftShared(context: Context, ask: ModelCaller): Promise<LiftOutcome> {
  const { db } = context.store;
  const newest = newestChange(db);
  const from = liftedUpTo(db);
  // Asked first, a person keeps what is learned; then they also share by hand.
  if (newest === from || context.config.review === 'ask') return { outcome: 'nothing' };
  const changed = changedBehind(db, from, MOST_CHANGED);
  const upTo = changed.length < MOST_CHANGED ? newest : (changed.at(-1)?.last ?? newest);
  const groups = openGroups(db, new Set(changed.map(({ item }) => item)));
  const alike = groups.flatMap((group) => {
    const named = saidAlike(group);
    return named ? { group, named } : [];
  });
  const open = groups.filter((group) => !alike.some((one) => one.group === group)).slice(0, MOST_GROUPS);
  let named: Named[] = [];
  if (open.length > 0) {
    const reply = await nameGroups(open, (id) => projectLabel(db, id), ask);
    if (!reply.ok && reply.class !== 'malformed') return { outcome: 'failed', ...reply };
    // An answer that cannot be used is not paid for again: these groups wait until they change.
    named = reply.ok ? reply.named : open.map(() => ({ same: [], against: [] }));
  }
  const all = [...alike, ...open.map((group, i) => ({ group, named: named[i] as Named }))];
  return write(context, all, groups.length > all.length ? from : upTo);
}

/** Groups around what changed that nobody was asked about yet. */
function openGroups(db: Db, changed: ReadonlySet<string>): Group[] {
  const outlines = ruleOutlines(db);
  const wanted = outlines.filter(({ id }) => changed.has(id));
  if (wanted.length === 0) return [];
  const fits = (one: number, place: number) => outlines[place]?.project_id !== wanted[one]?.project_id;
  const places = nearest(outlines, wanted, NEAREST, fits);
  const ids = new Set([...wanted, ...places.flat().map((place) => outlines[place] as RuleOutline)].map(({ id }) => id));
  const read = rulesByIds(db, [...ids]);
  const rules = new Map([...read, ...rulesByIds(db, coversOf(read))].map((rule) => [rule.id, rule]));
  /** What is covered is there as the shared rule that says it. */
  const standing = (id: string): Rule | undefined => {
    const rule = rules.get(id);
    return rule?.covered_by == null ? rule : rules.get(rule.covered_by);
  };
  const seeds = wanted.flatMap(({ id }, i) => {
    const rule = standing(id);
    const near = (places[i] ?? []).flatMap((place) => standing((outlines[place] as RuleOutline).id) ?? []);
    return rule ? [{ rule, near: [...new Set(near)] }] : [];
  });
  return groupsOf(seeds).filter(
    ({ hash, rules: own }) => !isAsked(db, hash) && !own.some(({ id }) => wasTakenBack(db, id)),
  );
}

const coversOf = (rules: readonly Rule[]): string[] => rules.flatMap(({ covered_by }) => covered_by ?? []);

function write(context: Context, all: readonly { group: Group; named: Named }[], upTo: number): LiftOutcome {
  const now = iso(context.clock);
  let lifted = 0;
  let changed = 0;
  try {
    context.store.transaction((tx) => {
      for (const { group, named } of all) {
        const lift = liftOf(named, now);
        recordLift(tx, group.hash, now, lift?.isNew ? lift.shared.id : null);
        if (!lift) continue;
        recordLift(tx, hashOfRest(group, lift), now, null);
        applyLift(tx, lift, now);
        lifted += lift.isNew ? 1 : 0;
        changed += 1 + lift.covers.length + lift.overruledBy.length;
      }
      changed += demote(tx, now);
      // What was written here is looked at again, and found to be asked about already.
      moveLifted(tx, upTo);
    });
  } catch (error) {
    // Somebody changed one of them meanwhile: what they say now is looked at the next time.
    if (error instanceof AppError && error.code === 'plan_stale') return { outcome: 'nothing' };
    throw error;
  }
  if (changed > 0) renderAll(context);
  return changed > 0 ? { outcome: 'lifted', lifted, changed } : { outcome: 'nothing' };
}
