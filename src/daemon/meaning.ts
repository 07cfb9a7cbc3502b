/**
 * The embedding model's life in the daemon: loaded behind the first need, so that nobody waits for it, and let go after a quiet
 * time, because it takes some 100 MB. Between the questions it fills in the items' missing vectors. Without a model there is
 * no vector, and search goes by words.
 */
import { messageOf } from '../core/errors.ts';
import type { Context } from '../learn/context.ts';
import { fillVectors } from '../learn/vectors.ts';
import { type Embedder, openEmbedder } from '../platform/embed/embedder.ts';
import { findModel, type ModelSearch } from '../platform/embed/find-model.ts';
import type { Log } from '../platform/log.ts';
import { newestChange } from '../store/changes.ts';

const QUIET_MS = 10 * 60_000;
/** After this a model that was missing or broken is looked for again: somebody may have fetched one. */
const TRY_AGAIN_MS = 10 * 60_000;
/** The answer that made us load is on its way first. */
const LOAD_REST_MS = 20;
/** Between two items whose vectors are made, so that a processor is left to whoever works. */
const FILL_REST_MS = 10;
/** A database that somebody holds, or a full disk, is over by then. */
const FILL_AGAIN_MS = 60_000;
const KEPT_VECTORS = 64;

export class Meaning {
  readonly #context: Context;
  readonly #log: Log;
  #found: ModelSearch | undefined;
  #loading: Promise<Embedder | undefined> | undefined;
  #embedder: Embedder | undefined;
  // Times here are of the clock that nobody sets.
  #notBefore = 0;
  #usedAt = 0;
  #release: NodeJS.Timeout | undefined;
  #filling: Promise<void> | undefined;
  /** The newest change when no vector was missing. */
  #filledAt = -1;
  #fillNotBefore = 0;
  readonly #stop = new AbortController();
  /** The same command and the same prompt come again and again. */
  readonly #kept = new Map<string, Float32Array>();

  constructor(context: Context, log: Log) {
    this.#context = context;
    this.#log = log;
  }

  /** The model whose vectors are searched; undefined where there is none. */
  get modelId(): string | undefined {
    if (performance.now() < this.#notBefore) return undefined;
    this.#found ??= findModel(this.#context.env, this.#context.paths);
    return 'missing' in this.#found ? undefined : this.#found.modelId;
  }

  /** The query's vector when the model is there now; else it begins to load, and the words alone decide this time. */
  async vector(text: string): Promise<Float32Array | undefined> {
    const kept = this.#kept.get(text);
    if (kept) return kept;
    this.warm();
    return this.#embedder && this.#embed(this.#embedder, text);
  }

  /** For whoever has time to wait for the model. */
  async vectorInTime(text: string, ms: number): Promise<Float32Array | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms).unref());
    const embedder = await Promise.race([this.warm(), late]);
    return embedder && this.#embed(embedder, text);
  }

  async #embed(embedder: Embedder, text: string): Promise<Float32Array | undefined> {
    this.#used();
    try {
      const vector = await embedder.embed(text);
      this.#kept.set(text, vector);
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > KEPT_VECTORS && oldest !== undefined) this.#kept.delete(oldest);
      return vector;
    } catch (error) {
      await this.#fail(error);
      return undefined;
    }
  }

  /** Loads the model in the background, if it is not there. */
  warm(): Promise<Embedder | undefined> {
    if (this.#stop.signal.aborted || performance.now() < this.#notBefore) return Promise.resolve(undefined);
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Embedder | undefined> {
    await new Promise((resolve) => setTimeout(resolve, LOAD_REST_MS));
    try {
      if (this.modelId === undefined || this.#found === undefined || 'missing' in this.#found) {
        return await this.#fail((this.#found as { missing: string } | undefined)?.missing);
      }
      this.#embedder = await openEmbedder(this.#found);
      // Another model than before, or a command with a model of its own, may have written since.
      this.#filledAt = -1;
      this.#used();
      this.fill();
      return this.#embedder;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Without the model until it is tried again. */
  async #fail(error: unknown): Promise<undefined> {
    this.#log(`search goes by words alone: ${typeof error === 'string' ? error : messageOf(error)}`);
    this.#notBefore = performance.now() + TRY_AGAIN_MS;
    this.#found = undefined;
    await this.#letGo();
    return undefined;
  }

  /** Makes the vectors that are missing, if any item changed since the last time. */
  fill(): void {
    const embedder = this.#embedder;
    if (!embedder || this.#filling || performance.now() < this.#fillNotBefore) return;
    const { store, clock } = this.#context;
    const change = newestChange(store.db);
    if (change === this.#filledAt) return;
    const rest = () => new Promise<void>((resolve) => setTimeout(resolve, FILL_REST_MS));
    this.#filling = fillVectors(store, embedder, { clock, signal: this.#stop.signal, rest })
      .then(({ made, complete }) => {
        if (complete) this.#filledAt = change;
        if (made > 0) this.#log(`made ${made} vectors`);
      })
      .catch((error) => {
        this.#fillNotBefore = performance.now() + FILL_AGAIN_MS;
        this.#log(`vectors wait: ${messageOf(error)}`);
      })
      .finally(() => {
        this.#filling = undefined;
      });
  }

  #used(): void {
    this.#usedAt = performance.now();
    this.#release ??= setInterval(() => {
      if (performance.now() - this.#usedAt >= QUIET_MS && !this.#filling) void this.#letGo();
    }, QUIET_MS / 5).unref();
  }

  async #letGo(): Promise<void> {
    clearInterval(this.#release);
    this.#release = undefined;
    const embedder = this.#embedder;
    this.#embedder = undefined;
    this.#loading = undefined;
    this.#kept.clear();
    await embedder?.close().catch(() => {});
  }

  /** Before the store is closed. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#filling;
    await this.#letGo();
  }
}
