/**
 * `claude-smart why ID`: where a rule or a fact comes from: the exact turns it rests on, the readings that made it, what
 * changed it and what it replaced, and whom it was told. Reads the store and changes nothing.
 */
import { changesOf } from '../store/changes.ts';
import { evidenceOf } from '../store/evidence.ts';
import { getExtraction } from '../store/extractions.ts';
import { injectionsOf } from '../store/injections.ts';
import { interactionAt } from '../store/interactions.ts';
import { getItem, type Item, replacedBy } from '../store/items.ts';
import { coveredBy } from '../store/lifts.ts';
import type { Db } from '../store/open.ts';
import { changeJson } from './history.ts';
import { factJson, linksJson, ruleJson } from './items.ts';
import { namedItem, shortenerOf, unknownId } from './named.ts';
import { askStore, type Run } from './run.ts';
import { turnJson } from './turn.ts';
import { whyText } from './why-text.ts';

/** The JSON document; its keys are a contract like those of `show`. */
export type Why = ReturnType<typeof read>;

/** Changes that gave an item words or turns; what archived it was about another one. */
const MADE_IT: readonly string[] = ['add', 'merge', 'refine'];

function extractionsOf(db: Db, id: string) {
  const made = changesOf(db, id).filter(({ change }) => MADE_IT.includes(change));
  const ids = [...new Set(made.flatMap(({ extraction_id }) => extraction_id ?? []))];
  return ids.flatMap((one) => {
    const found = getExtraction(db, one);
    if (!found) return [];
    const { session_id, from_seq, to_seq, prompt, model, at, outcome } = found;
    return [{ id: one, session_id, from_seq, to_seq, prompt, model, at, outcome }];
  });
}

const brief = (db: Db, id: string | null) => {
  const found = id === null ? undefined : getItem(db, id);
  return found ? { id: found.row.id, content: found.row.content } : null;
};

const current = (db: Db, id: string | null) =>
  id !== null && getItem(db, id)?.row.status === 'CURRENT' ? brief(db, id) : null;

const itemJson = (item: Item) => (item.type === 'rule' ? ruleJson(item.row) : factJson(item.row));

function read(db: Db, item: Item) {
  const { row } = item;
  return {
    type: item.type,
    ...itemJson(item),
    ...linksJson(row),
    turns: evidenceOf(db, row.id).map((ref) => turnJson(ref, interactionAt(db, ref.session_id, ref.seq))),
    extractions: extractionsOf(db, row.id),
    changes: changesOf(db, row.id).map(changeJson),
    replaced: replacedBy(db, row.id),
    replaced_by: brief(db, row.superseded_by ?? row.merged_into),
    // A shared rule that is told in its place, what is told in a shared one's place here, and what it is told for.
    told_as: item.type === 'rule' ? current(db, item.row.covered_by) : null,
    instead_of: (row.overrules ?? []).flatMap((id) => current(db, id) ?? []),
    told_for: coveredBy(db, row.id).flatMap(({ id }) => current(db, id) ?? []),
    injections: injectionsOf(db, row.id).map(({ session_id, event, at }) => ({ session_id, event, at })),
  };
}

export function why(run: Run, typed: string, options: { json?: boolean }): void {
  const answer = askStore(run, (db) => ({ why: read(db, namedItem(db, typed)), short: shortenerOf(db) }));
  if (!answer) unknownId(typed);
  else if (options.json) run.out.json(answer.why);
  else run.out.print(whyText(run.out, answer.why, answer.short));
}
