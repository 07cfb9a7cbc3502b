import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callsSince, recordCall, spentToday } from '../../src/store/calls.ts';
import { openStore, type Store } from '../../src/store/open.ts';

let home: string;
let store: Store;
beforeEach(async () => {
  home = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'claude-smart-'));
  store = openStore(path.join(home, 'emend.db'));
});
afterEach(async () => {
  store.close();
  await fs.promises.rm(home, { recursive: true, force: true });
});

const call = (at: string, usd: number, failure: 'auth' | null = null) =>
  recordCall(store.db, {
    id: at,
    project_id: 'p',
    purpose: 'extract',
    at,
    duration_ms: 5,
    input_tokens: 100,
    output_tokens: 10,
    usd,
    failure,
  });

it('nothing was spent before the first call', () => {
  expect(spentToday(store.db, new Date())).toEqual({ calls: 0, usd: 0, input_tokens: 0, output_tokens: 0 });
});

it('today is the UTC day, and failed calls count', () => {
  call('2026-03-03T23:59:59.999Z', 1);
  call('2026-03-04T00:00:00.000Z', 0.25);
  call('2026-03-04T23:00:00.000Z', 0.5, 'auth');
  expect(spentToday(store.db, new Date('2026-03-04T12:00:00Z'))).toEqual({
    calls: 2,
    usd: 0.75,
    input_tokens: 200,
    output_tokens: 20,
  });
});

it('what was spent since a moment includes that moment', () => {
  call('2026-03-04T10:00:00.000Z', 1);
  call('2026-03-04T11:00:00.000Z', 2);
  expect(callsSince(store.db, '2026-03-04T11:00:00.000Z')).toMatchObject({ calls: 1, usd: 2 });
});
