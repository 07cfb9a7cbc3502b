import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cosine, flawOf } from '../../../src/core/vectors.ts';
import { type Embedder, openEmbedder, tokenIds } from '../../../src/platform/embed/embedder.ts';
import { bundledModelDir, type FoundModel, findModel } from '../../../src/platform/embed/find-model.ts';
import { readNote } from '../../../src/platform/embed/note.ts';
import { REPO, temporaryHome } from '../../fixtures/home.ts';
import { onnxModel } from '../../fixtures/onnx.ts';

interface Reference {
  text: string;
  token_ids: number[];
  vector: number[];
}

const lines = (file: string): Reference[] =>
  fs.existsSync(file)
    ? fs
        .readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Reference)
    : [];

const own = lines(path.join(REPO, 'test/fixtures/reference-vectors.jsonl'));
const shared = lines(path.resolve(REPO, '../shared/models/reference-vectors.jsonl'));

async function tokenizer() {
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const file = path.join(bundledModelDir(), 'tokenizer.json');
  return new Tokenizer(JSON.parse(fs.readFileSync(file, 'utf8')), {});
}

function bundled(): FoundModel {
  const { env, paths } = temporaryHome();
  const found = findModel(env, paths);
  if ('missing' in found) throw new Error(found.missing);
  return found;
}

describe('the bundled model', () => {
  let embedder: Embedder;
  beforeAll(async () => {
    const dir = bundledModelDir();
    const file = path.join(dir, 'model_quantized.onnx');
    embedder = await openEmbedder({
      dir,
      kind: 'int8',
      file,
      modelId: 'bundled',
      note: path.join(REPO, 'dist', 'no-note'),
    });
  });
  afterAll(() => embedder.close());

  test.each([
    ['own', own],
    ['shared', shared],
  ])('tokens are those of the %s reference, and vectors as near as eight bits allow', async (name, references) => {
    if (name === 'own') expect(references).toHaveLength(4);
    const tokens = await tokenizer();
    for (const { text, token_ids, vector } of references) {
      expect(tokenIds(tokens, text), text).toEqual(token_ids);
      const made = await embedder.embed(text);
      expect(flawOf(made)).toBeUndefined();
      expect(cosine(made, Float32Array.from(vector)), text).toBeGreaterThanOrEqual(0.97);
    }
  });

  test('a text has the same vector whatever is embedded beside it', async () => {
    const alone = await embedder.embed('use pnpm, not npm');
    const beside = await Promise.all(
      ['x', 'use pnpm, not npm', 'a much longer text '.repeat(90)].map((text) => embedder.embed(text)),
    );
    expect(beside[1]).toEqual(alone);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['an emoji', '🚀'],
    ['right to left', 'شغّل الاختبارات قبل الدفع'],
    ['control characters and half a surrogate', 'a\u0000b\u202ec\ud800'],
    ['one endless word', 'x'.repeat(50_000)],
  ])('%s has a vector too', async (_, text) => {
    expect(flawOf(await embedder.embed(text))).toBeUndefined();
  });

  test('a pasted megabyte costs no more than its first 256 tokens, and means what these mean', async () => {
    const start = 'add the zod dependency to the shop. ';
    const from = performance.now();
    const long = await embedder.embed(start.repeat(40_000));
    expect(performance.now() - from).toBeLessThan(3_000);
    expect(long).toEqual(await embedder.embed(start.repeat(60)));
  });
});

test('the last of 256 tokens is the end of the text’s', async () => {
  const tokens = await tokenizer();
  const ids = tokenIds(tokens, 'word '.repeat(400));
  expect(ids).toHaveLength(256);
  expect(ids[0]).toBe(101);
  expect(ids.at(-1)).toBe(102);
  expect(ids.slice(1, -1).every((id) => id !== 102)).toBe(true);
});

const fp32 = [
  process.env.EMEND_MODEL_DIR,
  path.join(process.env.HOME ?? '', '.cache/chroma/onnx_models/all-MiniLM-L6-v2/onnx'),
].find((dir) => dir !== undefined && fs.existsSync(path.join(dir, 'model.onnx')));

test.skipIf(fp32 === undefined)(
  'the fp32 model is within 1e-4 of the reference (skipped where no machine has one)',
  async () => {
    const dir = fp32 as string;
    const note = path.join(temporaryHome().root, 'note');
    const embedder = await openEmbedder({
      dir,
      kind: 'fp32',
      file: path.join(dir, 'model.onnx'),
      modelId: 'fp32',
      note,
    });
    for (const { text, vector } of [...own, ...shared]) {
      const made = await embedder.embed(text);
      const largest = Math.max(...vector.map((value, i) => Math.abs((made[i] as number) - value)));
      expect(largest, text).toBeLessThan(1e-4);
    }
    await embedder.close();
  },
);

test('a closed embedder finishes what runs, refuses what waits, and may be closed again', async () => {
  const embedder = await openEmbedder(bundled());
  const running = embedder.embed('use pnpm');
  const waiting = embedder.embed('use yarn');
  // Its turn has come, and the model has not answered.
  await new Promise((resolve) => process.nextTick(resolve));
  const closed = embedder.close();
  expect(flawOf(await running)).toBeUndefined();
  await expect(waiting).rejects.toMatchObject({ code: 'model_closed' });
  await closed;
  await embedder.close();
  await expect(embedder.embed('x')).rejects.toMatchObject({ code: 'model_closed' });
});

describe('a model that is of no use says why, in one sentence, and leaves word of it', () => {
  const row = (width: number, of: (i: number) => number) => Float32Array.from({ length: width }, (_, i) => of(i));

  async function reason(files: { model?: Uint8Array; tokenizer?: string }): Promise<string> {
    const { root, paths } = temporaryHome();
    const file = path.join(root, 'model.onnx');
    fs.writeFileSync(file, files.model ?? onnxModel(row(384, () => 1)));
    const own = fs.readFileSync(path.join(bundledModelDir(), 'tokenizer.json'), 'utf8');
    fs.writeFileSync(path.join(root, 'tokenizer.json'), files.tokenizer ?? own);
    const found: FoundModel = { dir: root, kind: 'fp32', file, modelId: 'm', note: path.join(paths.run, 'model.json') };
    const thrown = await openEmbedder(found).then(
      (embedder) => embedder.close(),
      (error: unknown) => error,
    );
    expect(thrown).toMatchObject({ name: 'AppError' });
    const { message } = thrown as Error;
    expect(readNote(found)).toBe(message);
    expect(readNote({ ...found, file: 'another' })).toBeUndefined();
    return message.replaceAll(root, '');
  }

  test.each([
    ['other dimensions', { model: onnxModel(row(768, () => 1)) }, 'makes a vector that has 768 numbers, not 384.'],
    ['NaN', { model: onnxModel(row(384, (i) => (i === 7 ? Number.NaN : 1))) }, 'holds values that are no numbers.'],
    ['zeros', { model: onnxModel(row(384, () => 0)) }, 'is not of length 1.'],
    [
      'another model of the same shape',
      { model: onnxModel(row(384, (i) => i - 190)) },
      'other vectors than all-MiniLM-L6-v2',
    ],
    ['bytes that are no model', { model: Buffer.alloc(5_000, 7) }, '/model.onnx does not load: '],
    ['an empty file', { model: Buffer.alloc(0) }, '/model.onnx does not load: '],
    ['a tokenizer that is cut off', { tokenizer: '{"version": "1.0", "trunc' }, '/tokenizer.json is of no use: '],
    ['a tokenizer that is something else', { tokenizer: '{}' }, '/tokenizer.json is of no use: '],
  ])('%s', async (_, files, words) => {
    const message = await reason(files);
    expect(message).toContain(words);
    expect(message).not.toContain('\n');
  });

  test('the small models of this test are read at all', async () => {
    expect(await reason({ model: onnxModel(row(384, () => 1)) })).toContain('cosine');
  });
});

test('word of a failure goes when the model loads', async () => {
  const found = bundled();
  fs.mkdirSync(path.dirname(found.note), { recursive: true });
  fs.writeFileSync(found.note, '{');
  expect(readNote(found)).toBeUndefined();
  const embedder = await openEmbedder(found);
  onTestFinished(() => embedder.close());
  expect(fs.existsSync(found.note)).toBe(false);
});

test('the library keeps no id of the device and nothing to report to its maker', async () => {
  const { root, env } = temporaryHome();
  const script = `
    import { openEmbedder } from ${JSON.stringify(path.join(REPO, 'src/platform/embed/embedder.ts'))};
    const embedder = await openEmbedder(JSON.parse(process.argv[1]));
    console.log((await embedder.embed('use pnpm')).length);
    await embedder.close();
  `;
  const dir = bundledModelDir();
  const found = {
    dir,
    kind: 'int8',
    file: path.join(dir, 'model_quantized.onnx'),
    modelId: 'bundled',
    note: path.join(root, 'note'),
  };
  // Asked for by whoever runs it, too: what the library reports of itself it does not report from here.
  for (const asked of [{}, { ORT_DISABLE_TELEMETRY: '0' }]) {
    const { stdout } = await execa(
      process.execPath,
      [
        '--import',
        path.join(REPO, 'node_modules/tsx/dist/loader.mjs'),
        '--input-type=module',
        '-e',
        script,
        JSON.stringify(found),
      ],
      { env: { ...env, ...asked }, extendEnv: false },
    );
    expect(stdout).toBe('384');
    expect(fs.readdirSync(root)).toEqual(['project']);
  }
});
