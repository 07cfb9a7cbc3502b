import { expect, test } from 'vitest';
import { allFacts, currentFacts, getFact, insertFact, liveFacts, updateFact } from '../../src/store/profile.ts';
import { day, PROJECT, temporaryStore } from '../reconcile/world.ts';
import { factRow } from './items.ts';

test('facts of the user and of the project count, until their time is over', () => {
  const { db } = temporaryStore();
  insertFact(db, factRow('user', { project_id: null }));
  insertFact(db, factRow('here', { evidence: 2 }));
  insertFact(db, factRow('there', { project_id: 'project-two' }));
  insertFact(db, factRow('ends', { expires_at: day(5), evidence: 3 }));
  insertFact(db, factRow('gone', { status: 'ARCHIVED' }));
  expect(liveFacts(db, PROJECT, day(4)).map(({ id }) => id)).toEqual(['ends', 'here', 'user']);
  expect(liveFacts(db, PROJECT, day(5)).map(({ id }) => id)).toEqual(['here', 'user']);
  expect(currentFacts(db, PROJECT).map(({ id }) => id)).toEqual(['ends', 'here', 'user']);
  expect(allFacts(db, PROJECT)).toHaveLength(4);
});

test('a row is written only by who read its version', () => {
  const { db } = temporaryStore();
  insertFact(db, factRow('a'));
  expect(updateFact(db, 'a', 7, { content: 'lost' })).toBe(false);
  expect(updateFact(db, 'a', 1, { content: 'kept', version: 2 })).toBe(true);
  expect(getFact(db, 'a')).toMatchObject({ content: 'kept', version: 2 });
});
