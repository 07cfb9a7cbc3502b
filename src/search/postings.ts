/**
 * The inverted index under the lexical leg: which entry holds which term how often in which field, in a few typed arrays. A term
 * costs its text and a number, a posting 12 bytes; maps of maps would take six times that, and the daemon waits in the background
 * of somebody's work. Postings of one term form a chain through the arrays, newest first.
 */

/** BM25+ with these figures, a field at a time. */
const BM25 = { k: 1.2, b: 0.6, d: 0.5 };
/** A posting: the entry's slot, how often the term is in each field (a byte a field), the next posting of the term. */
const SLOT = 0;
const COUNTS = 1;
const NEXT = 2;
const WIDTH = 3;
const MOST_FIELDS = 4;
const MOST_COUNTED = 255;
const NONE = 0;
const GROWTH = 1.25;

/** Room for `length` numbers, with what was there. */
function grown(from: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= from.length) return from;
  const to = new Uint32Array(Math.max(length, 1_024, Math.ceil(from.length * GROWTH)));
  to.set(from);
  return to;
}

const countIn = (counts: number, field: number): number => (counts >>> (8 * field)) & MOST_COUNTED;

export interface Posted {
  score: number;
  /** Which terms of the query hit, by their place in it, each with the counts of its fields. */
  hits: { term: number; counts: number }[];
}

export class Postings {
  readonly #weights: readonly number[];
  readonly #terms = new Map<string, number>();
  /** Numbers of terms that no entry holds any more. */
  readonly #freeTerms: number[] = [];
  /** By term: its newest posting, and how many it has. */
  #heads = new Uint32Array(0);
  #frequencies = new Uint32Array(0);
  /** The first posting is none, so that 0 ends a chain. */
  #chains = new Uint32Array(WIDTH);
  #used = 1;
  #free = NONE;
  /** By slot and field: how many different terms. */
  #lengths = new Uint32Array(0);
  readonly #totals: number[];
  #size = 0;

  /** `weights`: what a field counts, in the fields' order; at most four. */
  constructor(weights: readonly number[]) {
    if (weights.length > MOST_FIELDS) throw new Error(`more than ${MOST_FIELDS} fields`);
    this.#weights = weights;
    this.#totals = weights.map(() => 0);
  }

  /** What the arrays take. */
  get bytes(): number {
    return this.#heads.byteLength + this.#frequencies.byteLength + this.#chains.byteLength + this.#lengths.byteLength;
  }

  /** How many entries hold the term. */
  frequency(term: string): number {
    const number = this.#terms.get(term);
    return number === undefined ? 0 : (this.#frequencies[number] as number);
  }

  /** `slot`: a small whole number of an entry that is not there; `fields`: the terms of each field, repeated as they are. */
  add(slot: number, fields: readonly (readonly string[])[]): void {
    this.#lengths = grown(this.#lengths, (slot + 1) * MOST_FIELDS);
    this.#count(slot, fields, 1);
    for (const [term, counts] of countsOf(fields)) this.#post(this.#numberOf(term), slot, counts);
  }

  /** With the fields that it was added with. */
  remove(slot: number, fields: readonly (readonly string[])[]): void {
    this.#count(slot, fields, -1);
    for (const term of countsOf(fields).keys()) this.#unpost(term, slot);
  }

  #count(slot: number, fields: readonly (readonly string[])[], sign: 1 | -1): void {
    this.#size += sign;
    fields.forEach((terms, field) => {
      const different = new Set(terms).size;
      this.#lengths[slot * MOST_FIELDS + field] = different;
      this.#totals[field] = (this.#totals[field] as number) + sign * different;
    });
  }

  #numberOf(term: string): number {
    let number = this.#terms.get(term);
    if (number === undefined) {
      number = this.#freeTerms.pop() ?? this.#terms.size;
      this.#terms.set(term, number);
      this.#heads = grown(this.#heads, number + 1);
      this.#frequencies = grown(this.#frequencies, number + 1);
    }
    return number;
  }

  #post(term: number, slot: number, counts: number): void {
    let at = this.#free;
    if (at !== NONE) this.#free = this.#chains[at * WIDTH + NEXT] as number;
    else {
      at = this.#used++;
      this.#chains = grown(this.#chains, this.#used * WIDTH);
    }
    this.#chains[at * WIDTH + SLOT] = slot;
    this.#chains[at * WIDTH + COUNTS] = counts;
    this.#chains[at * WIDTH + NEXT] = this.#heads[term] as number;
    this.#heads[term] = at;
    this.#frequencies[term] = (this.#frequencies[term] as number) + 1;
  }

  #unpost(term: string, slot: number): void {
    const number = this.#terms.get(term);
    if (number === undefined) return;
    let before = NONE;
    let at = this.#heads[number] as number;
    while (at !== NONE && this.#chains[at * WIDTH + SLOT] !== slot) {
      before = at;
      at = this.#chains[at * WIDTH + NEXT] as number;
    }
    if (at === NONE) return;
    const next = this.#chains[at * WIDTH + NEXT] as number;
    if (before === NONE) this.#heads[number] = next;
    else this.#chains[before * WIDTH + NEXT] = next;
    this.#chains[at * WIDTH + NEXT] = this.#free;
    this.#free = at;
    this.#frequencies[number] = (this.#frequencies[number] as number) - 1;
    if (this.#frequencies[number] !== 0) return;
    this.#terms.delete(term);
    this.#freeTerms.push(number);
  }

  /** What every entry scores that holds one of the terms, by slot: the sum over terms and fields. */
  score(terms: readonly string[]): Map<number, Posted> {
    const found = new Map<number, Posted>();
    terms.forEach((term, i) => {
      const number = this.#terms.get(term);
      if (number === undefined) return;
      const rarity = this.#rarity(number);
      for (let at = this.#heads[number] as number; at !== NONE; at = this.#chains[at * WIDTH + NEXT] as number) {
        const slot = this.#chains[at * WIDTH + SLOT] as number;
        const counts = this.#chains[at * WIDTH + COUNTS] as number;
        const posted = found.get(slot);
        const score = this.#scoreOf(slot, counts, rarity);
        if (posted === undefined) found.set(slot, { score, hits: [{ term: i, counts }] });
        else {
          posted.score += score;
          posted.hits.push({ term: i, counts });
        }
      }
    });
    return found;
  }

  /** What a term is worth in each field: the more, the fewer entries hold it there. */
  #rarity(number: number): number[] {
    const holders = this.#weights.map(() => 0);
    for (let at = this.#heads[number] as number; at !== NONE; at = this.#chains[at * WIDTH + NEXT] as number) {
      const counts = this.#chains[at * WIDTH + COUNTS] as number;
      for (let field = 0; field < holders.length; field++) {
        if (countIn(counts, field) > 0) holders[field] = (holders[field] as number) + 1;
      }
    }
    return holders.map((n) => Math.log(1 + (this.#size - n + 0.5) / (n + 0.5)));
  }

  #scoreOf(slot: number, counts: number, rarity: readonly number[]): number {
    const { k, b, d } = BM25;
    let score = 0;
    for (let field = 0; field < rarity.length; field++) {
      const count = countIn(counts, field);
      if (count === 0) continue;
      const length = this.#lengths[slot * MOST_FIELDS + field] as number;
      const usual = (this.#totals[field] as number) / this.#size;
      const often = d + (count * (k + 1)) / (count + k * (1 - b + (b * length) / usual));
      score += (this.#weights[field] as number) * (rarity[field] as number) * often;
    }
    return score;
  }
}

/** How often each term is in each field, a byte a field. */
function countsOf(fields: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  fields.forEach((terms, field) => {
    for (const term of terms) {
      const before = counts.get(term) ?? 0;
      if (countIn(before, field) < MOST_COUNTED) counts.set(term, (before + (1 << (8 * field))) >>> 0);
    }
  });
  return counts;
}

/** The places of the fields that a posting's counts tell of. */
export const fieldsIn = (counts: number): number[] =>
  Array.from({ length: MOST_FIELDS }, (_, field) => field).filter((field) => countIn(counts, field) > 0);
