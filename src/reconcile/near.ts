/**
 * The lessons nearest to a wording among thousands, in a few milliseconds: an inverted index of plain words, each weighed by
 * how rare it is. It only makes the short list; how alike those are is measured with care (similar.ts). Built anew for a
 * reconcile: what it costs is less than what keeping it in step with every change would.
 */
export interface Text {
  trigger: string;
  content: string;
  cues: string;
}

const BREAKS = /[^\p{L}\p{M}\p{N}]+/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Words in more than this part of the lessons tell nothing apart. */
const COMMON = 0.25;
const FEW = 64;

function* tokensOf(text: string): Iterable<string> {
  for (const word of text.toLowerCase().split(BREAKS)) {
    if (word === '') continue;
    if (!UNSPACED.test(word)) yield word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
    else for (let i = 0; i < word.length; i++) yield word.slice(i, i + 2);
  }
}

export class Nearest {
  readonly #postings = new Map<string, number[]>();
  readonly #size: number;

  constructor(texts: readonly Text[]) {
    this.#size = texts.length;
    texts.forEach(({ trigger, content, cues }, i) => {
      for (const token of tokensOf(`${trigger} ${content} ${cues}`)) {
        const posting = this.#postings.get(token);
        if (posting === undefined) this.#postings.set(token, [i]);
        else if (posting[posting.length - 1] !== i) posting.push(i);
      }
    });
  }

  /** Places of the `most` lessons that have most in common with the text, of those that count; the nearest first. */
  of({ trigger, content, cues }: Text, most: number, counts: (place: number) => boolean): number[] {
    const shared = new Map<number, number>();
    let own = 0;
    for (const token of new Set(tokensOf(`${trigger} ${content} ${cues}`))) {
      const posting = this.#postings.get(token) ?? [];
      const weight = this.#weight(posting.length);
      own += weight;
      if (this.#size > FEW && posting.length > this.#size * COMMON) continue;
      for (const place of posting) if (counts(place)) shared.set(place, (shared.get(place) ?? 0) + weight);
    }
    const totals = this.#totals();
    const score = (place: number, sum: number) => sum / Math.min(own, totals[place] as number);
    return [...shared.entries()]
      .map(([place, sum]) => ({ place, score: score(place, sum) }))
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .slice(0, most)
      .map(({ place }) => place);
  }

  #weight(found: number): number {
    return Math.log(2 + this.#size / (1 + found));
  }

  #weighed: Float64Array | undefined;
  #totals(): Float64Array {
    if (this.#weighed) return this.#weighed;
    const totals = new Float64Array(this.#size);
    for (const posting of this.#postings.values()) {
      const weight = this.#weight(posting.length);
      for (const place of posting) totals[place] = (totals[place] as number) + weight;
    }
    this.#weighed = totals;
    return totals;
  }
}
