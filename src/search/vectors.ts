/**
 * The vector half of search: the unit vectors of all items in one Float32Array, compared with a query one by one. Exact, and
 * quick enough: 100,000 vectors of 384 numbers take some 20 ms on one core, so no approximate index is worth its mistakes.
 */

import { DIMENSIONS, flawOf } from '../core/vectors.ts';

/** The cosine of every stored item with one query. */
export interface Cosines {
  /** Undefined for an item without a vector. */
  of(id: string): number | undefined;
  /** The `count` most alike, best first. */
  best(count: number): { id: string; cosine: number }[];
  /** 1 for the most alike item of all. */
  rank(cosine: number): number;
}

/** Room that is made when it is short: more would stand empty, and 10,000 vectors take 15 MB. */
const GROWTH = 1.125;

export class VectorIndex {
  readonly #slots = new Map<string, number>();
  readonly #ids: string[] = [];
  #matrix = new Float32Array(0);

  get size(): number {
    return this.#ids.length;
  }

  /** Makes room for so many at once, instead of by and by and a little too much. */
  reserve(count: number): void {
    if (count * DIMENSIONS > this.#matrix.length) this.#grow(count);
  }

  #grow(count: number): void {
    const grown = new Float32Array(count * DIMENSIONS);
    grown.set(this.#matrix);
    this.#matrix = grown;
  }

  has(id: string): boolean {
    return this.#slots.has(id);
  }

  /** Takes the place of the item's vector of before. One that no embedder makes (`flawOf` says why) is not kept: false. */
  put(id: string, vector: Float32Array): boolean {
    this.remove(id);
    if (flawOf(vector) !== undefined) return false;
    const slot = this.#ids.length;
    if ((slot + 1) * DIMENSIONS > this.#matrix.length) this.#grow(Math.ceil((slot + 1) * GROWTH));
    this.#matrix.set(vector, slot * DIMENSIONS);
    this.#ids.push(id);
    this.#slots.set(id, slot);
    return true;
  }

  clear(): void {
    this.#slots.clear();
    this.#ids.length = 0;
    this.#matrix = new Float32Array(0);
  }

  /** The last vector takes the free place, so that the array has no holes. */
  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    const last = this.#ids.pop() as string;
    this.#slots.delete(id);
    if (last === id) return;
    const from = this.#ids.length * DIMENSIONS;
    this.#matrix.copyWithin(slot * DIMENSIONS, from, from + DIMENSIONS);
    this.#ids[slot] = last;
    this.#slots.set(last, slot);
  }

  /** Undefined when the query cannot be compared with what is here: search goes on by words then. */
  compare(query: Float32Array): Cosines | undefined {
    if (this.size === 0 || flawOf(query) !== undefined) return undefined;
    const cosines = dotEach(this.#matrix, query, this.size);
    return {
      of: (id) => {
        const slot = this.#slots.get(id);
        return slot === undefined ? undefined : cosines[slot];
      },
      best: (count) =>
        largest(cosines, count).map((slot) => ({ id: this.#ids[slot] as string, cosine: cosines[slot] as number })),
      rank: (cosine) => 1 + countAbove(cosines, cosine),
    };
  }
}

/** Four sums side by side: the processor adds them at once, which makes it more than twice as fast as one. */
function dotEach(matrix: Float32Array, query: Float32Array, rows: number): Float32Array {
  const dots = new Float32Array(rows);
  for (let row = 0, at = 0; row < rows; row++) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < DIMENSIONS; i += 4, at += 4) {
      a += (matrix[at] as number) * (query[i] as number);
      b += (matrix[at + 1] as number) * (query[i + 1] as number);
      c += (matrix[at + 2] as number) * (query[i + 2] as number);
      d += (matrix[at + 3] as number) * (query[i + 3] as number);
    }
    dots[row] = a + b + c + d;
  }
  return dots;
}

function countAbove(values: Float32Array, least: number): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > least) count++;
  return count;
}

/** Places of the `count` largest values, largest first; equal ones in their order. */
function largest(values: Float32Array, count: number): number[] {
  const best: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (best.length >= count && value <= least) continue;
    let at = best.length;
    while (at > 0 && (values[best[at - 1] as number] as number) < value) at--;
    best.splice(at, 0, i);
    if (best.length > count) best.pop();
    least = values[best.at(-1) as number] ?? least;
  }
  return best;
}
