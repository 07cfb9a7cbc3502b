/**
 * Text to search terms, the same for what is stored and for what is asked: lower case, English stop words out, a light
 * English stem, identifiers whole and in their parts, and words of scripts without spaces found by Intl.Segmenter.
 */
import { stem } from './stem.ts';
import { PLAIN_WORDS, STOP_WORDS } from './stop-words.ts';

/** Scripts written without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A run of letters and digits, with the signs that join the parts of an identifier, a path or an option inside. */
const CHUNK = /[\p{L}\p{M}\p{N}_$]+(?:[-./:=@#+&]+[\p{L}\p{M}\p{N}_$]+)*(?:\+\+|#)?/gu;
const PARTS = /[-./:=@#+&_$]+/;
const CASE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N}{2,})/u;
/** Names with a capital inside that are one word to everybody. */
const ONE_WORD = new Set([
  'github',
  'gitlab',
  'javascript',
  'typescript',
  'bigquery',
  'postgresql',
  'mysql',
  'graphql',
  'latex',
  'macos',
  'ios',
]);
/** Longer runs are data (base64, minified code), not words. */
const LONGEST = 64;

let segmenter: Intl.Segmenter | undefined;
function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const found: string[] = [];
  for (const part of segmenter.segment(run)) if (part.isWordLike) found.push(part.segment);
  return found;
}

const CACHE_LIMIT = 2_000;
const cache = new Map<string, readonly string[]>();

function termsOfChunk(chunk: string): readonly string[] {
  // Where no spaces are, a whole paragraph is one run: what is too long is a word in it, not the run.
  if (UNSPACED.test(chunk)) return segments(chunk).flatMap((word) => (word.length > LONGEST ? [] : word.toLowerCase()));
  if (chunk.length > LONGEST) return [];
  const whole = chunk.toLowerCase();
  const pieces = chunk.split(PARTS).filter((piece) => piece !== '');
  const parts = pieces.flatMap((piece) => (ONE_WORD.has(piece.toLowerCase()) ? piece : piece.split(CASE)));
  const plain = parts.length < 2;
  const terms = plain
    ? [stem(whole)]
    : [whole, ...pieces.map((p) => stem(p.toLowerCase())), ...parts.map((p) => stem(p.toLowerCase()))];
  return [...new Set(terms)].filter((term) => !STOP_WORDS.has(term) && (term.length > 1 || !/^[a-z]$/.test(term)));
}

/** The terms of a text in order, repeated as they are. */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const [chunk] of text.normalize('NFC').matchAll(CHUNK)) {
    let terms = cache.get(chunk);
    if (terms === undefined) {
      terms = STOP_WORDS.has(chunk.toLowerCase()) ? [] : termsOfChunk(chunk);
      if (cache.size >= CACHE_LIMIT) cache.clear();
      // A long run will hardly come again.
      if (chunk.length <= LONGEST) cache.set(chunk, terms);
    }
    for (const term of terms) found.push(term);
  }
  return found;
}

/** Whether a term names a thing rather than being a word: letters with a digit or a sign in it ("read-only" is two words). */
export const isIdentifier = (term: string): boolean =>
  term.length > 2 && /[\p{N}_$./:=@#+&]/u.test(term) && /\p{L}/u.test(term);

const PLAIN = new Set(PLAIN_WORDS.flatMap((word) => [word, stem(word)]));
/** Whether a term is so plain that it says little about a task. */
export const isPlain = (term: string): boolean =>
  PLAIN.has(term) || /^\p{N}+$/u.test(term) || (term.length === 1 && UNSPACED.test(term));
