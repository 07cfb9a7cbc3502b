/**
 * Taking an act back. What it changed goes back to what it was before, column by column, and only where nothing else has
 * changed it since: turns that were counted meanwhile stay counted, and a rule that was rewritten meanwhile is left alone.
 */

type Row = Readonly<Record<string, unknown>>;

/** Columns that every write changes. */
const OF_EVERY_WRITE = new Set(['version', 'updated_at', 'id']);

/** What a column holds, for a person. */
const IN_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['trigger', 'content', 'rationale', 'edited_at'].map((name) => [name, 'its words'])),
  ...Object.fromEntries(
    ['status', 'superseded_by', 'merged_into', 'withdrawn_at', 'proposal'].map((name) => [name, 'whether it counts']),
  ),
  ...Object.fromEntries(['project_id', 'covered_by', 'overrules'].map((name) => [name, 'whose it is'])),
};

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export type Undone = { ok: true; set: Record<string, unknown> } | { ok: false; changed: string[] };

/** `before` and `after`: the row as the act found and left it; `changed`: what is other now, in words. `counted`: columns that hold a sum, which is taken off again. */
export function undone(before: Row, after: Row, now: Row): Undone {
  const set: Record<string, unknown> = {};
  const changed: string[] = [];
  for (const name of Object.keys(before)) {
    if (OF_EVERY_WRITE.has(name) || equal(before[name], after[name])) continue;
    if (name === 'evidence') set[name] = Number(now[name]) - (Number(after[name]) - Number(before[name]));
    else if (equal(now[name], after[name])) set[name] = before[name];
    else if (!mayDiffer(name)) changed.push(IN_WORDS[name] ?? 'what is known of it');
  }
  return changed.length > 0 ? { ok: false, changed: [...new Set(changed)] } : { ok: true, set };
}

/** What learning goes on adding to: where that happened, it stays as it is now. */
const mayDiffer = (name: string): boolean => name === 'cues' || name === 'learned_at' || name === 'said_at';
