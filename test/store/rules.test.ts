import { expect, test } from 'vitest';
import { allRules, currentRules, getRule, insertRule, toldRules, updateRule } from '../../src/store/rules.ts';
import { day, PROJECT, temporaryStore } from '../reconcile/world.ts';
import { ruleRow } from './items.ts';

test('what counts in a project is CURRENT, its own or shared, strongest first', () => {
  const { db } = temporaryStore();
  insertRule(db, ruleRow('b', { learned_at: day(1) }));
  insertRule(db, ruleRow('a', { learned_at: day(2) }));
  insertRule(db, ruleRow('c', { project_id: null, evidence: 2 }));
  insertRule(db, ruleRow('d', { project_id: 'project-two' }));
  insertRule(db, ruleRow('e', { status: 'ARCHIVED', superseded_by: 'a', created_at: day(0) }));
  expect(currentRules(db, PROJECT).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(allRules(db, PROJECT).map(({ id }) => id)).toEqual(['e', 'a', 'b', 'c']);
});

test('a row is written only by who read its version', () => {
  const { db } = temporaryStore();
  insertRule(db, ruleRow('a', { cues: ['one', 'two'] }));
  expect(updateRule(db, 'a', 2, { content: 'lost' })).toBe(false);
  expect(updateRule(db, 'a', 1, { content: 'kept', version: 2 })).toBe(true);
  expect(getRule(db, 'a')).toMatchObject({ content: 'kept', version: 2, cues: ['one', 'two'] });
  expect(getRule(db, 'x')).toBeUndefined();
});

test('a CURRENT rule cannot have been superseded', () => {
  const { db } = temporaryStore();
  expect(() => insertRule(db, ruleRow('a', { superseded_by: 'b' }))).toThrow();
});

test('a lesson is told once and without contradiction: not what a shared rule covers, nor the shared one that the project overrules', () => {
  const { db } = temporaryStore();
  for (const row of [
    ruleRow('shared', { project_id: null }),
    ruleRow('covered', { covered_by: 'shared' }),
    ruleRow('other', { project_id: 'project-two', overrules: ['shared'] }),
    ruleRow('gone', { project_id: null, status: 'ARCHIVED' }),
    ruleRow('uncovered', { covered_by: 'gone' }),
  ])
    insertRule(db, row);
  const told = (project: string) => toldRules(db, project).map(({ id }) => id);
  expect(told(PROJECT).sort()).toEqual(['shared', 'uncovered']);
  expect(told('project-two')).toEqual(['other']);
  expect(currentRules(db, PROJECT)).toHaveLength(3);
  updateRule(db, 'other', 1, { status: 'ARCHIVED' });
  expect(told('project-two')).toEqual(['shared']);
});
