/**
 * What was named about wordings, found by wording: a batch meets thousands of lessons, of which a handful were compared with
 * each of its proposals. Wordings of equal key say the same without being named.
 */
import type { Verdict } from '../core/rule.ts';
import type { Book, Node } from './book.ts';
import type { Proposal } from './lesson.ts';
import { recipeKey } from './rank.ts';
import { wordKey } from './word-key.ts';

/** Names a pair of wordings, whichever is given first. */
export const pairKey = (one: string, other: string): string =>
  one < other ? `${one}${BETWEEN}${other}` : `${other}${BETWEEN}${one}`;
/** ASCII's unit separator: no wording has one. */
const BETWEEN = '\u001f';

export class Views {
  readonly #book: Book;
  readonly #named = new Map<string, Map<string, Verdict>>();

  constructor(book: Book, verdicts: ReadonlyMap<string, Verdict>) {
    this.#book = book;
    for (const [pair, verdict] of verdicts) {
      const [one, other] = pair.split(BETWEEN);
      // A request to forget is not a wording.
      if (one === undefined || other === undefined) continue;
      this.#name(one, other, verdict);
      this.#name(other, one, verdict);
    }
  }

  /** How the proposal relates to everything that it relates to, in the order of the lessons. */
  of(proposal: Proposal): { node: Node; verdict: Verdict }[] {
    const keys = keysOf(proposal);
    const recipe = recipeKey(proposal.lesson);
    const partners = keys.flatMap((key) => [...(this.#named.get(key)?.keys() ?? [])]);
    return this.#book
      .withKeys([...keys, ...partners, ...(recipe === undefined ? [] : [recipe])])
      .filter(({ lesson }) => lesson.type === proposal.lesson.type)
      .map((node) => ({ node, verdict: this.#between(keys, node) }));
  }

  about = (proposal: Proposal): [string, Verdict][] => this.aboutKeys(keysOf(proposal));

  /** All that was named about these wordings, but for what has nothing to do with them. */
  aboutKeys(keys: readonly string[]): [string, Verdict][] {
    return keys.flatMap((key) =>
      [...(this.#named.get(key)?.entries() ?? [])]
        .filter(([, { relation }]) => relation !== 'unrelated')
        .map(([other, verdict]): [string, Verdict] => [pairKey(key, other), verdict]),
    );
  }

  #between(keys: readonly string[], node: Node): Verdict {
    for (const own of node.keys) {
      for (const key of keys) {
        if (own === key) return { relation: 'same' };
        const verdict = this.#named.get(key)?.get(own);
        if (verdict !== undefined && verdict.relation !== 'unrelated') return verdict;
      }
    }
    return { relation: 'unrelated' };
  }

  #name(key: string, other: string, verdict: Verdict): void {
    const named = this.#named.get(key) ?? new Map<string, Verdict>();
    this.#named.set(key, named.set(other, verdict));
  }
}

/** A lesson that waited is also known by the words that it was proposed in: a person may have worded it anew. */
function keysOf({ lesson, parked }: Proposal): string[] {
  const key = wordKey(lesson);
  const proposed = parked?.proposal?.key;
  return proposed === undefined || proposed === key ? [key] : [key, proposed];
}
