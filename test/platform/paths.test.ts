import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/daemon/server.ts';
import { ask } from '../../src/platform/ask.ts';
import { isForeign, pathsFrom, socketAddress } from '../../src/platform/paths.ts';

test('a relative home is the person’s, not of the folder one happens to be in', () => {
  const paths = pathsFrom({ HOME: '/home/jo', CLAUDE_SMART_HOME: '.cs', EMEND_HOME: 'em' });
  expect(paths).toMatchObject({ home: '/home/jo/.cs', sessions: '/home/jo/.cs/sessions', emend: '/home/jo/em' });
});

test('where the path is too long, the socket stands in a folder of this user', () => {
  const address = socketAddress(pathsFrom({ HOME: `/home/${'long/'.repeat(30)}` }));
  expect(path.dirname(address)).toBe(path.join(os.tmpdir(), `claude-smart-${process.getuid?.()}`));
});

test.skipIf(process.getuid?.() !== 0)(
  'a shared folder of somebody else is foreign, and neither asked nor used; one’s own is not',
  async () => {
    const above = fs.mkdtempSync(path.join(os.tmpdir(), 'foreign-'));
    onTestFinished(() => fs.rmSync(above, { recursive: true }));
    const folder = path.join(above, 'claude-smart-0');
    fs.mkdirSync(folder);
    expect(isForeign(path.join(folder, 'x.sock'))).toBe(false);
    fs.chownSync(folder, 65_534, 65_534);
    const address = path.join(folder, 'x.sock');
    expect(isForeign(address)).toBe(true);
    expect(() => listen(address, async () => ({ ok: false, version: '1', error: '' }))).toThrow('not a folder of ours');
    const server = net.createServer((socket) => socket.end('{"ok":true,"version":"1"}\n'));
    await new Promise<void>((resolve) => server.listen(address, resolve));
    onTestFinished(() => void server.close());
    expect(await ask(address, { op: 'ping', version: '1' }, 500)).toBeUndefined();
  },
);
