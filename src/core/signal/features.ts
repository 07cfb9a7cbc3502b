/**
 * What a sentence can show, the same in every language: marks of a correction and marks that speak against one. The phrase
 * tables say how each language puts them; the weights say how much each counts.
 */
export const MARKS = [
  'wrong', // says that it is wrong, or not what was wanted
  'said', // recalls what was asked for
  'still', // the same trouble goes on
  'fails', // something does not work, is broken, does not show
  'blame', // says what the agent did or left out
  'why', // asks the agent to account for what it did
  'unasked', // nobody asked for it; keep out of this
  'undo', // take it back
  'forbid', // do not, stop doing
  'standing', // always, from now on, before you
  'ought', // should be, is supposed to
  'instead', // the other thing; not this but that
  'toomuch', // too much, simpler, shorter
  'partial', // yes, but; almost; except
  'already', // it exists, it was done
  'ours', // how things are here
  'repeat', // once more, how often
  'anger', // exclamations, sarcasm
  'lacking', // where is it, the rest is missing
  'doubt', // not convinced, did you try
  'nostart', // begins with no
  'halt', // stop, wait
  'negated', // says that something is not
  'states', // tells what is there, as one who looked
] as const;

export const GUARDS = [
  'praise', // thanks, works, looks good
  'consent', // yes, go on
  'courtesy', // no worries, no idea, not bad
  'decline', // no need, leave it
  'slip', // my mistake, changed my mind
  'outside', // later, the network, a meeting
  'reported', // customers, support, production
  'ask', // wants to know
  'task', // a new thing to do
  'info', // by the way, for context
  'intended', // that is on purpose
] as const;

export type Mark = (typeof MARKS)[number];
export type Guard = (typeof GUARDS)[number];
export type Phrase = Mark | Guard;

/**
 * One language. An entry holds alternatives parted by ` ; ` and line breaks, each a regular expression over folded text;
 * `^` means where a sentence begins, after fillers. Words are matched whole, except in `unspaced` scripts.
 */
export interface PhraseTable {
  filler: string;
  unspaced?: boolean;
  phrases: Readonly<Partial<Record<Phrase, string>>>;
}
