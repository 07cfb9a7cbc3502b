import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Download, fetchFile } from '../../../src/platform/embed/download.ts';
import { type Behaviour, serveFile } from '../../fixtures/file-server.ts';
import { temporaryHome } from '../../fixtures/home.ts';

const BODY = crypto.createHash('shake256', { outputLength: 300_000 }).update('a body').digest();
const sha = (bytes: Uint8Array) => crypto.createHash('sha256').update(bytes).digest('hex');

async function world(behaviour: Behaviour = {}, body: Uint8Array = BODY) {
  const server = await serveFile(body, behaviour);
  const file = path.join(temporaryHome().root, 'models', 'archive');
  const download: Download = { url: server.url, sha256: sha(BODY), ceilingBytes: 1_000_000, file, waitMs: 20 };
  const left = () => (fs.existsSync(path.dirname(file)) ? fs.readdirSync(path.dirname(file)) : []);
  return { server, file, download, left, part: `${file}.part` };
}

const failed = (download: Download): Promise<Error & { code?: string }> =>
  fetchFile(download).then(
    () => {
      throw new Error('it was fetched');
    },
    (error) => error,
  );

test('a file is fetched whole, with its progress, and is its owner’s alone', async () => {
  const { download, file, left } = await world();
  const seen: [number, number | undefined][] = [];
  await fetchFile({ ...download, onProgress: (bytes, total) => seen.push([bytes, total]) });
  expect(fs.readFileSync(file).equals(BODY)).toBe(true);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(left()).toEqual(['archive']);
  expect(seen.at(-1)).toEqual([BODY.length, BODY.length]);
});

test('a line that breaks is taken up where it broke', async () => {
  const { download, file, server } = await world({ breakAfter: 100_000, breaks: 1 });
  await fetchFile(download);
  expect(fs.readFileSync(file).equals(BODY)).toBe(true);
  expect(server.ranges).toEqual(['', 'bytes=100000-']);
  expect(server.sent()).toBe(BODY.length);
});

test('what an earlier run fetched is not fetched again, and what is whole is not asked for', async () => {
  const { download, file, server, part } = await world();
  fs.mkdirSync(path.dirname(part), { recursive: true });
  fs.writeFileSync(part, BODY.subarray(0, 250_000));
  await fetchFile(download);
  expect(server.ranges).toEqual(['bytes=250000-']);
  expect(server.sent()).toBe(50_000);
  await fetchFile(download);
  expect(server.ranges).toHaveLength(1);

  fs.renameSync(file, part);
  await fetchFile(download);
  expect(server.ranges).toEqual(['bytes=250000-', `bytes=${BODY.length}-`]);
  expect(fs.readFileSync(file).equals(BODY)).toBe(true);
});

test('a server without ranges sends everything again, and nothing is there twice', async () => {
  const { download, file, server } = await world({ breakAfter: 100_000, breaks: 1, ignoresRanges: true });
  await fetchFile(download);
  expect(fs.readFileSync(file).equals(BODY)).toBe(true);
  expect(server.ranges).toEqual(['', 'bytes=100000-']);
});

test('a beginning that belongs to another file is thrown away, and all is fetched once more', async () => {
  const { download, file, server, part } = await world();
  fs.mkdirSync(path.dirname(part), { recursive: true });
  fs.writeFileSync(part, Buffer.alloc(1_000, 1));
  await fetchFile(download);
  expect(fs.readFileSync(file).equals(BODY)).toBe(true);
  expect(server.ranges).toEqual(['bytes=1000-', '']);
  fs.rmSync(file);
  fs.writeFileSync(part, Buffer.alloc(400_000, 1));
  await fetchFile(download);
  expect(fs.readFileSync(file).equals(BODY)).toBe(true);
});

test('another checksum: nothing is kept, and the message says so', async () => {
  const { download, left, server } = await world({}, Buffer.from(BODY).fill(7, 5, 6));
  expect(await failed(download)).toMatchObject({ code: 'bad_checksum', message: expect.stringContaining(server.url) });
  expect(left()).toEqual([]);
});

test.each([
  ['says so', {}, 0],
  ['does not say so', { chunked: true }, 700_000],
])('a body that is too large and %s is refused, and not kept', async (_, behaviour, least) => {
  const { download, left } = await world(behaviour, Buffer.alloc(3_000_000));
  let seen = 0;
  const onProgress = (bytes: number) => {
    seen = bytes;
  };
  expect(await failed({ ...download, onProgress })).toMatchObject({
    code: 'download_refused',
    message: expect.stringContaining('larger than 1 MB'),
  });
  expect(seen).toBeGreaterThanOrEqual(least);
  expect(seen).toBeLessThanOrEqual(download.ceilingBytes);
  expect(left()).toEqual([]);
});

test.each([404, 500, 403])('a server that answers %i is named with its answer', async (status) => {
  const { download, server } = await world({ status });
  expect(await failed(download)).toMatchObject({
    code: 'download_failed',
    message: expect.stringContaining(`the server answers ${status}`),
    hint: expect.stringContaining('CLAUDE_SMART_MODEL_URL'),
  });
  expect(server.ranges).toHaveLength(1);
});

test('a line that breaks every time ends with what arrived, and the next run goes on there', async () => {
  const { download, part, server } = await world({ breakAfter: 60_000 });
  const error = await failed({ ...download });
  expect(error).toMatchObject({ code: 'download_failed' });
  expect(fs.statSync(part).size).toBe(240_000);
  expect(server.ranges).toEqual(['', 'bytes=60000-', 'bytes=120000-', 'bytes=180000-']);
  await fetchFile(download);
  expect(fs.readFileSync(download.file).equals(BODY)).toBe(true);
});

test('a server that falls silent is given up, tried again, and named', async () => {
  const { download } = await world({ silentAfter: 1_000 });
  const error = await failed({ ...download, silenceMs: 100 });
  expect(error).toMatchObject({ code: 'download_failed', message: expect.stringContaining('nothing came for 0.1 s') });
});

test('whoever stops it is not kept waiting, and what arrived stays', async () => {
  const { download, part } = await world({ silentAfter: 50_000 });
  const stop = new AbortController();
  const ended = failed({ ...download, signal: stop.signal });
  while (!fs.existsSync(part) || fs.statSync(part).size < 50_000)
    await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort();
  expect(await ended).toMatchObject({ code: 'stopped' });
  expect(fs.statSync(part).size).toBe(50_000);
});

test('a port where nobody listens is a failed download, not a bug', async () => {
  const { download } = await world();
  expect(await failed({ ...download, url: 'http://127.0.0.1:1/x' })).toMatchObject({ code: 'download_failed' });
});
