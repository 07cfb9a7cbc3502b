/**
 * What two wordings have in common, without a model. `wordKey` says "the same words in the same order" and may merge on
 * its own, so it forgets only what never changes meaning: case, articles, punctuation at a word's edge. Order, numbers and
 * negations stay: "use pnpm, not npm" is not "use npm, not pnpm". `lexicalSimilarity` only proposes; a model decides.
 */
import { words } from '../core/words.ts';
import type { Wording } from './lesson.ts';

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const CJK_PUNCTUATION = /[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]/g;
const ARTICLES = new Set(['a', 'an', 'the']);

function fold(word: string): string {
  const bare = word.replace(/^(?:["'`([{¡¿]|\*\*)+/, '').replace(/(?:["'`)\]}.,;:!?…]|\*\*)+$/, '');
  return /^-[A-Za-z]$/.test(bare) ? bare : bare.toLowerCase();
}

function sequence(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(CJK_PUNCTUATION, ' ')
    .replace(/[,;](?=\p{L})/gu, ' ')
    .replace(SPACELESS, ' $& ')
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== '' && !ARTICLES.has(word) && !/^[-–—]+$/.test(word))
    .join(' ');
}

/** Equal keys: identical or near-identical wordings. */
export function wordKey(wording: Wording): string {
  const trigger = sequence(wording.trigger).replace(/^when(?:ever)? /, '');
  return `${wording.type}\n${trigger}\n${sequence(wording.content)}`;
}

/** How alike `one` is to each of `others`, 0 to 1. */
export type Similarity = (one: Comparable, others: readonly Comparable[]) => number[];
interface Comparable extends Wording {
  cues: readonly string[];
}

const termsOf = (c: Comparable): Set<string> =>
  new Set([...words(c.trigger), ...words(c.content), ...c.cues.flatMap((cue) => words(cue))]);

/** Shared terms, each weighed by its rarity among `others`, as a part of what the smaller side says. */
export const lexicalSimilarity: Similarity = (one, others) => {
  const mine = termsOf(one);
  const theirs = others.map(termsOf);
  const frequency = new Map<string, number>();
  for (const terms of theirs) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const weight = (term: string) => Math.log(2 + others.length / (1 + (frequency.get(term) ?? 0)));
  const total = (terms: Iterable<string>) => {
    let sum = 0;
    for (const term of terms) sum += weight(term);
    return sum;
  };
  const own = total(mine);
  return theirs.map((terms) => {
    const shared = total([...terms].filter((term) => mine.has(term)));
    const smaller = Math.min(own, total(terms));
    return smaller === 0 ? 0 : shared / smaller;
  });
};
