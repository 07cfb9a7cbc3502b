import { expect, test } from 'vitest';
import { injectionsOf, recordInjections } from '../../src/store/injections.ts';
import { day, temporaryStore } from '../reconcile/world.ts';

test('what was shown is kept once, however often the record is published', () => {
  const { db } = temporaryStore();
  const row = (session_id: string, item_id: string, at: number) => ({
    session_id,
    seq: 10,
    item_id,
    event: 'SessionStart',
    at: day(at),
  });
  recordInjections(db, [row('s', 'a', 2), row('s', 'b', 2)]);
  recordInjections(db, [row('s', 'a', 2), row('t', 'a', 1)]);
  expect(injectionsOf(db, 'a').map(({ session_id }) => session_id)).toEqual(['t', 's']);
  expect(injectionsOf(db, 'b')).toHaveLength(1);
});
