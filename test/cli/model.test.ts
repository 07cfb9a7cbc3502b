import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import picocolors from 'picocolors';
import * as tar from 'tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ARCHIVE, modelDownload } from '../../src/cli/model.ts';
import type { Run } from '../../src/cli/run.ts';
import { systemClock } from '../../src/core/clock.ts';
import { bundledModelDir, downloadedModelDir } from '../../src/platform/embed/find-model.ts';
import { noteFile } from '../../src/platform/embed/note.ts';
import { pathsFrom } from '../../src/platform/paths.ts';
import { serveFile } from '../fixtures/file-server.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { addFact, addRule, Machine } from './machine.ts';

interface Told {
  search: {
    mode: string;
    why: string | null;
    model: { id: string; dir: string } | null;
    items: number;
    vectors: number;
  };
  downloaded: string | null;
}

/** What a command says, and the command's world, in this process. */
function inProcess(env: Record<string, string>, signal = new AbortController().signal) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  let drawn = '';
  const terminal = Object.assign(
    new Writable({
      write: (chunk, _, done) => {
        drawn += chunk;
        done();
      },
    }),
    { isTTY: true, columns: 80, cursorTo: () => true, clearLine: () => true, moveCursor: () => true },
  ) as unknown as NodeJS.WriteStream;
  const out = {
    print: say,
    json: (value: unknown) => say(JSON.stringify(value)),
    progress: say,
    remark: say,
    terminal,
    width: 80,
    colors: picocolors,
  };
  const run: Run = { env, cwd: '/', clock: systemClock, out, input: async () => '', confirm: undefined, signal };
  return { run, said, drawn: () => drawn };
}

test('it says which model is used and how much it has read, or why there is none', async () => {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa1');
    addFact(store, null, 'bbbbbb1');
    addRule(store, project, 'cccccc1', { status: 'ARCHIVED' });
  });
  expect(await machine.json<Told>(['model'])).toEqual({
    search: {
      mode: 'hybrid',
      why: null,
      model: { id: 'all-MiniLM-L6-v2/int8', kind: 'int8', dir: bundledModelDir() },
      items: 2,
      vectors: 0,
    },
    downloaded: null,
  });
  expect((await machine.run(['model'])).stdout).toMatch(
    /by words and by meaning \(int8 model\): 0 of\s+2 rules and facts read/,
  );
  machine.env.EMEND_MODEL_DIR = path.join(machine.root, 'nothing');
  expect((await machine.json<Told>(['model', 'status'])).search).toMatchObject({
    mode: 'words',
    model: null,
    items: 2,
  });
  const { code, stdout } = await machine.run(['model']);
  expect(code).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toContain('words only: EMEND_MODEL_DIR: there is no model in');
});

describe('download', () => {
  /** The small model in an archive of the same shape: it is tried for real. */
  let bytes: Buffer;
  let archive: typeof ARCHIVE;
  let folder: string;
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'smart-archive-'));
    fs.mkdirSync(path.join(folder, 'onnx'));
    for (const name of ['model_quantized.onnx', 'tokenizer.json']) {
      fs.copyFileSync(path.join(bundledModelDir(), name), path.join(folder, 'onnx', name));
    }
    const file = path.join(folder, 'onnx.tar.gz');
    await tar.c({ file, cwd: folder, gzip: { level: 1 } }, ['onnx']);
    bytes = fs.readFileSync(file);
    archive = { sha256: shaOf(bytes), ceilingBytes: 60_000_000, roomBytes: 1 };
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const shaOf = (body: Uint8Array) => crypto.createHash('sha256').update(body).digest('hex');

  async function world(body: Uint8Array = bytes, behaviour = {}) {
    const { env } = temporaryHome('home of 山田');
    const server = await serveFile(body, behaviour);
    const at = { ...env, CLAUDE_SMART_MODEL_URL: server.url };
    const place = downloadedModelDir(pathsFrom(at));
    const names = () => fs.readdirSync(path.dirname(place)).filter((name) => !name.includes('download.lock'));
    return { env: at, server, place, names };
  }

  test('the model is fetched, tried and put in its place, with a bar for whoever watches; once', async () => {
    const { env, server, place, names } = await world();
    const first = inProcess(env);
    await modelDownload(first.run, {}, archive);
    expect(first.said[0]).toBe('unpacking');
    expect(first.said).toContain(`Fetched all-MiniLM-L6-v2/int8 into ${place}.`);
    expect(first.drawn()).toMatch(/█+░* \d+\.\d of \d+\.\d MB/);
    expect(names()).toEqual(['onnx']);
    expect(
      fs
        .readdirSync(place)
        .filter((name) => name !== 'onnx')
        .sort(),
    ).toEqual(['model_quantized.onnx', 'tokenizer.json']);

    const again = inProcess(env);
    await modelDownload(again.run, { json: true }, archive);
    expect(JSON.parse(again.said[0] ?? '')).toEqual({ fetched: false, model: 'all-MiniLM-L6-v2/int8', dir: place });
    expect(server.ranges).toEqual(['']);
  });

  test('two at once fetch it once, and both have it', async () => {
    const { env, server, place } = await world();
    const both = [inProcess(env), inProcess(env)];
    await Promise.all(both.map(({ run }) => modelDownload(run, { json: true }, archive)));
    const answers = both.map(({ said }) =>
      JSON.parse(said.at(-2)?.startsWith('{') ? (said.at(-2) ?? '') : (said.at(-1) ?? '')),
    );
    expect(answers.map(({ fetched }) => fetched).sort()).toEqual([false, true]);
    expect(answers.every(({ dir }) => dir === place)).toBe(true);
    expect(server.ranges).toEqual(['']);
    expect(both.flatMap(({ said }) => said)).toContain('another claude-smart is fetching the model: waiting for it');
  });

  test('an archive whose model is another leaves nothing behind, and what was there stays', async () => {
    const { env, place, names } = await world();
    await modelDownload(inProcess(env).run, {}, archive);
    fs.truncateSync(path.join(place, 'model_quantized.onnx'), 1_000);

    fs.writeFileSync(path.join(folder, 'onnx', 'tokenizer.json'), '{}');
    const file = path.join(folder, 'other.tar.gz');
    await tar.c({ file, cwd: folder, gzip: { level: 1 } }, ['onnx']);
    const other = fs.readFileSync(file);
    const server = await serveFile(other);
    const { run } = inProcess({ ...env, CLAUDE_SMART_MODEL_URL: server.url });
    await expect(modelDownload(run, {}, { ...archive, sha256: shaOf(other) })).rejects.toMatchObject({
      code: 'bad_archive',
      message: expect.stringContaining('tokenizer.json'),
    });
    expect(names()).toEqual(['onnx']);
    expect(fs.statSync(path.join(place, 'model_quantized.onnx')).size).toBe(1_000);
  });

  test('one that is there and does not load is fetched anew', async () => {
    const { env, place } = await world();
    fs.mkdirSync(place, { recursive: true });
    fs.writeFileSync(path.join(place, 'model.onnx'), '');
    fs.truncateSync(path.join(place, 'model.onnx'), 90_500_000);
    fs.copyFileSync(path.join(bundledModelDir(), 'tokenizer.json'), path.join(place, 'tokenizer.json'));
    const { run, said } = inProcess(env);
    await modelDownload(run, { json: true }, archive);
    expect(JSON.parse(said.at(-2) ?? '')).toMatchObject({ fetched: true, model: 'all-MiniLM-L6-v2/int8' });
    expect(fs.existsSync(noteFile(pathsFrom(env)))).toBe(false);
  });

  test('a disk with too little room is told before anything is fetched', async () => {
    const { env, server } = await world();
    const error = await modelDownload(inProcess(env).run, {}, { ...archive, roomBytes: 1e15 }).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'disk_full', hint: expect.stringContaining('EMEND_HOME') });
    expect(server.ranges).toEqual([]);
  });

  test('whoever waits for another can stop', async () => {
    const { env } = await world(bytes, { silentAfter: 100 });
    const stop = new AbortController();
    const first = modelDownload(inProcess(env, stop.signal).run, {}, archive);
    const second = modelDownload(inProcess(env, stop.signal).run, {}, archive);
    setTimeout(() => stop.abort(), 200);
    await expect(first).rejects.toMatchObject({ code: 'stopped' });
    await expect(second).rejects.toMatchObject({ code: 'stopped' });
  });
});

describe('download, through the built program', () => {
  test('what is not the model is refused by its checksum, in words and as JSON', async () => {
    const machine = new Machine();
    const server = await serveFile(Buffer.from('<html>sign in first</html>'));
    machine.env.CLAUDE_SMART_MODEL_URL = server.url;
    const { code, stdout, stderr } = await machine.run(['model', 'download', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'bad_checksum' } });
    expect(stderr).toContain(`what ${server.url} sent is not the model`);
    expect(stderr).not.toContain('█');
  });

  test('a full disk is told as one, keeps what arrived, and the next run goes on there', async () => {
    const machine = new Machine();
    const server = await serveFile(Buffer.alloc(3_000_000));
    machine.env.CLAUDE_SMART_MODEL_URL = server.url;
    // Files may have 1 MB: a larger one is refused as a full disk refuses it.
    const line = `trap '' XFSZ; ulimit -f 2000; exec "${process.execPath}" "${machine.program}" model download`;
    const { code, stderr } = await machine.shell(line);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /onnx\.tar\.gz\.part cannot be written: the file would be larger than is allowed|disk is full/,
    );
    const part = `${path.join(path.dirname(downloadedModelDir(machine.paths)), 'onnx.tar.gz')}.part`;
    const arrived = fs.statSync(part).size;
    expect(arrived).toBeGreaterThan(500_000);
    await machine.run(['model', 'download']);
    expect(server.ranges).toContain(`bytes=${arrived}-`);
  });

  test('a signal ends it with the shell’s code, and what arrived stays', async () => {
    const machine = new Machine();
    const server = await serveFile(Buffer.alloc(3_000_000), { silentAfter: 200_000 });
    machine.env.CLAUDE_SMART_MODEL_URL = server.url;
    const part = `${path.join(path.dirname(downloadedModelDir(machine.paths)), 'onnx.tar.gz')}.part`;
    const arrived = `until [ "$(wc -c <"${part}")" -ge 200000 ]; do sleep 0.1; done 2>/dev/null`;
    const line = `"${process.execPath}" "${machine.program}" model download & ${arrived}; kill -INT $!; wait $!`;
    expect((await machine.shell(line)).code).toBe(130);
    expect(fs.statSync(part).size).toBe(200_000);
  });
});
