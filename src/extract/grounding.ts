/**
 * Finds what a lesson names that nothing in its window contains: a made-up flag, file or tool is worse than no lesson. Only
 * names count (in backticks, or with a digit or a sign inside), and only when no part of them occurs.
 */
import { isIdentifier } from '../core/words.ts';
import type { WindowTurn } from './window.ts';

const CODE_SPAN = /`([^`\n]{1,300})`/g;
const PLACEHOLDER = /<[^<>]{0,60}>|\{[^{}]{0,60}\}|\.\.\.|…/g;
const WORD = /[\p{L}\p{N}]{2,}/gu;
const NAME = /[\p{L}\p{N}_$@][\p{L}\p{N}_$@./:=+-]*[\p{L}\p{N}_]/gu;

/** Everything that was said and done in the window, as it was, lower case. */
export const wordingOf = (turns: readonly WindowTurn[]): string =>
  turns
    .map(({ record }) => JSON.stringify(record))
    .join('\n')
    .toLowerCase();

/** The first name in `text` of which no part occurs in `wording`. */
export function unfoundedName(text: string, wording: string): string | undefined {
  const spans = [...text.matchAll(CODE_SPAN)].map((match) => String(match[1]));
  const names = [...text.replace(CODE_SPAN, ' ').matchAll(NAME)].map((match) => match[0]).filter(looksLikeName);
  return [...spans, ...names].find((name) => {
    const parts = name.replace(PLACEHOLDER, ' ').toLowerCase().match(WORD) ?? [];
    return parts.length > 0 && !parts.some((part) => wording.includes(part));
  });
}

/** "e.g", "and/or" and "read-only" are words; so are numbers, which a lesson may count by itself. */
const looksLikeName = (name: string): boolean =>
  isIdentifier(name) && /[_$@=:]|\p{L}\p{N}|\p{N}\p{L}|\w\.\w{2,}|\w\/\w+\//u.test(name);
