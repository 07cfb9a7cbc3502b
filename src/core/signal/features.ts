/**
 * What a sentence can show, the same in every language: marks of a correction and marks that speak against one. The phrase
 * tables say how each language puts them; the weights say how much each counts.
 */
const MARK_WORDS = {
  /** Says that it is wrong, or not what was wanted. */
  wrong: 'says it is wrong',
  /** Recalls what was asked for. */
  said: 'recalls what was asked',
  /** The same trouble goes on. */
  still: 'the trouble goes on',
  /** Something does not work, is broken, does not show. */
  fails: 'something does not work',
  /** Says what the agent did or left out. */
  blame: 'names what the agent did',
  /** Asks the agent to account for what it did. */
  why: 'asks why the agent did it',
  /** Nobody asked for it; keep out of this. */
  unasked: 'was not asked for',
  /** Take it back. */
  undo: 'wants it back',
  /** Do not, stop doing. */
  forbid: 'forbids it',
  /** Always, from now on, before you. */
  standing: 'sets a rule',
  /** Should be, is supposed to. */
  ought: 'says how it should be',
  /** The other thing; not this but that. */
  instead: 'wants another thing',
  /** Too much, simpler, shorter. */
  toomuch: 'finds it too much',
  /** Yes, but; almost; except. */
  partial: 'only partly right',
  /** It exists, it was done. */
  already: 'exists already',
  /** How things are here. */
  ours: 'says how things are here',
  /** Once more, how often. */
  repeat: 'once more',
  /** Exclamations, sarcasm. */
  anger: 'is annoyed',
  /** Where is it, the rest is missing. */
  lacking: 'misses something',
  /** Not convinced, did you try. */
  doubt: 'doubts it',
  /** Begins with no. */
  nostart: 'begins with no',
  /** Stop, wait. */
  halt: 'stops the agent',
  /** Says that something is not. */
  negated: 'says what is not',
  /** Tells what is there, as one who looked. */
  states: 'reports what is there',
} as const;

const GUARD_WORDS = {
  /** Thanks, works, looks good. */
  praise: 'is content',
  /** Yes, go on. */
  consent: 'agrees',
  /** No worries, no idea, not bad. */
  courtesy: 'is polite',
  /** No need, leave it. */
  decline: 'declines',
  /** My mistake, changed my mind. */
  slip: 'own mistake',
  /** Later, the network, a meeting. */
  outside: 'outside reason',
  /** Customers, support, production. */
  reported: 'reported by others',
  /** Wants to know. */
  ask: 'asks a question',
  /** A new thing to do. */
  task: 'gives a task',
  /** By the way, for context. */
  info: 'tells in passing',
  /** That is on purpose. */
  intended: 'is meant so',
} as const;

type Mark = keyof typeof MARK_WORDS;
type Guard = keyof typeof GUARD_WORDS;
export type Phrase = Mark | Guard;

export const MARKS = Object.keys(MARK_WORDS) as readonly Mark[];
export const GUARDS = Object.keys(GUARD_WORDS) as readonly Guard[];
/** What a reason calls each of them. */
export const PHRASE_WORDS: Readonly<Record<Phrase, string>> = { ...MARK_WORDS, ...GUARD_WORDS };

/**
 * One language. An entry holds alternatives parted by ` ; ` and line breaks, each a regular expression over folded text;
 * `^` means where a sentence begins, after fillers. Words are matched whole, except in `unspaced` scripts.
 */
export interface PhraseTable {
  filler: string;
  unspaced?: boolean;
  phrases: Readonly<Partial<Record<Phrase, string>>>;
}
