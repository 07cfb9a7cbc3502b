/** The terms of search: words as core/words.ts makes them and, beside a word of another language, its English terms. */
import { stem } from '../core/stem.ts';
import { words } from '../core/words.ts';
import { englishOf } from './glossary.ts';

const CACHE_LIMIT = 2_000;
const cache = new Map<string, readonly string[]>();

function withEnglish(word: string): readonly string[] {
  let terms = cache.get(word);
  if (terms === undefined) {
    terms = [word, ...englishOf(word).map(stem)];
    if (cache.size >= CACHE_LIMIT) cache.clear();
    cache.set(word, terms);
  }
  return terms;
}

/** In order, repeated as they are. */
export function termsOf(text: string): string[] {
  const found: string[] = [];
  for (const word of words(text)) for (const term of withEnglish(word)) found.push(term);
  return found;
}

/** Fewer words than this that the glossary knows are chance. */
const LEAST = 2;
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{S}]+$/u;

/**
 * What the model is given to read: English text as it is, another language word by word in English, as far as the glossary goes.
 * What is unknown is left out unless it may be a name: letters of other scripts only blur the vector.
 */
export function readable(text: string): string {
  const read = words(text).map((word) => ({ word, english: englishOf(word) }));
  if (read.filter(({ english }) => english.length > 0).length < LEAST) return text;
  return read.flatMap(({ word, english }) => (english.length > 0 ? english : LATIN.test(word) ? word : [])).join(' ');
}
