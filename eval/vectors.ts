/**
 * Vectors for evaluation: each text is embedded once, one text a call as the product does, and kept in .cache by the hash of the
 * model and the text. Not part of a result: without the file the same vectors are made again.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DIMENSIONS } from '../src/core/vectors.ts';
import { type Embedder, openEmbedder } from '../src/platform/embed/embedder.ts';
import { findModel } from '../src/platform/embed/find-model.ts';
import { pathsFrom } from '../src/platform/paths.ts';

const KEY_BYTES = 16;
const ROW_BYTES = KEY_BYTES + DIMENSIONS * 4;

export class CachedEmbedder {
  readonly #embedder: Embedder;
  readonly #file: string;
  readonly #known = new Map<string, Float32Array>();

  private constructor(embedder: Embedder, file: string) {
    this.#embedder = embedder;
    this.#file = file;
    const kept = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
    // A row that a kill cut short would shift all that come behind it.
    if (kept.length % ROW_BYTES > 0) fs.truncateSync(file, kept.length - (kept.length % ROW_BYTES));
    for (let at = 0; at + ROW_BYTES <= kept.length; at += ROW_BYTES) {
      const row = kept.subarray(at + KEY_BYTES, at + ROW_BYTES);
      const vector = new Float32Array(DIMENSIONS);
      new Uint8Array(vector.buffer).set(row);
      this.#known.set(kept.toString('hex', at, at + KEY_BYTES), vector);
    }
  }

  /** Throws when there is no model. */
  static async open(folder: string, env = process.env): Promise<CachedEmbedder> {
    const found = findModel(env, pathsFrom(env));
    if ('missing' in found) throw new Error(`no embedding model: ${found.missing}`);
    fs.mkdirSync(folder, { recursive: true });
    const name = `vectors-${found.modelId.replaceAll('/', '-')}.bin`;
    return new CachedEmbedder(await openEmbedder(found), path.join(folder, name));
  }

  get modelId(): string {
    return this.#embedder.modelId;
  }

  async embed(text: string): Promise<Float32Array> {
    const key = crypto.createHash('sha256').update(`${this.modelId}\n${text}`).digest().subarray(0, KEY_BYTES);
    const known = this.#known.get(key.toString('hex'));
    if (known) return known;
    const vector = await this.#embedder.embed(text);
    this.#known.set(key.toString('hex'), vector);
    fs.appendFileSync(
      this.#file,
      Buffer.concat([key, new Uint8Array(vector.buffer, vector.byteOffset, ROW_BYTES - KEY_BYTES)]),
    );
    return vector;
  }

  close(): Promise<void> {
    return this.#embedder.close();
  }
}
