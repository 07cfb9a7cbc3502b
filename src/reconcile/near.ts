/**
 * The lessons nearest to each of some wordings among thousands, in milliseconds: an inverted index of the words that are asked
 * for, rare ones first. It only makes the short list; how alike those are is measured with care (similar.ts). Built anew for
 * a reconcile: that costs less than keeping it in step with every change would.
 */
export interface Text {
  trigger: string;
  content: string;
  cues: string;
}

const BREAKS = /[^\p{L}\p{M}\p{N}]+/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Places looked at for one wording: words that would lead further are so common that they tell little apart. */
const MOST_LOOKS = 2_000;
/** Of the rarest words these are always looked at. */
const RAREST = 3;

function tokensOf({ trigger, content, cues }: Text): Set<string> {
  const tokens = new Set<string>();
  for (const word of `${trigger} ${content} ${cues}`.toLowerCase().split(BREAKS)) {
    if (word === '') continue;
    if (!UNSPACED.test(word)) tokens.add(word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word);
    else for (let i = 0; i < word.length; i++) tokens.add(word.slice(i, i + 2));
  }
  return tokens;
}

/**
 * For each of `wanted`, the places in `texts` of the `most` that have most in common with it, of those that `fits`; the
 * nearest first.
 */
export function nearest<T extends Text>(
  texts: readonly T[],
  wanted: readonly Text[],
  most: number,
  fits: (wanted: number, place: number) => boolean,
): number[][] {
  const asked = wanted.map(tokensOf);
  const postings = new Map<string, number[]>();
  for (const tokens of asked) for (const token of tokens) postings.set(token, []);
  const sizes = texts.map((text, place) => {
    const tokens = tokensOf(text);
    for (const token of tokens) postings.get(token)?.push(place);
    return tokens.size;
  });
  const weigh = (found: number) => Math.log(2 + texts.length / (1 + found));
  const shared = new Float64Array(texts.length);
  return asked.map((tokens, i) => {
    const touched: number[] = [];
    const rarestFirst = [...tokens].map((token) => postings.get(token) ?? []).sort((a, b) => a.length - b.length);
    let looks = 0;
    for (const [nth, posting] of rarestFirst.entries()) {
      looks += posting.length;
      if (nth >= RAREST && looks > MOST_LOOKS) break;
      const weight = weigh(posting.length);
      for (const place of posting) {
        if (shared[place] === 0) touched.push(place);
        shared[place] = (shared[place] as number) + weight;
      }
    }
    // A part of what the smaller side says; every word of either side taken as of one weight, which is enough to choose by.
    const best = new Best(most);
    for (const place of touched) {
      best.offer(place, (shared[place] as number) / Math.min(tokens.size, sizes[place] as number), (at) => fits(i, at));
      shared[place] = 0;
    }
    return best.places;
  });
}

/** The places with the highest scores, the highest first; of two that are equal the one offered first. */
class Best {
  readonly places: number[] = [];
  readonly #scores: number[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  offer(place: number, score: number, counts: (place: number) => boolean): void {
    const full = this.places.length === this.#most;
    if ((full && score <= (this.#scores[this.#most - 1] as number)) || !counts(place)) return;
    let at = this.places.length;
    while (at > 0 && (this.#scores[at - 1] as number) < score) at--;
    this.places.splice(at, 0, place);
    this.#scores.splice(at, 0, score);
    if (full) {
      this.places.pop();
      this.#scores.pop();
    }
  }
}
