import fs from 'node:fs';
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askInTime } from '../../src/entry/soon.ts';
import { socketAddress } from '../../src/platform/paths.ts';
import type { RecallRequest } from '../../src/platform/protocol.ts';
import { temporaryHome } from '../fixtures/home.ts';

test('a clock that is set back makes no moment of rest an hour', async () => {
  const { paths } = temporaryHome();
  fs.mkdirSync(paths.run, { recursive: true });
  let heard = 0;
  const server = net.createServer((socket) => {
    heard++;
    socket.end(`${JSON.stringify({ ok: true, version: '1.0.0', text: '', ids: [], tokens: 0, quiet_ms: 200 })}\n`);
  });
  await new Promise<void>((resolve) => server.listen(socketAddress(paths), resolve));
  onTestFinished(() => void server.close());
  const request: RecallRequest = { op: 'recall', version: '1.0.0', event: 'PreToolUse', session_id: 's', cwd: '/' };
  await askInTime(paths, request);
  await askInTime(paths, request);
  expect(heard).toBe(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await new Promise((resolve) => setTimeout(resolve, 250));
  await askInTime(paths, request);
  expect(heard).toBe(2);
});
