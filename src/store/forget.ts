/**
 * What taking a lesson out of the store for good touches: its row and history, the turns that nothing else rests on, and the
 * places where its words were quoted. Only review/forget.ts calls these, all in one transaction.
 */
import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Interaction } from '../core/interaction.ts';
import type { Candidate, EvidenceRef } from '../core/rule.ts';
import type { Db } from './open.ts';
import { changes, evidence, injections, interactions, profile, rules } from './schema.ts';
import { extractions } from './schema-work.ts';

/** Items that live on in this one, however far back. */
export function mergedInto(db: Db, id: string): string[] {
  const family = [id];
  for (const one of family) {
    for (const table of [rules, profile]) {
      const members = db.select({ id: table.id }).from(table).where(eq(table.merged_into, one)).all();
      for (const member of members) if (!family.includes(member.id)) family.push(member.id);
    }
  }
  return family.slice(1);
}

/** The turns of these items, and whether any other item rests on each. */
export function turnsOf(db: Db, itemIds: readonly string[]): (EvidenceRef & { shared: boolean })[] {
  const rows = db
    .select({ session_id: evidence.session_id, seq: evidence.seq })
    .from(evidence)
    .where(inArray(evidence.item_id, [...itemIds]))
    .groupBy(evidence.session_id, evidence.seq)
    .all();
  return rows.map((ref) => ({ ...ref, shared: othersOn(db, ref, itemIds) }));
}

function othersOn(db: Db, ref: EvidenceRef, itemIds: readonly string[]): boolean {
  const on = db
    .select({ id: evidence.item_id })
    .from(evidence)
    .where(and(eq(evidence.session_id, ref.session_id), eq(evidence.seq, ref.seq)))
    .all();
  return on.some(({ id }) => !itemIds.includes(id));
}

export function removeItems(tx: Db, itemIds: readonly string[]): void {
  const ids = [...itemIds];
  tx.delete(rules).where(inArray(rules.id, ids)).run();
  tx.delete(profile).where(inArray(profile.id, ids)).run();
  tx.delete(evidence).where(inArray(evidence.item_id, ids)).run();
  tx.delete(injections).where(inArray(injections.item_id, ids)).run();
  tx.delete(changes).where(inArray(changes.item_id, ids)).run();
  // What it covered counts for itself again.
  tx.update(rules)
    .set({ covered_by: null, version: sql`${rules.version} + 1` })
    .where(inArray(rules.covered_by, ids))
    .run();
}

export function setBody(tx: Db, ref: EvidenceRef, body: Interaction): void {
  tx.update(interactions)
    .set({ body, signal: null })
    .where(and(eq(interactions.session_id, ref.session_id), eq(interactions.seq, ref.seq)))
    .run();
}

const FORGOTTEN = '(forgotten)';

/**
 * Readings of windows with these turns lose their candidates that `isGone` names, their refusals' words and a kept reply.
 * `waits`: the candidate is still to be reconciled.
 */
export function cleanExtractions(
  tx: Db,
  refs: readonly EvidenceRef[],
  isGone: (candidate: Candidate, waits: boolean) => boolean,
): void {
  if (refs.length === 0) return;
  const read = refs.map(({ session_id, seq }) =>
    and(eq(extractions.session_id, session_id), lte(extractions.from_seq, seq), gt(extractions.to_seq, seq)),
  );
  for (const { id, candidates, refused, outcome } of tx
    .select()
    .from(extractions)
    .where(or(...read))
    .all()) {
    tx.update(extractions)
      .set({
        candidates: candidates.filter((candidate) => !isGone(candidate, outcome === 'extracted')),
        refused: refused.map(() => ({ what: FORGOTTEN, why: FORGOTTEN })),
        reply: null,
      })
      .where(eq(extractions.id, id))
      .run();
  }
}

/** Takes the words out of what other items' history says about this one, and out of what is parked on account of it. */
export function cleanQuotes(tx: Db, words: readonly string[]): void {
  for (const text of words.filter((one) => one.trim() !== '')) {
    const inJson = JSON.stringify(text).slice(1, -1);
    const quoting = sql`instr(${changes.why}, ${text}) > 0 or instr(coalesce(${changes.before}, '') || coalesce(${changes.after}, ''), ${inJson}) > 0`;
    for (const row of tx.select().from(changes).where(quoting).all()) {
      tx.update(changes)
        .set({
          why: withoutWords(row.why, text),
          before: withoutQuotes(row.before, text),
          after: withoutQuotes(row.after, text),
        })
        .where(eq(changes.id, row.id))
        .run();
    }
    for (const table of [rules, profile]) {
      const parked = sql`instr(coalesce(${table.proposal}, ''), ${inJson}) > 0`;
      for (const { id, proposal } of tx
        .select({ id: table.id, proposal: table.proposal })
        .from(table)
        .where(parked)
        .all())
        tx.update(table)
          .set({ proposal: withoutVerdicts(proposal, text) as never })
          .where(eq(table.id, id))
          .run();
    }
  }
}

/** So short a text is a part of many others: it is a quote only where it is all that is quoted. */
const isShort = (text: string): boolean => text.length < 10;

/** A reason quotes behind its first colon; what stands before is ours. */
function withoutWords(why: string, text: string): string {
  const at = why.indexOf(': ') + 2;
  if (at < 2) return why;
  const [ours, quoted] = [why.slice(0, at), why.slice(at)];
  if (!isShort(text)) return ours + quoted.replaceAll(text, FORGOTTEN);
  const bare = quoted.replace(/\)+$/, '');
  for (const one of [quoted, bare]) {
    const before = one.slice(0, -text.length);
    if (one.endsWith(text) && (before === '' || before.endsWith(': ')))
      return ours + before + FORGOTTEN + quoted.slice(one.length);
  }
  return why;
}

/** Only what quotes another lesson: a row that happens to say the same words itself keeps them. */
function withoutQuotes(row: unknown, text: string): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const { said, proposal } = row as { said?: { content?: unknown }; proposal?: unknown };
  return {
    ...row,
    ...(said?.content === text ? { said: { trigger: '', content: FORGOTTEN } } : {}),
    ...(proposal ? { proposal: withoutVerdicts(proposal, text) } : {}),
  };
}

function withoutVerdicts(proposal: unknown, text: string): unknown {
  const { verdicts } = proposal as { verdicts?: [string, unknown][] };
  const names = (key: string) => (isShort(text) ? key.split(/[\u001f\n]/).includes(text) : key.includes(text));
  return { ...(proposal as object), verdicts: (verdicts ?? []).filter(([key]) => !names(key)) };
}
