/**
 * Forgetting: a lesson is erased, not archived. Its row, its history, its vector, what it was told to, the words of the turns
 * that it alone rests on (in the store and in the journal), and wherever its words were quoted. A line without words stays in
 * the history: that something was forgotten, and when. It cannot be undone.
 */
import fs from 'node:fs';
import path from 'node:path';
import { newId } from '../core/ids.ts';
import type { Interaction } from '../core/interaction.ts';
import type { EvidenceRef } from '../core/rule.ts';
import { sessionFileName } from '../core/session.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import { wordKey } from '../reconcile/word-key.ts';
import { changesOf, recordChange } from '../store/changes.ts';
import { removeVectors } from '../store/embeddings.ts';
import { cleanExtractions, cleanQuotes, mergedInto, removeItems, setBody, turnsOf } from '../store/forget.ts';
import { interactionAt } from '../store/interactions.ts';
import type { Db } from '../store/open.ts';
import { blank, blankInJournal } from './blank.ts';
import { readLesson } from './lessons.ts';
import type { Refused } from './moves.ts';
import { differences } from './seen.ts';

export interface Forgetting {
  lesson: Lesson;
  /** What lives on in it and goes with it. */
  merged: Lesson[];
  /** Turns whose words go. */
  turns: EvidenceRef[];
  /** How many of its turns stay as they are, because other lessons rest on them too. */
  kept: number;
}

/** What would go: a person is told before they are asked. */
export function forgetting(db: Db, id: string): Forgetting | undefined {
  const lesson = readLesson(db, id);
  if (!lesson) return undefined;
  const merged = mergedInto(db, id).flatMap((one) => readLesson(db, one) ?? []);
  const turns = turnsOf(db, [id, ...merged.map((one) => one.id)]);
  return {
    lesson,
    merged,
    turns: turns.filter(({ shared }) => !shared).map(({ session_id, seq }) => ({ session_id, seq })),
    kept: turns.filter(({ shared }) => shared).length,
  };
}

export type Forgotten = { ok: true; said: string; forgotten: string[]; turns: number; kept: number } | Refused;

/** `sessions`: the folder of the journals. The journal goes first: should the power fail now, asking again finds the rest. */
export function forget(
  tx: Db,
  id: string,
  { now, sessions, seen }: { now: string; sessions: string; seen?: Lesson },
): Forgotten {
  const going = forgetting(tx, id);
  if (!going) return { ok: false, code: 'unknown_id', message: 'it is not there any more.' };
  if (seen && differences(seen, going.lesson).length > 0)
    return { ok: false, code: 'changed_meanwhile', message: 'it was changed meanwhile, so nothing was done.' };
  const { lesson, merged, turns, kept } = going;
  const ids = [lesson, ...merged].map((one) => one.id);
  const words = wordsOf(tx, [lesson, ...merged]);
  blankTurns(tx, turns, sessions);
  const isGoing = (ref: EvidenceRef) => turns.some((turn) => isSame(turn, ref));
  cleanExtractions(tx, turnsOf(tx, ids), (candidate, waits) => {
    const said = candidate.type === 'forget' ? candidate.what : candidate.content;
    // What is still to be learned would bring back, in other words, what was said in a turn that goes.
    const rests = waits ? candidate.evidence.some(isGoing) : candidate.evidence.every(isGoing);
    return words.includes(said) || rests;
  });
  removeItems(tx, ids);
  removeVectors(tx, ids);
  cleanQuotes(tx, words);
  const act = newId();
  for (const item_id of ids) {
    recordChange(tx, {
      item_id,
      at: now,
      change: 'forget',
      before: null,
      after: null,
      why: 'you had it forgotten',
      turns: [],
      actor: 'person',
      reviewed_at: now,
      act,
    });
  }
  return { ok: true, said: 'Forgotten.', forgotten: ids, turns: turns.length, kept };
}

const isSame = (one: EvidenceRef, other: EvidenceRef): boolean =>
  one.session_id === other.session_id && one.seq === other.seq;

/** Everything these lessons ever said, longest first: a shorter wording may be a part of a longer one. */
function wordsOf(db: Db, lessons: readonly Lesson[]): string[] {
  const words = new Set<string>();
  for (const lesson of lessons) {
    for (const row of [lesson, ...changesOf(db, lesson.id).flatMap(({ before, after }) => [before, after])]) {
      const { trigger = '', content, said } = (row ?? {}) as { trigger?: string; content?: string; said?: Words };
      for (const one of [content, said?.content]) if (one) words.add(one);
      if (content) words.add(wordKey({ type: lesson.type, trigger, content }));
    }
  }
  return [...words].sort((a, b) => b.length - a.length);
}

interface Words {
  content?: string;
}

function blankTurns(tx: Db, turns: readonly EvidenceRef[], sessions: string): void {
  const bySession = new Map<string, Interaction[]>();
  for (const ref of turns) {
    const stored = interactionAt(tx, ref.session_id, ref.seq);
    if (!stored) continue;
    bySession.set(ref.session_id, [...(bySession.get(ref.session_id) ?? []), stored.record]);
    setBody(tx, ref, blank(stored.record));
  }
  for (const [session, records] of bySession) {
    const name = sessionFileName(session);
    const file = name && path.join(sessions, name);
    if (file && fs.existsSync(file)) blankInJournal(file, records);
  }
}
