/**
 * Says whether a phrase of a scenario is in a text, and whether the text turns it down. Pure. No stemming, no patterns: lower
 * case, white space collapsed, backticks, asterisks and double quotes removed. A phrase starts at a word boundary; one that
 * ends in a digit is not followed by another digit; any other of at most four characters ends at a word boundary.
 */

const bare = (text: string): string => text.replace(/[`*"]/g, '');

/** Both sides of a comparison. */
export const fold = (text: string): string => bare(text).toLowerCase().replace(/\s+/g, ' ').trim();

/** Letters of other scripts and accented ones bound a word: "Krak" is in "Kraków", and Japanese has no spaces to look for. */
const isWord = (char: string | undefined): boolean => char !== undefined && /[a-z0-9_]/.test(char);

const SHORT = 4;

function standsAt(text: string, phrase: string, at: number): boolean {
  if (isWord(text[at - 1]) && isWord(phrase[0])) return false;
  const next = text[at + phrase.length];
  if (/\d$/.test(phrase)) return next === undefined || !/\d/.test(next);
  return [...phrase].length > SHORT || !(isWord(phrase.at(-1)) && isWord(next));
}

/** Where the phrase stands in a folded text. */
function* placesOf(phrase: string, folded: string): Generator<number> {
  if (phrase === '') return;
  for (let at = folded.indexOf(phrase); at >= 0; at = folded.indexOf(phrase, at + 1)) {
    if (standsAt(folded, phrase, at)) yield at;
  }
}

export const find = (phrase: string, text: string): boolean => !placesOf(fold(phrase), fold(text)).next().done;

export const findAny = (phrases: readonly string[], text: string): string | undefined =>
  phrases.find((phrase) => find(phrase, text));

/** A mark that ends a clause; one inside a name (`tl.expected`, `a:b`, 0.5) has no white space behind it. */
const CLAUSE_END = /[.,;:!?)\]]+(?=\s|$)|[([\n、，。；：！？「」（）—–…]|\s-+\s|\s(?:but|sondern|mais|sino|mas|но)\s/u;

/** Words that turn down what follows them. */
const BEFORE =
  /(?<![\p{L}_])(?:not|never|no|don't|don’t|doesn't|doesn’t|cannot|can't|can’t|won't|avoid|without|instead of|rather than|no longer|stop|nor|nicht|kein\p{L}*|nie|niemals|statt|anstatt|anstelle|ohne|vermeide\p{L}*|ne|pas|jamais|sans|plutôt que|au lieu|évite\p{L}*|nunca|jamás|sin|en lugar|en vez|evita\p{L}*|não|sem|em vez|ao invés|не|нельзя|никогда|вместо|без)(?![\p{L}_])|(?<!\p{L})n['’](?=\p{L})|不|(?<![特分区级类])别|勿|禁止|而非|没有/u;
/** Words that turn down what stands before them. */
const BEHIND =
  /^[^\p{L}]*(?:is|are|isn't|was|ist|sind|est|es|é)?\s*(?:not|no longer|never|forbidden|banned|nicht|n'est|ya no|não)(?![\p{L}_])|ではなく|じゃなく|でなく|の?代わり|かわり|ない|ません|せず|わず|ずに|禁止|말고|대신|않|아니|금지|없이|마세요|마라|지 마/u;

/** Whether a clause that holds the phrase turns it down: "use B, not A" does so with A. */
export function negates(phrase: string, text: string): boolean {
  const wanted = fold(phrase);
  return bare(text)
    .split(CLAUSE_END)
    .some((part) => {
      const clause = fold(part);
      for (const at of placesOf(wanted, clause)) {
        if (BEFORE.test(clause.slice(0, at)) || BEHIND.test(clause.slice(at + wanted.length))) return true;
      }
      return false;
    });
}

/** The items of an injected block, one rule or fact each. */
export const itemsIn = (injected: string): string[] =>
  [...injected.matchAll(/^- \[[^\]]+\] (.*)$/gm)].map(([, item]) => item ?? '');
