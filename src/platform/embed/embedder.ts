/**
 * Text to vector, in this process: tokens, the ONNX model, the mean over the tokens, length 1. Both packages are loaded with the
 * first embedder and not before: they cost some 100 ms. One text a call, because int8 activations are quantised a call: what
 * else is in it would change a text's vector.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { AppError, messageOf } from '../../core/errors.ts';
import { flawOf, normalised } from '../../core/vectors.ts';
import type { FoundModel } from './find-model.ts';
import { clearNote, writeNote } from './note.ts';
import { PROBE_TEXT, probeFlaw } from './probe.ts';

export interface Embedder {
  readonly modelId: string;
  /** 384 numbers, length 1. Calls wait for each other. Rejects with an AppError when the model fails or this is closed. */
  embed(text: string): Promise<Float32Array>;
  /** Frees the model behind the call that runs; calls that still wait are refused. May be called again. */
  close(): Promise<void>;
}

/** The model was trained on no longer texts. */
const TOKEN_LIMIT = 256;
/** Cutting what is far behind the 256th token keeps a pasted megabyte from costing seconds. */
const TEXT_UNITS = 16_000;

/**
 * One thread: a sentence takes milliseconds, and whoever types shares these processors. The arena costs less memory than
 * what malloc keeps of the same work; patterns would keep the room of the longest text for each length.
 */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: true,
  enableMemPattern: false,
  // Errors only: warnings would go to stderr, past every log.
  logSeverityLevel: 3,
};

interface Tokens {
  encode(text: string): { ids: number[] };
}

/** Token ids with [CLS] and [SEP] around them, at most 256 of them, the last one always [SEP]. */
export function tokenIds(tokens: Tokens, text: string): number[] {
  const { ids } = tokens.encode(text.slice(0, TEXT_UNITS));
  return ids.length <= TOKEN_LIMIT ? ids : [...ids.slice(0, TOKEN_LIMIT - 1), ids.at(-1) as number];
}

/** The mean of the tokens' rows. All tokens are attended: a text alone in its call needs no padding. */
function meanOf(rows: Float32Array, width: number): Float32Array {
  const mean = new Float32Array(width);
  const count = rows.length / width;
  for (let i = 0; i < rows.length; i++) mean[i % width] = (mean[i % width] as number) + (rows[i] as number) / count;
  return mean;
}

class OnnxEmbedder implements Embedder {
  readonly modelId: string;
  readonly #tokens: Tokens;
  readonly #session: InferenceSession;
  readonly #tensor: typeof Tensor;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(modelId: string, tokens: Tokens, session: InferenceSession, tensor: typeof Tensor) {
    this.modelId = modelId;
    this.#tokens = tokens;
    this.#session = session;
    this.#tensor = tensor;
  }

  tokenIds(text: string): number[] {
    return tokenIds(this.#tokens, text);
  }

  async embed(text: string): Promise<Float32Array> {
    const vector = await this.raw(this.tokenIds(text));
    const flaw = flawOf(vector);
    if (flaw !== undefined) throw new AppError('model_broken', `the embedding model made a vector that ${flaw}.`);
    return vector;
  }

  /** What the model makes of these tokens, whatever it is. */
  raw(ids: readonly number[]): Promise<Float32Array> {
    const made = this.#last.then(() => this.#run(ids));
    this.#last = made.catch(() => {});
    return made;
  }

  async #run(ids: readonly number[]): Promise<Float32Array> {
    if (this.#closing) throw new AppError('model_closed', 'the embedding model is closed.');
    const { dims, data } = await this.#output(ids);
    const width = dims.at(-1) ?? 0;
    if (!(data instanceof Float32Array) || data.length !== width * ids.length) {
      throw new AppError('model_broken', `the embedding model answers in the shape ${dims.join(' × ')}.`);
    }
    const mean = meanOf(data, width);
    return normalised(mean) ?? mean;
  }

  async #output(ids: readonly number[]): Promise<Tensor> {
    const tensor = (values: BigInt64Array) => new this.#tensor('int64', values, [1, ids.length]);
    const feeds = {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
    try {
      const { last_hidden_state: output } = await this.#session.run(feeds, ['last_hidden_state']);
      return output as Tensor;
    } catch (cause) {
      throw new AppError('model_broken', `the embedding model failed: ${firstLine(cause)}.`, { cause });
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#last.then(() => this.#session.release());
    return this.#closing;
  }
}

const firstLine = (error: unknown): string =>
  (messageOf(error).split('\n')[0] ?? '').replace(/[.\s]+$/, '').slice(0, 300);

/** Turns whatever `work` throws into one sentence with the reason. */
async function step<T>(code: string, sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError(code, `${sentence}: ${firstLine(cause)}.`, { cause });
  }
}

async function tokensOf(file: string): Promise<Tokens> {
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const tokenizer = new Tokenizer(JSON.parse(fs.readFileSync(file, 'utf8')), {});
  tokenizer.encode('a');
  return tokenizer;
}

/**
 * Since 1.29 the library keeps an id of the device in the user's cache folder and reports every session to its maker, unless
 * this variable stands before it is loaded. Nobody is asked: what runs here stays here.
 */
export function onnxRuntime(): Promise<typeof import('onnxruntime-node')> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return import('onnxruntime-node');
}

async function load({ dir, file, kind, modelId }: FoundModel): Promise<Embedder> {
  const library = await step('no_library', 'onnxruntime-node does not load', onnxRuntime);
  const tokenizerFile = path.join(dir, 'tokenizer.json');
  const tokens = await step('model_broken', `${tokenizerFile} is of no use`, () => tokensOf(tokenizerFile));
  const session = await step('model_broken', `${file} does not load`, () =>
    library.InferenceSession.create(file, SESSION_OPTIONS),
  );
  const embedder = new OnnxEmbedder(modelId, tokens, session, library.Tensor);
  try {
    const ids = embedder.tokenIds(PROBE_TEXT);
    const flaw = probeFlaw(kind, ids, await embedder.raw(ids));
    if (flaw !== undefined) throw new AppError('model_broken', `${file} ${flaw}.`);
    return embedder;
  } catch (error) {
    await embedder.close();
    throw error;
  }
}

/**
 * Loads the model and tries it on one sentence. Rejects with an AppError whose message is the one reason why it is of no use;
 * `found.note` then holds it too. Blocks this thread for some 200 ms, and each sentence for some 3.
 */
export async function openEmbedder(found: FoundModel): Promise<Embedder> {
  try {
    const embedder = await load(found);
    clearNote(found);
    return embedder;
  } catch (error) {
    writeNote(found, messageOf(error));
    throw error;
  }
}
