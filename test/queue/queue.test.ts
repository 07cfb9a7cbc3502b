import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as queue from '../../src/queue/queue.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { noteProject } from '../../src/store/projects.ts';
import { saveSession } from '../../src/store/sessions.ts';
import { temporaryHome } from '../fixtures/home.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const LEASE = 10_000;

function storeWith(sessions: string[]): Store {
  const store = openStore(path.join(temporaryHome().root, 'emend.db'));
  onTestFinished(() => store.close());
  noteProject(store.db, { id: 'p', label: 'p', path: '/p' }, at(0));
  for (const id of sessions) {
    saveSession(store.db, {
      id,
      project_id: 'p',
      cwd: '/p',
      transcript_path: null,
      entrypoint: null,
      started_at: at(0),
      last_at: at(0),
      ended_at: null,
      end_reason: null,
      buffer_head: 'h',
      seq_base: 0,
      published_up_to: 0,
      extracted_up_to: 0,
    });
  }
  return store;
}

let store: Store;
beforeEach(() => {
  store = storeWith(['a', 'b', 'c']);
});

const received = (second: number) => queue.receive(store.db, at(second), LEASE)?.session_id;

test('a session has one job, however often it is sent', () => {
  queue.send(store.db, 'a', at(5), at(0));
  queue.send(store.db, 'a', at(3), at(1));
  expect(queue.queueState(store.db)).toEqual({ waiting: 1, dead: 0, nextDue: at(3) });
});

test('jobs come when they are due, the one that is due longest first', () => {
  queue.send(store.db, 'a', at(9), at(0));
  queue.send(store.db, 'b', at(2), at(0));
  queue.send(store.db, 'c', at(1), at(0));
  expect(received(0)).toBeUndefined();
  expect([received(10), received(10), received(10), received(10)]).toEqual(['c', 'b', 'a', undefined]);
});

test("a leased job is nobody else's until its lease runs out, and then the old holder can change nothing", () => {
  queue.send(store.db, 'a', at(0), at(0));
  const first = queue.receive(store.db, at(1), LEASE);
  expect(received(5)).toBeUndefined();
  const second = queue.receive(store.db, at(11), LEASE);
  expect(second?.attempts).toBe(2);
  if (!first || !second) throw new Error('no job');
  expect(queue.complete(store.db, first)).toBe(false);
  expect(queue.extend(store.db, first, at(12), LEASE)).toBe(false);
  expect(queue.fail(store.db, first, { class: 'transient', message: 'late', retryAt: at(20) })).toBe(false);
  expect(queue.complete(store.db, second)).toBe(true);
  expect(queue.queueState(store.db).waiting).toBe(0);
});

test('an extended lease holds longer', () => {
  queue.send(store.db, 'a', at(0), at(0));
  const job = queue.receive(store.db, at(0), LEASE);
  if (!job) throw new Error('no job');
  queue.extend(store.db, job, at(9), LEASE);
  expect(received(15)).toBeUndefined();
  expect(received(20)).toBe('a');
});

test('a failed job comes back at its time; new turns do not hurry it', () => {
  queue.send(store.db, 'a', at(0), at(0));
  const job = queue.receive(store.db, at(0), LEASE);
  if (!job) throw new Error('no job');
  queue.fail(store.db, job, { class: 'transient', message: 'overloaded', retryAt: at(40) });
  queue.send(store.db, 'a', at(2), at(2));
  expect(received(30)).toBeUndefined();
  expect(queue.receive(store.db, at(40), LEASE)).toMatchObject({ attempts: 2, failure: 'transient' });
});

test('a dead job is counted, is not received, and lives again when a person asks', () => {
  queue.send(store.db, 'a', at(0), at(0));
  const job = queue.receive(store.db, at(0), LEASE);
  if (!job) throw new Error('no job');
  queue.fail(store.db, job, { class: 'malformed', message: 'no JSON', retryAt: undefined });
  expect(queue.queueState(store.db)).toMatchObject({ waiting: 0, dead: 1 });
  queue.send(store.db, 'a', at(1), at(1));
  expect(received(100)).toBeUndefined();
  queue.dueNow(store.db, at(50));
  expect(queue.receive(store.db, at(50), LEASE)).toMatchObject({ session_id: 'a', attempts: 1, failure: null });
});

test('a released job costs no attempt', () => {
  queue.send(store.db, 'a', at(0), at(0));
  const job = queue.receive(store.db, at(0), LEASE);
  if (!job) throw new Error('no job');
  queue.release(store.db, job);
  expect(queue.receive(store.db, at(0), LEASE)?.attempts).toBe(1);
});

test("whatever happens, no session's job is lost but by complete, and no two hold one job", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('send' as const), session: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ do: fc.constantFrom('receive', 'complete', 'fail', 'dead', 'release', 'goOn', 'wait', 'dueNow') }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      store = storeWith(['a', 'b', 'c']);
      const expected = new Set<string>();
      const held = new Map<string, { job: queue.Job; until: number }>();
      let now = 0;
      for (const one of steps) {
        const [session, mine] = [...held].find(([, { until }]) => until > now) ?? [];
        const drop = () => session !== undefined && held.delete(session);
        if (one.do === 'send') {
          queue.send(store.db, one.session, at(now), at(now));
          expected.add(one.session);
        } else if (one.do === 'receive') {
          const job = queue.receive(store.db, at(now), LEASE);
          if (job) {
            expect((held.get(job.session_id)?.until ?? 0) <= now).toBe(true);
            held.set(job.session_id, { job, until: now + LEASE / 1000 });
          }
        } else if (one.do === 'wait') now += 4;
        else if (one.do === 'dueNow') queue.dueNow(store.db, at(now));
        else if (mine && session) {
          if (one.do === 'complete' && queue.complete(store.db, mine.job)) expected.delete(session);
          if (one.do === 'fail')
            queue.fail(store.db, mine.job, { class: 'transient', message: 'm', retryAt: at(now + 3) });
          if (one.do === 'dead')
            queue.fail(store.db, mine.job, { class: 'malformed', message: 'm', retryAt: undefined });
          if (one.do === 'release') queue.release(store.db, mine.job);
          if (one.do === 'goOn') queue.goOn(store.db, mine.job, at(now));
          drop();
        }
        const { waiting, dead } = queue.queueState(store.db);
        expect(waiting + dead).toBe(expected.size);
      }
    }),
    { numRuns: 40 },
  );
});
