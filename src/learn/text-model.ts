/**
 * The embedding model as whoever learns sees it: one a process, whoever asks. The daemon lends its own (daemon/meaning.ts); a
 * command borrows one for its time. Without a model, or with one that fails, what is learned goes by words.
 */
import { messageOf } from '../core/errors.ts';
import { type Embedder, openEmbedder } from '../platform/embed/embedder.ts';
import { type FoundModel, findModel, type ModelSearch } from '../platform/embed/find-model.ts';
import type { Context } from './context.ts';

/** Resolves to undefined where there is no model now; says by itself why, if that is worth a word. Never rejects. */
export type Embed = (text: string) => Promise<Float32Array | undefined>;

export interface TextModel {
  /** Names what makes comparable vectors; undefined where there is no model. */
  readonly modelId: string | undefined;
  readonly embed: Embed;
}

/** The model for the time of one command: loaded with the first text, given up with the first failure, which is told. */
export class BorrowedModel implements TextModel {
  readonly #context: Pick<Context, 'env' | 'paths'>;
  readonly #tell: (why: string) => void;
  #found: ModelSearch | undefined;
  #embedder: Promise<Embedder | undefined> | undefined;
  #gone = false;

  constructor(context: Pick<Context, 'env' | 'paths'>, tell: (why: string) => void) {
    this.#context = context;
    this.#tell = tell;
  }

  /** A model that is not there is no failure: `status` and `doctor` say it. */
  get #model(): FoundModel | undefined {
    if (this.#gone) return undefined;
    this.#found ??= findModel(this.#context.env, this.#context.paths);
    return 'missing' in this.#found ? undefined : this.#found;
  }

  get modelId(): string | undefined {
    return this.#model?.modelId;
  }

  readonly embed: Embed = async (text) => {
    const found = this.#model;
    if (found === undefined) return undefined;
    try {
      this.#embedder ??= openEmbedder(found);
      return await (await this.#embedder)?.embed(text);
    } catch (error) {
      // Calls that waited for the same load fail with it.
      if (!this.#gone) this.#tell(`what is learned goes by words and phrases alone: ${messageOf(error)}`);
      await this.close();
      return undefined;
    }
  };

  /** Frees the model; it is not loaded again. */
  async close(): Promise<void> {
    this.#gone = true;
    const embedder = await this.#embedder?.catch(() => undefined);
    this.#embedder = undefined;
    await embedder?.close().catch(() => {});
  }
}
