import { describe, expect, test } from 'vitest';
import { makeCorpus } from '../../bench/corpus.ts';
import { words } from '../../src/core/words.ts';
import { englishOf } from '../../src/search/glossary.ts';
import { readable, termsOf } from '../../src/search/terms.ts';

describe('terms', () => {
  test.each([
    ['Die Datenbanktabelle sichern', 'databas'],
    ['исправить ошибку в запросах', 'query'],
    ['写测试', 'test'],
    ['データベースを移行する', 'databas'],
    ['une nouvelle colonne', 'column'],
  ])('%s holds %s beside its own words', (text, term) => {
    expect(termsOf(text)).toContain(term);
    expect(termsOf(text)).toEqual(expect.arrayContaining(words(text)));
  });

  test('English text has no others than its own', () => {
    const { entries, near } = makeCorpus(300, 5);
    const english =
      'Run the tests before each commit; errors, clients and modified modules are checked by the compiler.';
    for (const text of [english, ...near, ...entries.map(({ trigger }) => trigger)]) {
      expect(words(text).flatMap(englishOf)).toEqual([]);
    }
  });
});

describe('what the model reads', () => {
  test.each(['add a column to the orders table', 'dans src/app.ts', '', 'Привет', 'x'.repeat(5_000)])(
    '%s stays as it is',
    (text) => expect(readable(text)).toBe(text),
  );

  test('another language is read in English, with its identifiers', () => {
    const text = readable('добавь столбец gift_note в таблицу заказов');
    expect(text).not.toMatch(/\p{Script=Cyrillic}/u);
    expect(text.split(' ')).toEqual(expect.arrayContaining(['add', 'column', 'gift_note', 'table', 'order']));
  });
});
