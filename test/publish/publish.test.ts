import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { publishBuffer } from '../../src/publish/publish.ts';
import { queueState } from '../../src/queue/queue.ts';
import { interactionsFrom } from '../../src/store/interactions.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { currentRules } from '../../src/store/rules.ts';
import { findSession } from '../../src/store/sessions.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import {
  assistant,
  note,
  PNPM,
  sessionEnd,
  sessionStart,
  toolEnd,
  toolStart,
  user,
  writeSession,
} from '../fixtures/sessions.ts';

const NOW = '2026-01-05T12:00:00.000Z';
const TIMING = { extractAfter: 10, idleMs: 600_000 };

function world(): { home: Home; store: Store; texts: (id: string) => string[] } {
  const home = temporaryHome();
  const store = openStore(home.paths.database);
  onTestFinished(() => store.close());
  const texts = (id: string) =>
    interactionsFrom(store.db, id, 0, 1000).map(({ record }) => ('text' in record ? String(record.text) : record.type));
  return { home, store, texts };
}

test('what is in the buffer is published once, however often publish runs', () => {
  const { home, store, texts } = world();
  const file = writeSession(home.paths, { id: 's' }, [user('a'), assistant('b')]);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(2);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(0);
  writeSession(home.paths, { id: 's' }, [user('c')]);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(1);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(0);
  expect(texts('s')).toEqual(['a', 'b', 'c']);
});

test('a database that was lost is filled again from the buffers, watermarks or not', () => {
  const { home, store } = world();
  const file = writeSession(home.paths, { id: 's' }, [user('a'), assistant('b')]);
  publishBuffer(store, file, NOW, TIMING);
  const second = openStore(path.join(home.root, 'second.db'));
  expect(publishBuffer(second, file, NOW, TIMING).interactions).toBe(2);
  second.close();
});

test('a buffer that was deleted and begun anew goes on behind the old turns', () => {
  const { home, store, texts } = world();
  const file = writeSession(home.paths, { id: 's' }, [user('a'), user('b')]);
  publishBuffer(store, file, NOW, TIMING);
  fs.rmSync(file);
  writeSession(home.paths, { id: 's', from: '2026-01-05T10:00:00.000Z' }, [user('c')]);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(1);
  expect(texts('s')).toEqual(['a', 'b', 'c']);
});

test('a line taken out of a published buffer costs no later turn, and brings none back', () => {
  const { home, store, texts } = world();
  for (const [id, taken] of Object.entries({ short: 1, long: 2 })) {
    const file = writeSession(home.paths, { id }, [user('a'), user('b'), user('c '.repeat(90)), user('d')]);
    publishBuffer(store, file, NOW, TIMING);
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    fs.writeFileSync(file, [...lines.slice(0, taken), ...lines.slice(taken + 1)].join('\n'));
    // Longer than what was taken out, or shorter: the buffer then ends behind or before the published bytes.
    const more = id === 'long' ? [user('e '.repeat(400))] : [user('e')];
    writeSession(home.paths, { id, from: '2026-01-05T10:00:00.000Z' }, more);
    expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(1);
    expect(texts(id).map((text) => text[0])).toEqual(['a', 'b', 'c', 'd', 'e']);
  }
});

test('a line that a crash left without its newline is published, and what is written behind it', () => {
  const { home, store, texts } = world();
  const file = writeSession(home.paths, { id: 's' }, [user('a'), user('b')]);
  fs.truncateSync(file, fs.statSync(file).size - 1);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(2);
  writeSession(home.paths, { id: 's', from: '2026-01-05T10:00:00.000Z' }, [user('c')]);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(1);
  expect(texts('s')).toEqual(['a', 'b', 'c']);
  expect(findSession(store.db, 's')?.seq_base).toBe(0);
});

test('a turn from a clock that ran ahead is no newer than its publishing', () => {
  const { home, store } = world();
  const file = writeSession(home.paths, { id: 's', from: '2030-01-01T00:00:00.000Z' }, [user('a'), note('use pnpm')]);
  publishBuffer(store, file, NOW, TIMING);
  expect(interactionsFrom(store.db, 's', 0, 9).map(({ record }) => record.ts)).toEqual([NOW, NOW]);
  expect(findSession(store.db, 's')).toMatchObject({ started_at: NOW, last_at: NOW });
  expect(currentRules(store.db, 'project-a')).toMatchObject([{ learned_at: NOW }]);
});

test.each(['together', 'apart'])('what the transcript told before its door is published once: %s', (how) => {
  const { home, store, texts } = world();
  const told =
    (record: (ts: string) => BufferRecord, uuid: string) =>
    (ts: string): BufferRecord => ({ ...record(ts), uuid });
  const records = [
    told(user('add zod'), 'u1#0'),
    (ts: string) => ({ ...user('add zod')(ts), prompt_id: 'p1' }),
    told(toolStart('t1', 'ls'), 'u2#0'),
    toolStart('t1', 'ls'),
    told(assistant('Done.'), 'u3#0'),
    assistant('Done.'),
  ];
  if (how === 'together') publishBuffer(store, writeSession(home.paths, { id: 's' }, records), NOW, TIMING);
  else {
    for (const [n, record] of records.entries()) {
      const from = `2026-01-05T09:00:0${n}.000Z`;
      publishBuffer(store, writeSession(home.paths, { id: 's', from }, [record]), NOW, TIMING);
    }
  }
  expect(texts('s')).toEqual(['add zod', 'ToolStart', 'Done.']);
});

test('a turn that a forked session copied from its transcript is not published twice', () => {
  const { home, store } = world();
  const copied = (ts: string) => ({ ...user('shared past')(ts), uuid: 'u-1#0' });
  publishBuffer(store, writeSession(home.paths, { id: 'one' }, [copied]), NOW, TIMING);
  expect(
    publishBuffer(store, writeSession(home.paths, { id: 'fork' }, [copied, user('new')]), NOW, TIMING).interactions,
  ).toBe(1);
});

test('an event that two copies of the hooks captured is published once', () => {
  const { home, store } = world();
  const prompt = (ts: string) => ({ ...user('continue')(ts), prompt_id: 'p1' });
  const twice = [prompt, toolStart('t1', 'ls'), toolEnd('t1', 'a'), assistant('Done.')].flatMap((one) => [one, one]);
  const later = [(ts: string) => ({ ...user('continue')(ts), prompt_id: 'p2' }), assistant('Done.')];
  const file = writeSession(home.paths, { id: 's' }, [...twice, ...later]);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(6);
});

test('broken and unknown lines are counted and cost nothing else', () => {
  const { home, store, texts } = world();
  const file = writeSession(home.paths, { id: 's' }, [user('a')]);
  fs.appendFileSync(file, '{"type":"User","ts":\n{"type":"Hologram","ts":"2026-01-05T09:00:00.000Z"}\n');
  writeSession(home.paths, { id: 's' }, [user('b')]);
  expect(publishBuffer(store, file, NOW, TIMING)).toMatchObject({ interactions: 2, broken: 2 });
  expect(texts('s')).toEqual(['a', 'b']);
});

test('a buffer without its header line still teaches', () => {
  const { home, store, texts } = world();
  const file = path.join(home.paths.sessions, 'bare.jsonl');
  appendRecords(file, [user('kept')('2026-01-05T09:00:00.000Z')]);
  expect(publishBuffer(store, file, NOW, TIMING).interactions).toBe(1);
  expect(texts('bare')).toEqual(['kept']);
});

test('a session is over at its end, goes on when it is resumed, and a turn found later in the transcript does not reopen it', () => {
  const { home, store } = world();
  const file = writeSession(home.paths, { id: 's' }, [user('a'), sessionEnd]);
  publishBuffer(store, file, NOW, TIMING);
  expect(findSession(store.db, 's')?.end_reason).toBe('prompt_input_exit');
  writeSession(home.paths, { id: 's' }, [(ts) => ({ ...user('late')(ts), uuid: 'u-9#0' })]);
  publishBuffer(store, file, NOW, TIMING);
  expect(findSession(store.db, 's')?.end_reason).toBe('prompt_input_exit');
  writeSession(home.paths, { id: 's' }, [sessionStart('resume')]);
  publishBuffer(store, file, NOW, TIMING);
  expect(findSession(store.db, 's')?.ended_at).toBeNull();
});

const due = (home: Home, store: Store, records: Parameters<typeof writeSession>[2]) => {
  publishBuffer(store, writeSession(home.paths, { id: 's', from: '2026-01-05T11:59:00.000Z' }, records), NOW, TIMING);
  return queueState(store.db).nextDue;
};

// The time is that of the newest record: in the past, so due at once.
test.each([
  [
    'an explicit note',
    [...PNPM, (ts: string) => ({ type: '[correction]' as const, ts, note: 'use pnpm' })],
    '2026-01-05T11:59:04.000Z',
  ],
  ['the end of the session', [...PNPM, sessionEnd], '2026-01-05T11:59:04.000Z'],
  ['ten interactions', Array.from({ length: 10 }, (_, n) => user(String(n))), '2026-01-05T11:59:09.000Z'],
  ['a few turns only when the session has been idle for ten minutes', PNPM, '2026-01-05T12:09:03.000Z'],
])('extraction is due after %s', (_, records, when) => {
  const { home, store } = world();
  expect(due(home, store, records)).toBe(when);
});

test('a clock that was set back puts no session off', () => {
  const { home, store } = world();
  publishBuffer(
    store,
    writeSession(home.paths, { id: 's', from: '9999-01-01T00:00:00.000Z' }, [...PNPM, sessionEnd]),
    NOW,
    TIMING,
  );
  expect(queueState(store.db).nextDue).toBe(NOW);
});

test('extraction is due at once after a rejection with a reason, not after one without', () => {
  const reject = (reason?: string) => (ts: string) => ({
    type: 'ToolEnd' as const,
    ts,
    tool: 'Bash',
    status: 'rejected' as const,
    output: '',
    ...(reason && { reason }),
  });
  const one = world();
  expect(due(one.home, one.store, [user('a'), reject('never push to main')])).toBe('2026-01-05T11:59:01.000Z');
  const two = world();
  expect(due(two.home, two.store, [user('a'), reject()])).toBe('2026-01-05T12:09:01.000Z');
});

test('however a buffer grows and publish is repeated, every interaction is there once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant(null)), { maxLength: 15 }), (steps) => {
      const { home, store, texts } = world();
      const expected: string[] = [];
      const file = writeSession(home.paths, { id: 's' }, [user('first')]);
      for (const step of steps) {
        if (step === null) publishBuffer(store, file, NOW, TIMING);
        else {
          writeSession(home.paths, { id: 's' }, [user(step)]);
          expected.push(user(step)(NOW).text);
        }
      }
      publishBuffer(store, file, NOW, TIMING);
      expect(texts('s')).toEqual(['first', ...expected]);
    }),
    { numRuns: 25 },
  );
});
