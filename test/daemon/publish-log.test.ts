/** A failure is told once with its cause, and when it is over. */
import { expect, test } from 'vitest';
import { PublishLog } from '../../src/daemon/publish-log.ts';
import type { PublishOutcome } from '../../src/learn/publish-all.ts';

const published = (session_id: string, interactions = 1) => ({ session_id, interactions, noted: 0, broken: 0 });
const outcome = (failed: PublishOutcome['failed'], ...done: PublishOutcome['published']): PublishOutcome => ({
  published: done,
  failed,
});

test('a database that refuses is told once for each cause, and that it writes again with the first cause', () => {
  const log = new PublishLog('/data/emend.db');
  const full = { file: '/data/emend.db', why: 'the disk is full' };
  expect(log.lines(outcome([full]), '1')).toEqual(['could not publish /data/emend.db: the disk is full']);
  expect(log.lines(outcome([full]), '2')).toEqual([]);
  expect(log.lines(outcome([{ ...full, why: 'held' }]), '3')).toEqual(['could not publish /data/emend.db: held']);
  // Nothing was written yet.
  expect(log.lines(outcome([], published('s', 0)), '4')).toEqual([]);
  expect(log.lines(outcome([], published('s')), '5')).toEqual([
    'published 1 of s',
    'works again: /data/emend.db, which failed since 1, first because: the disk is full',
  ]);
  expect(log.lines(outcome([], published('s', 0)), '6')).toEqual([]);
});

test('a buffer works again when it was published itself, and not while its transcript still fails', () => {
  const log = new PublishLog('/data/emend.db');
  const failed = [{ file: '/sessions/a.jsonl', why: 'transcript: no' }];
  expect(log.lines(outcome(failed, published('a', 0)), '1')).toHaveLength(1);
  expect(log.lines(outcome(failed, published('a', 0), published('b', 0)), '2')).toEqual([]);
  expect(log.lines(outcome([], published('b', 0)), '3')).toEqual([]);
  expect(log.lines(outcome([], published('a', 0)), '4')).toHaveLength(1);
});
