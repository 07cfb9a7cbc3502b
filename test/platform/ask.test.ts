import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../../src/platform/ask.ts';
import { temporaryHome } from '../fixtures/home.ts';

const PING = { op: 'ping', version: '1.0.0' } as const;
const REPLY = { ok: true, version: '1.0.0', pid: 1, started_at: '' };

async function daemonThat(answers: (socket: net.Socket, request: string) => void): Promise<string> {
  const address = path.join(temporaryHome('ask').root, 's.sock');
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => answers(socket, chunk.toString()));
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return address;
}

test('one request a line gets one reply', async () => {
  const address = await daemonThat((socket, request) =>
    socket.end(`${JSON.stringify({ ...REPLY, started_at: request })}\n`),
  );
  expect(await ask(address, PING, 1_000)).toEqual({ ...REPLY, started_at: `${JSON.stringify(PING)}\n` });
});

test('a reply in pieces is put together', async () => {
  const line = Buffer.from(`${JSON.stringify({ ...REPLY, started_at: 'é'.repeat(10) })}\n`);
  const address = await daemonThat((socket) => {
    for (let i = 0; i < line.length; i++) setTimeout(() => socket.write(line.subarray(i, i + 1)), i);
  });
  expect(await ask(address, PING, 2_000)).toMatchObject({ started_at: 'é'.repeat(10) });
});

test.each<[string, (socket: net.Socket) => void]>([
  ['never answers', () => {}],
  ['closes without a word', (socket) => socket.destroy()],
  ['answers what is no JSON', (socket) => socket.end('hello\n')],
  ['answers what is no reply', (socket) => socket.end('[1]\n')],
  ['answers half a line', (socket) => socket.end('{"ok":true')],
])('a daemon that %s did not answer', async (_, answers) => {
  const started = performance.now();
  expect(await ask(await daemonThat(answers), PING, 150)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(600);
});

test('nobody there, and a socket file that a dead daemon left, are no answer', async () => {
  const { root } = temporaryHome('ask');
  expect(await ask(path.join(root, 'none.sock'), PING, 1_000)).toBeUndefined();
  const stale = path.join(root, 'stale.sock');
  fs.writeFileSync(stale, '');
  expect(await ask(stale, PING, 1_000)).toBeUndefined();
});
