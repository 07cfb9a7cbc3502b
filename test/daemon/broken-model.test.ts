import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundledModelDir } from '../../src/platform/embed/find-model.ts';
import { addRule, Machine } from '../cli/machine.ts';
import { onnxModel, withPadding } from '../fixtures/onnx.ts';

const row = (width: number, of: (i: number) => number) => Float32Array.from({ length: width }, (_, i) => of(i));

/** A model of the right size, and its tokenizer. */
function large(dir: string, model: Uint8Array): void {
  withPadding(path.join(dir, 'model.onnx'), model, 90_400_000);
  fs.copyFileSync(path.join(bundledModelDir(), 'tokenizer.json'), path.join(dir, 'tokenizer.json'));
}

function small(dir: string, change: (bytes: Buffer) => Buffer): void {
  const name = 'model_quantized.onnx';
  fs.writeFileSync(path.join(dir, name), change(fs.readFileSync(path.join(bundledModelDir(), name))));
  fs.copyFileSync(path.join(bundledModelDir(), 'tokenizer.json'), path.join(dir, 'tokenizer.json'));
}

test.each<[string, (dir: string) => void, RegExp]>([
  ['cut off', (dir) => small(dir, (bytes) => bytes.subarray(0, 9_000_000)), /has 9000000 bytes/],
  ['of another checksum', (dir) => small(dir, (bytes) => bytes.fill(0, 9_000_000, 9_000_100)), /another checksum/],
  ['of other dimensions', (dir) => large(dir, onnxModel(row(768, () => 1))), /has 768 numbers, not 384/],
  [
    'one that makes NaN',
    (dir) => large(dir, onnxModel(row(384, () => Number.NaN))),
    /holds values that are no numbers/,
  ],
  [
    'without its tokenizer',
    (dir) => {
      small(dir, (bytes) => bytes);
      fs.rmSync(path.join(dir, 'tokenizer.json'));
    },
    /tokenizer\.json is missing/,
  ],
])('a model that is %s: the daemon goes on, and search goes by words and says why', async (_, make, why) => {
  const machine = new Machine();
  machine.env.EMEND_MODEL_DIR = path.join(machine.root, 'model');
  fs.mkdirSync(machine.env.EMEND_MODEL_DIR);
  make(machine.env.EMEND_MODEL_DIR);
  machine.seed((store, project) => addRule(store, project, 'aaaaaa1'));
  expect((await machine.run(['daemon', 'start'])).code).toBe(0);
  expect((await machine.run(['search', 'pnpm'])).stdout).toContain('Use pnpm, not npm.');
  const log = () => fs.readFileSync(path.join(machine.paths.logs, 'daemon.log'), 'utf8');
  expect(log()).toMatch(/search goes by words alone: /);
  expect(log()).toMatch(why);
  expect(await machine.json(['daemon', 'status'])).toMatchObject({ running: true });
  const { search } = await machine.json<{ search: object }>(['status']);
  expect(search).toMatchObject({ mode: 'words', why: expect.stringMatching(why), items: 1, vectors: 0 });
});
