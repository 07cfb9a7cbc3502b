/**
 * Who stands when two lessons exclude each other, and which of two wordings of one lesson is kept. Both are total orders, so
 * that the outcome is the same whatever arrives first.
 */
import { isIdentifier, words } from '../core/words.ts';
import type { Lesson, Wording } from './lesson.ts';
import { wordKey } from './word-key.ts';

/** What the person said beats what was only observed; between two of a kind the newer turn does; then the wording, arbitrarily. */
export function outranks(one: Lesson, other: Lesson): boolean {
  const [mine, theirs] = [timeOf(one), timeOf(other)];
  if (mine !== theirs) return mine > theirs;
  return wordKey(one) > wordKey(other);
}
/** As `outranks`, but for the wording: two sayings of one moment are as high as each other. */
export const isAsHigh = (one: Lesson, other: Lesson): boolean => timeOf(one) >= timeOf(other);

/** Sorts as a string; what was said is after everything observed. */
const timeOf = ({ said_at, learned_at }: Lesson): string => (said_at === null ? `0${learned_at}` : `1${said_at}`);

/** A single word is a hint to somebody who was there. */
const FEWEST_WORDS = 2;

/**
 * Whether `one` says the same better than `other`: it names more things and numbers; it says when it matters; it is a
 * sentence rather than a hint; it needs fewer words.
 */
export function isBetter(one: Wording, other: Wording): boolean {
  const [a, b] = [meritOf(one), meritOf(other)];
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] as number) > (b[i] as number);
  return `${one.content}\n${one.trigger}` < `${other.content}\n${other.trigger}`;
}

function meritOf({ trigger, content }: Wording): number[] {
  const names = new Set(words(content).filter((term) => isIdentifier(term) || /^\p{N}+$/u.test(term)));
  const length = content.split(/\s+/).filter((word) => word !== '').length;
  return [names.size, trigger === '' ? 0 : 1, length < FEWEST_WORDS ? 0 : 1, -length];
}

/** A word that carries a value rather than saying what to do: it has a digit or a sign in it. */
const isValue = (word: string): boolean => /[\p{N}_$./:=@#+&]|^-|\w-\w/u.test(word);

/** Equal for recipes that differ in their values only, such as a port or a path; undefined when hardly more than values is there. */
export function recipeKey(lesson: Lesson): string | undefined {
  if (lesson.kind !== 'recipe') return undefined;
  const [type, trigger, content = ''] = wordKey(lesson).split('\n');
  const masked = content.split(' ').map((word) => (isValue(word) ? '#' : word));
  if (masked.filter((word) => word !== '#').length < 3) return undefined;
  return [type, trigger, masked.join(' ')].join('\n');
}
