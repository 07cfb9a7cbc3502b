import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import * as tar from 'tar';
import { expect, test } from 'vitest';
import { unpackModel } from '../../../src/platform/embed/unpack.ts';
import { temporaryHome } from '../../fixtures/home.ts';

interface Entry {
  path: string;
  type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO';
  linkpath?: string;
  body?: string;
  size?: number;
}

/** An archive as no honest program writes it. */
function archiveOf(entries: Entry[], root: string): string {
  const blocks = entries.flatMap(({ path: name, type = 'File', linkpath = '', body = '', size }) => {
    const bytes = Buffer.from(body);
    const header = new tar.Header({
      path: name,
      type,
      linkpath,
      size: size ?? bytes.length,
      mode: 0o777,
      mtime: new Date(0),
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  const file = path.join(root, 'archive.tar.gz');
  fs.writeFileSync(file, zlib.gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])));
  return file;
}

const MODEL: Entry[] = [
  { path: 'onnx/', type: 'Directory' },
  { path: 'onnx/model.onnx', body: 'the model' },
  { path: 'onnx/tokenizer.json', body: '{}' },
];

const everything = (folder: string) =>
  fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];

test('the model and its tokenizer are taken out, and nothing else', async () => {
  const { root } = temporaryHome();
  const more = [
    { path: 'onnx/vocab.txt', body: 'a' },
    { path: 'onnx/run.sh', body: '#!/bin/sh' },
  ];
  const folder = path.join(root, 'staged');
  await unpackModel(archiveOf([...MODEL, ...more], root), folder);
  expect(everything(folder).filter((name) => name !== 'onnx')).toEqual(['model.onnx', 'tokenizer.json']);
  expect(fs.readFileSync(path.join(folder, 'model.onnx'), 'utf8')).toBe('the model');
  expect(fs.statSync(path.join(folder, 'model.onnx')).mode & 0o777).toBe(0o600);
});

test.each<[string, Entry[], string]>([
  ['a path that climbs', [...MODEL, { path: '../../tokenizer.json', body: 'x' }], 'leads elsewhere'],
  ['a path that climbs in the middle', [...MODEL, { path: 'onnx/../../model.onnx', body: 'x' }], 'leads elsewhere'],
  ['a path from the root', [...MODEL, { path: '/tmp/claude-smart-hostile/model.onnx', body: 'x' }], 'leads elsewhere'],
  ['a path of Windows', [...MODEL, { path: 'C:\\model.onnx', body: 'x' }], 'leads elsewhere'],
  [
    'a link',
    [{ path: 'onnx/model.onnx', type: 'SymbolicLink', linkpath: '/etc/passwd' }, ...MODEL.slice(2)],
    'is no file',
  ],
  [
    'a link to a folder and a file behind it',
    [{ path: 'onnx', type: 'SymbolicLink', linkpath: '/tmp' }, ...MODEL.slice(1)],
    'is no file',
  ],
  ['a hard link', [...MODEL, { path: 'onnx/x', type: 'Link', linkpath: '/etc/passwd' }], 'is no file'],
  ['a device', [...MODEL, { path: 'onnx/x', type: 'CharacterDevice' }], 'is no file'],
  ['a pipe', [...MODEL, { path: 'onnx/x', type: 'FIFO' }], 'is no file'],
  ['the model twice', [...MODEL, { path: 'other/model.onnx', body: 'x' }], 'twice'],
  ['no tokenizer', MODEL.slice(0, 2), 'not in it'],
  ['nothing', [], ''],
  ['more than a model has', [...MODEL, { path: 'onnx/big', size: 500_000_000 }], ''],
  ['thousands of files', [...MODEL, ...Array.from({ length: 1_200 }, (_, n) => ({ path: `onnx/${n}` }))], 'entries'],
])('an archive with %s is refused, and nothing is written', async (_, entries, words) => {
  const { root } = temporaryHome();
  const folder = path.join(root, 'staged');
  const archive = archiveOf(entries, root);
  const error = await unpackModel(archive, folder).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: 'bad_archive', message: expect.stringContaining(words) });
  expect(everything(root).filter((name) => name.startsWith('staged'))).toEqual([]);
  expect(fs.existsSync('/tmp/claude-smart-hostile')).toBe(false);
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
  ['no archive', () => Buffer.from('<html>sign in first</html>')],
  ['empty', () => Buffer.alloc(0)],
])('a file that is %s is refused', async (_, change) => {
  const { root } = temporaryHome();
  const archive = archiveOf(MODEL, root);
  fs.writeFileSync(archive, change(fs.readFileSync(archive)));
  await expect(unpackModel(archive, path.join(root, 'staged'))).rejects.toMatchObject({ code: 'bad_archive' });
});
