import { expect, test } from 'vitest';
import { changesOf, recordChange } from '../../src/store/changes.ts';
import { cleanQuotes } from '../../src/store/forget.ts';
import { getRule, insertRule } from '../../src/store/rules.ts';
import { day, temporaryStore } from '../reconcile/world.ts';
import { ruleRow } from './items.ts';

const LONG = 'Ship parcels to Xanthippe Street.';

/** What is left of the reasons when these words are forgotten. */
function reasons(words: string[], ...whys: string[]): string[] {
  const { db } = temporaryStore();
  for (const why of whys)
    recordChange(db, { item_id: 'a', at: day(1), change: 'refine', before: null, after: null, why, turns: [] });
  cleanQuotes(db, words);
  return changesOf(db, 'a').map(({ why }) => why);
}

test('forgetting takes the words out of every reason that quotes them, wherever in it they stand', () => {
  expect(reasons([LONG], `refined by: ${LONG}`, `said again: ${LONG} Except on Sundays.`, 'a note: another')).toEqual([
    'refined by: (forgotten)',
    'said again: (forgotten) Except on Sundays.',
    'a note: another',
  ]);
});

test('a word that was a whole note goes where it is quoted, and stays in every sentence that happens to have it', () => {
  const ours = [
    'no shared rule says this any more',
    'a note, read and put into words',
    'refined by: Write no tests. No.',
  ];
  expect(reasons(['no'], ...ours, 'you merged it into: no', 'you took back: merge (you merged it into: no)')).toEqual([
    ...ours,
    'you merged it into: (forgotten)',
    'you took back: merge (you merged it into: (forgotten))',
  ]);
});

test('what waits keeps what was named about others, also where a forgotten word is a part of it', () => {
  const { db } = temporaryStore();
  const keyOf = (content: string) => `rule\n\n${content}`;
  const same = { relation: 'same' as const };
  const verdicts = ['not npm', 'no'].map((content): [string, typeof same] => [
    `${keyOf('mine')}\u001f${keyOf(content)}`,
    same,
  ]);
  insertRule(db, ruleRow('p', { status: 'PENDING', proposal: { verdicts, turns: [], key: keyOf('mine') } }));
  cleanQuotes(db, ['no', keyOf('no')]);
  expect(getRule(db, 'p')?.proposal?.verdicts).toEqual([verdicts[0]]);
});
