/**
 * Where the embedding model is. Nothing is loaded and nothing is run here: files are looked for, and those whose contents are
 * known are checked. The places: EMEND_MODEL_DIR (that one or none), what `model download` fetched, the package's own, and the
 * folder in which Chroma keeps its copy. The first that is whole is taken.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { attempt } from '../../core/outside.ts';
import { packageRoot } from '../package-root.ts';
import { type Paths, userHome } from '../paths.ts';
import { refusalReason } from '../trouble.ts';
import { noteFile } from './note.ts';

type Env = Readonly<Record<string, string | undefined>>;
export type ModelKind = 'int8' | 'fp32';

const NAME = 'all-MiniLM-L6-v2';

export interface FoundModel {
  dir: string;
  kind: ModelKind;
  /** The ONNX file. */
  file: string;
  /** Names what makes comparable vectors: those of two ids are never compared. */
  modelId: string;
  /** Where it is written down why this model did not load, for programs that do not load one. */
  note: string;
}

/** `missing`: why there is none, as a sentence that ends without a full stop. */
export type ModelSearch = FoundModel | { missing: string };

/** Contents that are known to the byte: origin and licence are in models/all-MiniLM-L6-v2/README.md. */
const INT8_FILES = {
  'model_quantized.onnx': {
    bytes: 22_972_370,
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  'tokenizer.json': {
    bytes: 711_661,
    sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  },
} as const;

/** Smaller than this, an fp32 file was cut off: it has 22.7 million weights of four bytes. */
const FP32_LEAST_BYTES = 90_000_000;
/** Nothing larger is that model or its tokenizer, and would be read whole. */
const FP32_MOST_BYTES = { 'model.onnx': 150_000_000, 'tokenizer.json': 10_000_000 };

export const bundledModelDir = (): string => path.join(packageRoot(), 'models', NAME);
/** Where `claude-smart model download` puts the fp32 model. */
export const downloadedModelDir = (paths: Paths): string => path.join(paths.emend, 'models', NAME, 'onnx');
export const chromaModelDir = (env: Env): string =>
  path.join(userHome(env), '.cache', 'chroma', 'onnx_models', NAME, 'onnx');

const sizeOf = (file: string): number | undefined => {
  const found = attempt(() => fs.statSync(file));
  return found?.isFile() ? found.size : undefined;
};

function sha256Of(file: string): string {
  return crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

function int8Trouble(dir: string): string | undefined {
  for (const [name, known] of Object.entries(INT8_FILES)) {
    const file = path.join(dir, name);
    const size = sizeOf(file);
    if (size === undefined) return `${file} is missing`;
    if (size !== known.bytes) return `${file} has ${size} bytes, not ${known.bytes}: it was cut off or replaced`;
    if (sha256Of(file) !== known.sha256) return `${file} has another checksum than the model that belongs there`;
  }
  return undefined;
}

function fp32Trouble(dir: string): string | undefined {
  const tokenizer = path.join(dir, 'tokenizer.json');
  const size = sizeOf(path.join(dir, 'model.onnx')) ?? 0;
  if (size < FP32_LEAST_BYTES) return `${path.join(dir, 'model.onnx')} has only ${size} bytes: it was cut off`;
  if (sizeOf(tokenizer) === undefined) return `${tokenizer} is missing`;
  for (const [name, most] of Object.entries(FP32_MOST_BYTES)) {
    const file = path.join(dir, name);
    if ((sizeOf(file) ?? 0) > most) return `${file} has ${sizeOf(file)} bytes: it is something else`;
  }
  return undefined;
}

/** The model of one folder: the small one where both are. */
export function modelIn(dir: string, paths: Paths): ModelSearch {
  const files = { int8: path.join(dir, 'model_quantized.onnx'), fp32: path.join(dir, 'model.onnx') };
  const kind = (['int8', 'fp32'] as const).find((one) => sizeOf(files[one]) !== undefined);
  if (kind === undefined) return { missing: `there is no model in ${dir}` };
  try {
    const trouble = kind === 'int8' ? int8Trouble(dir) : fp32Trouble(dir);
    return trouble === undefined
      ? { dir, kind, file: files[kind], modelId: `${NAME}/${kind}`, note: noteFile(paths) }
      : { missing: trouble };
  } catch (error) {
    return { missing: `a file in ${dir} cannot be read: ${refusalReason(error) ?? String(error)}` };
  }
}

/** Reads up to 23 MB for their checksum, some 20 ms: ask once a start, not once a query. Never throws. */
export function findModel(env: Env, paths: Paths): ModelSearch {
  if (env.EMEND_MODEL_DIR) {
    const found = modelIn(path.resolve(userHome(env), env.EMEND_MODEL_DIR), paths);
    return 'missing' in found ? { missing: `EMEND_MODEL_DIR: ${found.missing}` } : found;
  }
  let own: ModelSearch | undefined;
  for (const dir of [downloadedModelDir(paths), bundledModelDir(), chromaModelDir(env)]) {
    const found = modelIn(dir, paths);
    if (!('missing' in found)) return found;
    if (dir === bundledModelDir()) own = found;
  }
  return own as ModelSearch;
}
