import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Candidate } from '../../src/core/rule.ts';
import {
  extractionsSince,
  keepExtraction,
  lastExtractionAt,
  settleExtraction,
  waitingExtraction,
} from '../../src/store/extractions.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { projects, sessions } from '../../src/store/schema.ts';
import type { ExtractionOutcome } from '../../src/store/schema-work.ts';

let home: string;
let store: Store;
beforeEach(async () => {
  home = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'claude-smart-'));
  store = openStore(path.join(home, 'emend.db'));
  const at = '2026-03-04T08:00:00.000Z';
  store.db.insert(projects).values({ id: 'p', label: 'shop', path: '/shop', first_seen: at }).run();
  const session = { project_id: 'p', cwd: '/shop', started_at: at, last_at: at, buffer_head: 'h', seq_base: 0 };
  for (const id of ['s', 't'])
    store.db
      .insert(sessions)
      .values({ ...session, id, published_up_to: 0, extracted_up_to: 0 })
      .run();
});
afterEach(async () => {
  store.close();
  await fs.promises.rm(home, { recursive: true, force: true });
});

const candidate: Candidate = {
  type: 'rule',
  kind: 'correction',
  scope: 'project',
  trigger: 'installing packages',
  content: 'Use pnpm.',
  rationale: '',
  cues: ['add zod'],
  evidence: [{ session_id: 's', seq: 200 }],
  learned_at: '2026-03-04T08:00:00.000Z',
};
const keep = (
  id: string,
  session_id: string,
  from_seq: number,
  outcome: ExtractionOutcome,
  at = `2026-03-04T09:0${from_seq}:00.000Z`,
) =>
  keepExtraction(store.db, {
    id,
    session_id,
    from_seq,
    to_seq: from_seq + 1,
    outcome,
    candidates: [candidate],
    refused: [{ what: 'x', why: 'y' }],
    prompt: 'extract@1',
    at,
  });

it('the reading that waits is the oldest unsettled one of that session, as it was kept', () => {
  keep('a', 's', 0, 'learned');
  keep('c', 's', 2, 'extracted');
  keep('b', 's', 1, 'extracted');
  keep('d', 't', 0, 'failed');
  expect(waitingExtraction(store.db, 's')).toMatchObject({
    id: 'b',
    candidates: [candidate],
    refused: [{ what: 'x', why: 'y' }],
  });
  expect(waitingExtraction(store.db, 't')).toBeUndefined();
});

it('a settled reading waits no more, and is never settled twice', () => {
  keep('a', 's', 0, 'extracted');
  settleExtraction(store.db, 'a', 'learned');
  expect(waitingExtraction(store.db, 's')).toBeUndefined();
  expect(() => settleExtraction(store.db, 'a', 'nothing')).toThrow(/does not wait/);
});

it('the last good reading is the newest that a model answered well', () => {
  expect(lastExtractionAt(store.db)).toBeUndefined();
  keep('a', 's', 1, 'nothing');
  keep('b', 's', 2, 'failed');
  keep('c', 's', 3, 'skipped');
  expect(lastExtractionAt(store.db)).toBe('2026-03-04T09:01:00.000Z');
  expect(extractionsSince(store.db, '2026-03-04T09:02:00.000Z').map(({ id }) => id)).toEqual(['b', 'c']);
});
