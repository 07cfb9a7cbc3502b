/** What is searched in a project, by words and by meaning. An entry may have no vector yet: then its words stand alone. */
import type { Use } from '../core/strength.ts';
import { type Entry, LexicalIndex } from './lexical.ts';
import { VectorIndex } from './vectors.ts';

export class SearchIndex {
  readonly words = new LexicalIndex();
  readonly vectors = new VectorIndex();
  /** By item, for ranking: how often it was told because something asked for it. */
  uses: ReadonlyMap<string, Use> = new Map();

  get size(): number {
    return this.words.size;
  }

  /** Makes the index hold exactly these entries; an entry of another version loses its vector, and so does one that left. */
  sync(entries: readonly Entry[]): void {
    this.keepOnly(new Set(entries.map(({ id }) => id)));
    for (const entry of entries) this.put(entry);
  }

  keepOnly(ids: ReadonlySet<string>): void {
    for (const { id } of this.words.entries()) if (!ids.has(id)) this.remove(id);
  }

  put(entry: Entry): void {
    const known = this.words.get(entry.id);
    if (known?.version === entry.version) return;
    if (known) this.remove(entry.id);
    this.words.add(entry);
  }

  /** Of an entry that is here; others are left alone. */
  putVector(id: string, vector: Float32Array): void {
    const entry = this.words.get(id);
    // The entry's own text of the id: thousands of equal ones would be kept beside it.
    if (entry) this.vectors.put(entry.id, vector);
  }

  remove(id: string): void {
    this.words.remove(id);
    this.vectors.remove(id);
  }
}
