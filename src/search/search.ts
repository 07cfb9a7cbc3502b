/**
 * One ranking, explained: the lexical hits of a query, those below the floor left out. A prompt that fits nothing finds
 * nothing, whatever the size of the playbook.
 *
 * BM25 ranks but cannot be a floor: in a playbook of one rule every term is common. So the floor weighs the words in common
 * by what they are, not by how rare they are here. Measured on the development scenarios (29 probes; one rule or two a
 * project; cues written from the rules alone): none of 14 probes that fit nothing finds anything, in their own project or in
 * all rules together; 7 of 15 that fit find their rule. Letting one word pass would find 10, and let "profile" and
 * "filter" speak anywhere. What shares one word or none is for vectors, and for the session start, which needs no words.
 */
import { isIdentifier, isPlain, words } from '../core/words.ts';
import { type Entry, LexicalIndex } from './lexical.ts';

export interface Hit {
  entry: Entry;
  score: number;
  /** 1 is the floor: what the words in common weigh, against what a query of this length has to show. */
  strength: number;
  /** Which of the query's terms hit, and in which fields. */
  matches: Record<string, string[]>;
}
export interface SearchOptions {
  limit: number;
  /** Least strength of a hit: 1 for what is told without being asked, 0 for everything. */
  floor?: number;
  /** ISO: facts past their time are left out. */
  now?: string;
}

/** Hits whose strength is looked at; what ranks lower would not be told anyway. */
const LOOKED_AT = 40;

export function search(index: LexicalIndex, query: string, { limit, floor = 1, now }: SearchOptions): Hit[] {
  const terms = LexicalIndex.terms(query);
  const asked = new Set(terms);
  const weigh = weights(index);
  const hits: Hit[] = [];
  for (const { entry, score, matches } of index.find(terms, Math.max(LOOKED_AT, limit))) {
    if (now !== undefined && entry.expires_at !== null && entry.expires_at <= now) continue;
    const strength = strengthOf(entry, asked, weigh);
    if (strength >= floor) hits.push({ entry, score, strength, matches });
    if (hits.length === limit) break;
  }
  return hits;
}

const WEIGHT = { plain: 0.4, word: 1, identifier: 1.5 };
/** A store of this many entries knows itself which words are plain in it: those in more than a tenth. */
const TELLS_PLAIN = 50;

type Weigh = (term: string) => number;
function weights(index: LexicalIndex): Weigh {
  return (term) => {
    if (isPlain(term)) return WEIGHT.plain;
    if (index.size >= TELLS_PLAIN && index.frequency(term) > index.size / 10) return WEIGHT.plain;
    return isIdentifier(term) ? WEIGHT.identifier : WEIGHT.word;
  };
}

/** Two words, one identifier, or one word that is the entry's topic; longer queries hit more by chance and show more. */
const NEEDED = 1.5;
const NEEDED_LONG = 3;
const SHORT = 8;
const LONG = 40;

const needed = (terms: number): number => {
  const part = Math.min(1, Math.max(0, (terms - SHORT) / (LONG - SHORT)));
  return NEEDED + part * (NEEDED_LONG - NEEDED);
};
/** A term in two of trigger, content and cues is what the entry is about. */
const TOPIC = 1.5;
/** In one short cue, a word and a plain one are as good as two words far apart: "code style", "publish the new page". */
const SIDE_BY_SIDE = 1.1;
/** Less is enough when it is nearly all that the trigger or a cue says: "run the tests", "commit". */
const COVERED = 0.7;

/**
 * What a query and an entry share, as a multiple of what is needed. Only the trigger, the content and *one* cue count
 * together: five cues are five different tasks, and hits scattered over them are chance.
 */
function strengthOf(entry: Entry, asked: ReadonlySet<string>, weigh: Weigh): number {
  const units = [words(entry.trigger), words(entry.content), ...entry.cues.map(words)].map((unit) => new Set(unit));
  const [trigger = new Set<string>(), content = new Set<string>(), ...cues] = units;
  const isTopic = (term: string) => units.filter((unit) => unit.has(term)).length > 1;
  const sum = (terms: Iterable<string>) => {
    let total = 0;
    for (const term of terms) total += weigh(term) * (!isPlain(term) && isTopic(term) ? TOPIC : 1);
    return total;
  };
  const shared = (unit: ReadonlySet<string>) => [...unit].filter((term) => asked.has(term));
  const need = needed(asked.size);
  const tells = (unit: ReadonlySet<string>) => {
    const hit = sum(shared(unit));
    return hit >= need / 2 && hit >= COVERED * sum(unit);
  };
  const text = [...shared(trigger), ...shared(content)];
  let together = sum(new Set(text));
  let told = tells(trigger);
  for (const cue of cues) {
    together = Math.max(together, sum(new Set([...text, ...shared(cue)])), SIDE_BY_SIDE * sum(shared(cue)));
    told ||= tells(cue);
  }
  return Math.max(told ? 1 : 0, together / need);
}
