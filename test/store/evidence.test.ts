import { expect, test } from 'vitest';
import { addEvidence, evidenceOf, itemsOn } from '../../src/store/evidence.ts';
import { temporaryStore } from '../reconcile/world.ts';

const turn = (seq: number, session_id = 's') => ({ session_id, seq });

test('a turn counts once for an item, and again for another item', () => {
  const { db } = temporaryStore();
  expect(addEvidence(db, 'a', [turn(1), turn(1), turn(2)])).toBe(2);
  expect(addEvidence(db, 'a', [turn(2), turn(3)])).toBe(1);
  expect(addEvidence(db, 'b', [turn(1)])).toBe(1);
  expect(evidenceOf(db, 'a')).toEqual([turn(1), turn(2), turn(3)]);
});

test('the items on a turn are found by session and number together', () => {
  const { db } = temporaryStore();
  addEvidence(db, 'a', [turn(1), turn(2)]);
  addEvidence(db, 'b', [turn(2), turn(1, 't')]);
  expect(itemsOn(db, [turn(1), turn(2, 't')])).toEqual([{ item_id: 'a', ...turn(1) }]);
  expect(itemsOn(db, [])).toEqual([]);
  expect(
    itemsOn(
      db,
      Array.from({ length: 2_000 }, (_, i) => turn(i)),
    ),
  ).toHaveLength(3);
});
