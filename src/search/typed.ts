/** A query's words as they were typed, for telling a person which of them hit: the index knows only terms. */
import { UNSPACED, words } from '../core/words.ts';

const EDGES = /^[^\p{L}\p{M}\p{N}_$@#.-]+|[^\p{L}\p{M}\p{N}_$+#]+$/gu;

/** `matches`: the terms that hit. Of a run of a script without spaces only the words that hit are told. */
export function typedWords(query: string, matches: Readonly<Record<string, unknown>>): string[] {
  const found = query.split(/\s+/).flatMap((token) => {
    const hits = words(token).filter((term) => Object.hasOwn(matches, term));
    if (hits.length === 0) return [];
    return UNSPACED.test(token) ? hits : [token.replace(EDGES, '')];
  });
  return [...new Set(found)];
}
