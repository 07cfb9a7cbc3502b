import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  bundledModelDir,
  chromaModelDir,
  downloadedModelDir,
  findModel,
  type ModelSearch,
} from '../../../src/platform/embed/find-model.ts';
import { temporaryHome } from '../../fixtures/home.ts';

const FP32_BYTES = 90_387_630;

/** Sparse: its size is all that is looked at. */
function fp32In(dir: string, bytes = FP32_BYTES): string {
  fs.mkdirSync(dir, { recursive: true });
  fs.closeSync(fs.openSync(path.join(dir, 'model.onnx'), 'w'));
  fs.truncateSync(path.join(dir, 'model.onnx'), bytes);
  fs.writeFileSync(path.join(dir, 'tokenizer.json'), '{}');
  return dir;
}

function int8In(dir: string): string {
  fs.mkdirSync(dir, { recursive: true });
  for (const name of ['model_quantized.onnx', 'tokenizer.json']) {
    fs.copyFileSync(path.join(bundledModelDir(), name), path.join(dir, name));
    fs.chmodSync(path.join(dir, name), 0o600);
  }
  return dir;
}

const missing = (found: ModelSearch): string => ('missing' in found ? found.missing : `found in ${found.dir}`);

test('EMEND_MODEL_DIR comes first, then what was downloaded, then the package’s own, before the copy that Chroma keeps', () => {
  const { root, env, paths } = temporaryHome();
  fp32In(chromaModelDir(env));
  expect(findModel(env, paths)).toMatchObject({
    dir: bundledModelDir(),
    kind: 'int8',
    modelId: 'all-MiniLM-L6-v2/int8',
  });
  fp32In(downloadedModelDir(paths));
  expect(findModel(env, paths)).toMatchObject({
    dir: downloadedModelDir(paths),
    kind: 'fp32',
    modelId: 'all-MiniLM-L6-v2/fp32',
  });
  const dir = int8In(path.join(root, 'mine'));
  expect(findModel({ ...env, EMEND_MODEL_DIR: dir }, paths)).toMatchObject({ dir, kind: 'int8' });
  expect(findModel({ ...env, EMEND_MODEL_DIR: 'mine' }, paths)).toMatchObject({ dir });
});

test('a folder named in EMEND_MODEL_DIR is the only one: without a model in it there is none', () => {
  const { root, env, paths } = temporaryHome();
  fp32In(downloadedModelDir(paths));
  const dir = path.join(root, 'nothing here');
  expect(findModel({ ...env, EMEND_MODEL_DIR: dir }, paths)).toEqual({
    missing: `EMEND_MODEL_DIR: there is no model in ${dir}`,
  });
});

test('a model that is cut off, replaced or without its tokenizer is not used, and the reason names the file', () => {
  const { root, env, paths } = temporaryHome();
  const dir = int8In(path.join(root, 'model'));
  const at = { ...env, EMEND_MODEL_DIR: dir };
  expect(findModel(at, paths)).toMatchObject({ kind: 'int8' });
  const model = path.join(dir, 'model_quantized.onnx');
  const bytes = fs.readFileSync(model);

  fs.writeFileSync(model, bytes.subarray(0, 20_000_000));
  expect(missing(findModel(at, paths))).toMatch(/model_quantized\.onnx has 20000000 bytes, not 22972370/);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(11_000_000) ^ 1, 11_000_000);
  fs.writeFileSync(model, changed);
  expect(missing(findModel(at, paths))).toMatch(/model_quantized\.onnx has another checksum/);
  fs.writeFileSync(model, bytes);
  fs.rmSync(path.join(dir, 'tokenizer.json'));
  expect(missing(findModel(at, paths))).toMatch(/tokenizer\.json is missing/);
  fs.mkdirSync(path.join(dir, 'tokenizer.json'));
  expect(missing(findModel(at, paths))).toMatch(/tokenizer\.json is missing/);
});

test('an fp32 file that is too small was cut off: the next place is asked', () => {
  const { env, paths } = temporaryHome();
  fp32In(downloadedModelDir(paths), 50_000_000);
  expect(findModel(env, paths)).toMatchObject({ dir: bundledModelDir() });
  const at = { ...env, EMEND_MODEL_DIR: downloadedModelDir(paths) };
  expect(missing(findModel(at, paths))).toMatch(/model\.onnx has only 50000000 bytes/);
});

test('an fp32 file or a tokenizer that is far too large is not read', () => {
  const { root, env, paths } = temporaryHome();
  const dir = fp32In(path.join(root, 'large'), 95_000_000);
  const at = { ...env, EMEND_MODEL_DIR: dir };
  expect(findModel(at, paths)).toMatchObject({ kind: 'fp32' });
  for (const [name, bytes] of [
    ['tokenizer.json', 3_000_000_000],
    ['model.onnx', 20_000_000_000],
  ] as const) {
    fs.truncateSync(path.join(dir, name), bytes);
    expect(missing(findModel(at, paths))).toContain(`${name} has ${bytes} bytes`);
  }
});
