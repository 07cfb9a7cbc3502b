/**
 * Taking back: "forget that I …", "we no longer …". Code proposes which stored lessons could be meant, a model names which
 * are, and those that are not newer than the request are ARCHIVED. Likeness alone never retires anything.
 */
import type { EvidenceRef, ForgetRequest } from '../core/rule.ts';
import type { Ledger } from './ledger.ts';
import type { Lesson } from './lesson.ts';
import type { Similarity } from './similar.ts';
import type { Near } from './situation.ts';
import { wordKey } from './word-key.ts';

/** A request to forget, and a stored lesson that may be meant by it. */
export interface ForgetPair {
  key: string;
  older: Lesson;
  forget: string;
}

export const forgetKey = (what: string, lessonKey: string): string => `forget\n${what}\n\n${lessonKey}`;

/** Below this, two wordings share chance words only. */
const ALIKE = 0.12;
const PAIRS_PER_REQUEST = 8;

interface Known {
  lessons: readonly Lesson[];
  near?: Near | undefined;
  held: ReadonlyMap<string, readonly EvidenceRef[]>;
  forgets: readonly ForgetRequest[];
}

export function forgetPairs({ lessons, near, held, forgets }: Known, similarity: Similarity): ForgetPair[] {
  return forgets.flatMap((request) => {
    const { what } = request;
    const pool = (near?.get(request) ?? lessons).filter(
      (lesson) => mayRetire(lesson, request) && !restsOn(lesson, request, held),
    );
    const scores = similarity({ type: 'profile', trigger: '', content: what, cues: [] }, pool);
    return pool
      .map((older, i) => ({ older, score: scores[i] ?? 0 }))
      .filter(({ score }) => score >= ALIKE)
      .sort((a, b) => b.score - a.score)
      .slice(0, PAIRS_PER_REQUEST)
      .map(({ older }) => ({ key: forgetKey(what, wordKey(older)), older, forget: what }));
  });
}

/** What was said after the request is not meant by it. */
const mayRetire = (lesson: Lesson, request: ForgetRequest): boolean =>
  lesson.status !== 'ARCHIVED' && lesson.learned_at <= request.learned_at;

/** A lesson of the request's own turn is what the person says instead, or the request itself as a note. */
const restsOn = (lesson: Lesson, { evidence }: ForgetRequest, held: Known['held']): boolean =>
  (held.get(lesson.id) ?? []).some(({ session_id, seq }) =>
    evidence.some((turn) => turn.session_id === session_id && turn.seq === seq),
  );

/** After everything else was decided: retires what is named, and notes that turned out to be nothing but the request. */
export function retire(
  ledger: Ledger,
  { held, forgets }: Omit<Known, 'lessons' | 'near'>,
  isNamed: (key: string) => boolean,
): void {
  for (const request of forgets) {
    for (const node of ledger.nodes) {
      if (node.read === null || !mayRetire(node.lesson, request)) continue;
      const own = restsOn(node.lesson, request, held);
      const named = node.keys.some((key) => isNamed(forgetKey(request.what, key)));
      if (own ? node.lesson.provisional : named) ledger.withdraw(node, request);
    }
  }
}
