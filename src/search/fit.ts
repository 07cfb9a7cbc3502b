/**
 * How well a query and an item fit, on a scale on which 1 is enough to tell the item unasked. Ranking scores cannot be a floor:
 * in a playbook of one rule every term is common. So the words in common are weighed by what they are, not by how rare they
 * are here; measured without vectors on the development scenarios (29 probes; one rule or two a project; cues written from
 * the rules alone): none of 14 probes that fit nothing finds anything, in their own project or in all rules together; 7 of
 * 15 that fit find their rule. Letting one word pass would find 10, and let "profile" and "filter" speak anywhere.
 */
import { isIdentifier, isPlain } from '../core/words.ts';
import type { Entry, LexicalIndex } from './lexical.ts';
import { termsOf } from './terms.ts';

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

interface WordFit {
  /** What the words in common weigh, as a multiple of what a query of this length has to show. */
  fit: number;
  /** The cue that the query shares most with, if it shares anything with one. */
  cue: string | undefined;
}

/**
 * Only the trigger, the content and *one* cue count together: five cues are five different tasks, and hits scattered over
 * them are chance.
 */
function wordFit(entry: Entry, asked: ReadonlySet<string>, weigh: Weigh): WordFit {
  const units = [termsOf(entry.trigger), termsOf(entry.content), ...entry.cues.map(termsOf)].map(
    (unit) => new Set(unit),
  );
  const [trigger = new Set<string>(), content = new Set<string>(), ...cues] = units;
  const isTopic = (term: string) => units.filter((unit) => unit.has(term)).length > 1;
  const sum = (terms: Iterable<string>) => {
    let total = 0;
    for (const term of terms) total += weigh(term) * (!isPlain(term) && isTopic(term) ? TOPIC : 1);
    return total;
  };
  const shared = (unit: ReadonlySet<string>) => [...unit].filter((term) => asked.has(term));
  const need = needed(asked.size);
  const tells = (unit: ReadonlySet<string>, hit: number) => hit >= need / 2 && hit >= COVERED * sum(unit);
  const text = [...shared(trigger), ...shared(content)];
  let together = sum(new Set(text));
  let told = tells(trigger, sum(shared(trigger)));
  let best = { hit: 0, cue: undefined as string | undefined };
  cues.forEach((unit, i) => {
    const both = shared(unit);
    const hit = sum(both);
    together = Math.max(together, sum(new Set([...text, ...both])), SIDE_BY_SIDE * hit);
    told ||= tells(unit, hit);
    if (hit > best.hit) best = { hit, cue: entry.cues[i] };
  });
  return { fit: Math.max(told ? 1 : 0, together / need), cue: best.cue };
}

/** How entries fit the terms of a query by words alone. */
export function wordFits(index: LexicalIndex, asked: ReadonlySet<string>): (entry: Entry) => WordFit {
  const weigh = weights(index);
  return (entry) => wordFit(entry, asked, weigh);
}
