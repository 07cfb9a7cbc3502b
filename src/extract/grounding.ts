/**
 * Finds what a lesson names that the turns it cites do not: a made-up flag, file or number is worse than no lesson, and so is one
 * that only a web page knows. Names are what stands in backticks, has a sign or a digit inside, or counts something; plain
 * words are free. Where the wording of a name may differ from turn to lesson ("pnpm add" for "pnpm"), it passes.
 */
import { stem } from '../core/stem.ts';
import { isIdentifier, isPlain } from '../core/words.ts';

const CODE_SPAN = /`([^`\n]{1,300})`/g;
const PLACEHOLDER = /<[^<>]{0,60}>|\{[^{}]{0,60}\}|\.\.\.|…|\*+/g;
const WORD = /[\p{L}\p{N}]+/gu;
const NAME = /[\p{L}\p{N}_$@][\p{L}\p{N}_$@./:=+-]*[\p{L}\p{N}_]/gu;
/** A number with its unit, if one is glued to it. Dates are left out: "since yesterday" is written down as one. */
const DATE = /\b\d{4}-\d{1,2}(?:-\d{1,2})?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g;
const NUMBER = /(?<![\p{L}\p{N}_.,])(v?\d+(?:[.,]\d+)*)(?![\p{N}])(?:\s?(\p{L}{2,})|)/gu;
/** Up to here a number may have been typed as a word: only another number before the same unit speaks against it. */
const SMALL = 20;
/** By its first letters a unit is known in singular and plural. */
const UNIT_START = 4;
/** Shorter parts ("js", "s") are in every text. */
const TELLING = 3;

/** One form for look-ups: width, case and digit groups do not matter. */
const plainForm = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d)[,_'’\u00a0](?=\d{3}(?!\d))/g, '');

/** What was said, in the form that is looked up. */
export interface Wording {
  text: string;
}

export const wording = (parts: readonly string[]): Wording => ({ text: plainForm(parts.join('\n')) });

/** Everything that `text` names and `said` does not. */
export function unfoundedNames(text: string, said: Wording): string[] {
  const content = text.normalize('NFKC');
  const spans = [...content.matchAll(CODE_SPAN)].map((match) => String(match[1]));
  const prose = content.replace(CODE_SPAN, ' ');
  return [
    ...spans.filter((span) => !isFoundedSpan(span, said)),
    ...namesIn(prose).filter((name) => !isFounded(name, said)),
    ...unfoundedNumbers(prose, said),
  ];
}

/** The things a text names outside backticks. */
export const namesIn = (prose: string): string[] =>
  [...prose.matchAll(NAME)].map((match) => match[0]).filter(looksLikeName);

/** "e.g", "and/or" and "read-only" are words; so are numbers by themselves, which are looked up as such. */
const looksLikeName = (name: string): boolean =>
  (isIdentifier(name) && /[_$@=:]|\p{L}\p{N}|\p{N}\p{L}|\w\.\w{2,}|\w\/\w+\//u.test(name)) || isCamelCase(name);

/** `useQuery`, `getUserById`; not iOS, eBay or GitHub, which people write as they like. */
const isCamelCase = (name: string): boolean => name.length > 5 && /^\p{Ll}{2,}\p{Lu}/u.test(name);

function unfoundedNumbers(prose: string, said: Wording): string[] {
  const found: string[] = [];
  for (const [whole, number = '', unit] of prose.replace(DATE, ' ').matchAll(NUMBER)) {
    const digits = plainForm(number).replace(/^v/, '');
    if (new RegExp(`(?<!\\d)${digits.replaceAll('.', '\\.')}(?!\\d)`).test(said.text)) continue;
    const other = unit !== undefined && new RegExp(`\\d\\s?${plainForm(unit).slice(0, UNIT_START)}`).test(said.text);
    if (other || /[.,]/.test(digits) || Number(digits) > SMALL) found.push(whole.trim());
  }
  return found;
}

/** A command, path or value in backticks: all its identifiers must be there, and half of its words. */
function isFoundedSpan(span: string, said: Wording): boolean {
  const bare = span.replace(PLACEHOLDER, ' ');
  if (said.text.includes(plainForm(bare.trim()))) return true;
  const tokens = bare.split(/\s+/).filter((token) => partsOf(token).length > 0);
  const words = tokens.filter((token) => /^\p{L}+$/u.test(token) && !isCamelCase(token));
  if (tokens.some((token) => !words.includes(token) && !isFounded(token, said))) return false;
  const telling = words.filter((word) => !isPlain(stem(word.toLowerCase())));
  const asked = telling.length > 0 ? telling : words;
  // Identifiers that are there vouch for the plain words around them.
  if (asked.length === 0 || (telling.length === 0 && words.length < tokens.length)) return true;
  const found = asked.filter((word) => isFounded(word, said)).length;
  return found > 0 && found * 2 >= asked.length;
}

/** The name as a whole, or every part of it that tells something. */
function isFounded(name: string, said: Wording): boolean {
  const form = plainForm(name);
  if (said.text.includes(form)) return true;
  const parts = partsOf(name).filter((part) => part.length >= TELLING || /^\d{2,}$/.test(part));
  // Something as short as `-s` says nothing by which it could be found.
  return parts.every(
    (part) => said.text.includes(part) || (stem(part).length > TELLING && said.text.includes(stem(part))),
  );
}

const CASE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u;
const partsOf = (name: string): string[] =>
  (name.replace(PLACEHOLDER, ' ').match(WORD) ?? []).flatMap((word) => word.split(CASE)).map(plainForm);
