import { expect, test } from 'vitest';
import { changesOf, newestChange, recordChange } from '../../src/store/changes.ts';
import { day, temporaryStore } from '../reconcile/world.ts';

test('the history of an item is kept in order, and the newest change is known', () => {
  const { db } = temporaryStore();
  expect(newestChange(db)).toBe(0);
  const row = { at: day(1), why: 'said', turns: [{ session_id: 's', seq: 1 }] };
  recordChange(db, { ...row, item_id: 'a', change: 'add', after: { content: 'x' } });
  recordChange(db, { ...row, item_id: 'b', change: 'add', after: { content: 'y' } });
  recordChange(db, { ...row, item_id: 'a', change: 'supersede', before: { content: 'x' }, after: { content: 'x' } });
  expect(changesOf(db, 'a')).toMatchObject([
    { change: 'add', before: null, after: { content: 'x' }, turns: row.turns },
    { change: 'supersede' },
  ]);
  expect(newestChange(db)).toBe(3);
});
