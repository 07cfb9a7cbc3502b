/**
 * Equal keys: the same wording, or nearly so, and safe to merge without asking anybody. What never changes what a lesson asks
 * for is taken away: case, punctuation, articles, courtesies, plurals and -ing, `never` for `do not`, and where in a
 * sentence "in CI," stands. Everything else stays, in its order: names, numbers, options, negations, the steps of a recipe.
 * "Use pnpm, not npm" is not "use npm, not pnpm", and what stands in backticks is taken letter by letter.
 */
import type { Wording } from './lesson.ts';

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const CJK_PUNCTUATION = /[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]/g;
/** Words that say nothing of what to do. */
const EMPTY = new Set('a an the please just simply always we you i our your my should must shall is are be'.split(' '));
const NEGATIONS: Readonly<Record<string, string>> = { "don't": 'not', "doesn't": 'not', dont: 'not', never: 'not' };
/** Opens what says where, when or why; such a part means the same at either end of its sentence. */
const PLACES = new Set(
  'in on at for when if during with without under inside outside before after while unless'.split(' '),
);
/** Names, and words whose "plural" is another word. */
const NO_PLURALS = new Set(['https', 'news', 'windows', 'this', 'does', 'always', 'aws']);

/** A wording never changes in place. */
const known = new WeakMap<Wording, string>();

export function wordKey(wording: Wording): string {
  const key = known.get(wording) ?? keyOf(wording);
  known.set(wording, key);
  return key;
}

function keyOf(wording: Wording): string {
  const trigger = sequence(wording.trigger).replace(/^when(?:ever)? /, '');
  return `${wording.type}\n${trigger}\n${sequence(wording.content)}`;
}

interface Token {
  word: string;
  /** Taken letter by letter. */
  quoted: boolean;
  /** What ends behind it: a part of a sentence, a sentence, or nothing. */
  ends: '' | 'part' | 'sentence';
}

function sequence(text: string): string {
  const tokens = text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(CJK_PUNCTUATION, ' ')
    .replace(/[,;](?=\p{L})/gu, '$& ')
    .replace(SPACELESS, ' $& ')
    .split(/\s+/)
    .map(tokenOf);
  return sentencesOf(tokens)
    .flatMap((parts) => placesLast(parts).flat())
    .filter(({ word }, i, all) => !(/^do(?:es)?$/.test(word) && all[i + 1]?.word === 'not'))
    .filter(({ word }) => !EMPTY.has(word))
    .map(({ word, quoted }) => (quoted ? word : singular(word)))
    .join(' ');
}

function tokenOf(raw: string): Token {
  const ends = /[.;!?…]["'`)\]}]*$/.test(raw) ? 'sentence' : /[,:]["'`)\]}]*$|^[-–—]+$/.test(raw) ? 'part' : '';
  const opened = raw.replace(/^(?:["'([{¡¿]|\*\*)*`/, '');
  const bare = raw.replace(/^(?:["'`([{¡¿]|\*\*)+/, '').replace(/(?:["'`)\]}.,;:!?…]|\*\*)+$/, '');
  if (/^[-–—]+$/.test(bare)) return { word: '', quoted: false, ends };
  const word = /^-[A-Za-z]$/.test(bare) ? bare : bare.toLowerCase();
  const quoted = opened !== raw || /^["']/.test(raw) || /[`"']$/.test(raw.replace(/[.,;:!?…)\]}]+$/, ''));
  return { word: quoted ? word : (NEGATIONS[word] ?? word), quoted, ends };
}

function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || NO_PLURALS.has(word)) return word;
  let s = word;
  if (s.endsWith('ies') && s.length > 4) s = `${s.slice(0, -3)}y`;
  else if (/(ss|sh|ch|x|z)es$/.test(s)) s = s.slice(0, -2);
  else if (/[^su]s$/.test(s) && !s.endsWith('is')) s = s.slice(0, -1);
  const cut = /^(.*[aeiouy].*?)ing$/.exec(s)?.[1];
  if (cut !== undefined && cut.length >= 3) s = cut.replace(/([bdfgmnprt])\1$/, '$1');
  return s.length > 4 && s.endsWith('e') ? s.slice(0, -1) : s;
}

/** Sentences, each as its parts. */
function sentencesOf(tokens: readonly Token[]): Token[][][] {
  const sentences: Token[][][] = [];
  let parts: Token[][] = [];
  let part: Token[] = [];
  const endPart = () => {
    if (part.length > 0) parts.push(part);
    part = [];
  };
  const endSentence = () => {
    endPart();
    if (parts.length > 0) sentences.push(parts);
    parts = [];
  };
  for (const token of tokens) {
    if (token.word !== '') part.push(token);
    if (token.ends === 'part') endPart();
    else if (token.ends === 'sentence') endSentence();
  }
  endSentence();
  return sentences;
}

const placesLast = (parts: Token[][]): Token[][] =>
  parts.length > 1 && PLACES.has(parts[0]?.[0]?.word ?? '') ? [...parts.slice(1), parts[0] as Token[]] : parts;
