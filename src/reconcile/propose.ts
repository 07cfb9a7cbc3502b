/**
 * Which wordings are worth a model's look. Everything alike is proposed, equal words are not: those are settled in code.
 * A pair of wordings is proposed once, whoever says them and how often.
 */
import type { Decision } from './book.ts';
import { claimsOf } from './claims.ts';
import { knownIn, type Situation } from './decide.ts';
import type { Lesson, Proposal } from './lesson.ts';
import { nearest } from './near.ts';
import { recipeKey } from './rank.ts';
import type { Similarity } from './similar.ts';
import { type Near, textOf } from './situation.ts';
import { isInPlay, speaksFor } from './standing.ts';
import { pairKey } from './views.ts';
import { wordKey } from './word-key.ts';

/** Two wordings, the newer one as said last. */
export interface Pair {
  key: string;
  older: Lesson;
  newer: Lesson;
}

/** Below this, two wordings share chance words only. */
export const ALIKE = 0.12;
export const PAIRS_PER_PROPOSAL = 6;
const MOST_OF_BATCH = 12;
/** Keeps one call small: about 60 tokens a pair. */
const MOST_PAIRS = 40;

type Known = Pick<Situation, 'lessons' | 'held' | 'formerly' | 'proposals'> & { near?: Near | undefined };

export function proposePairs(situation: Known, similarity: Similarity): Pair[] {
  const isKnown = knownIn(situation);
  const proposals = situation.proposals.filter((proposal) => !isKnown(proposal));
  const open = proposals.map(({ lesson }) => lesson);
  // Of one batch, each is compared with what comes before it.
  const earlier = nearest(
    open.map(textOf),
    open.map(textOf),
    MOST_OF_BATCH,
    (one, other) => other < one && open[one]?.type === open[other]?.type,
  );
  const claims = claimsOf({ ...situation, proposals });
  const by = byId(situation.lessons);
  const scored = new Map<string, { pair: Pair; score: number }>();
  open.forEach((said, index) => {
    const key = wordKey(said);
    // Its own note needs no comparison.
    const claimed = claims.get(proposals[index] as Proposal) ?? [];
    const stored = (situation.near?.get(said) ?? situation.lessons).filter(
      (lesson) => lesson.type === said.type && mattersTo(said, lesson, by) && !claimed.includes(lesson.id),
    );
    // Said in the same words as something that stands: that one met its rivals when it came.
    if (stored.some((lesson) => isSettled(said, lesson))) return;
    const pool = [...stored, ...(earlier[index] ?? []).map((place) => open[place] as Lesson)];
    const scores = similarity(said, pool);
    const best = pool
      .map((other, i) => ({ other, score: scores[i] ?? 0 }))
      .filter(({ other, score }) => score >= ALIKE && !isSettled(said, other))
      .sort((a, b) => b.score - a.score)
      .slice(0, PAIRS_PER_PROPOSAL);
    for (const { other, score } of best) {
      const both = pairKey(key, wordKey(other));
      const earlier = scored.get(both);
      scored.set(both, {
        pair: inOrder(both, said, other, earlier?.pair),
        score: Math.max(score, earlier?.score ?? 0),
      });
    }
  });
  return [...scored.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_PAIRS)
    .map(({ pair }) => pair);
}

/** A superseded or withdrawn lesson matters to what it speaks for (decide.ts, question 3). */
const mattersTo = (said: Lesson, stored: Lesson, by: (id: string | null) => Lesson | undefined): boolean =>
  stored.status === 'ARCHIVED' ? isInPlay(stored) && speaksFor(stored, said, by(stored.superseded_by)) : true;

function byId(lessons: readonly Lesson[]): (id: string | null) => Lesson | undefined {
  const found = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  return (id) => (id === null ? undefined : found.get(id));
}

/** Code knows how they relate: they are the same, or one recipe with two values. */
function isSettled(one: Lesson, other: Lesson): boolean {
  if (wordKey(one) === wordKey(other)) return true;
  const recipe = recipeKey(one);
  return recipe !== undefined && recipe === recipeKey(other);
}

/** Of several lessons with the same words, the one said last stands for them. */
function inOrder(key: string, one: Lesson, other: Lesson, earlier: Pair | undefined): Pair {
  const all = [one, other, ...(earlier ? [earlier.older, earlier.newer] : [])];
  const latest = (of: Lesson) =>
    all.filter((lesson) => wordKey(lesson) === wordKey(of)).reduce((a, b) => (b.learned_at > a.learned_at ? b : a));
  const [a, b] = [latest(one), latest(other)];
  return a.learned_at > b.learned_at ? { key, older: b, newer: a } : { key, older: a, newer: b };
}

/** What a reconcile did or will do, in numbers. */
export type Counts = Record<'added' | 'merged' | 'refined' | 'archived' | 'parked' | 'known', number>;
export function count({ steps, known }: Pick<Decision, 'steps' | 'known'>): Counts {
  const of = (change: string) => steps.filter((step) => step.change === change).length;
  return {
    added: of('add'),
    merged: of('merge'),
    refined: of('refine') + of('narrow'),
    archived: of('supersede') + of('withdraw'),
    parked: of('park'),
    known,
  };
}
