import { describe, expect, test } from 'vitest';
import { stem } from '../../src/core/stem.ts';
import { isIdentifier, isPlain, words } from '../../src/core/words.ts';

describe('words', () => {
  test.each([
    ['Committing the commits', ['commit', 'commit']],
    ['libraries, boxes and classes', ['library', 'box', 'class']],
    ['client.getBooleanValue()', ['client.getbooleanvalue', 'client', 'getbooleanvalu', 'get', 'boolean', 'valu']],
    ['--maximum_bytes_billed', ['maximum_bytes_billed', 'maximum', 'byte', 'bill']],
    ['src/core/words.ts', ['src/core/words.ts', 'src', 'core', 'word', 'ts']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['GitHub and TypeScript', ['github', 'typescript']],
    ['C++ and C#', ['c++', 'c#']],
    ['What should it do?', []],
    ["don't", []],
    ['Не коммить в main', ['коммить', 'main']],
    ['mit der Datenbank', ['datenbank']],
  ])('%s', (text, expected) => expect(words(text)).toEqual(expected));

  test('finds words in scripts without spaces', () => {
    expect(words('数据库迁移要先备份')).toEqual(expect.arrayContaining(['迁移', '备份']));
    expect(words('データベースの移行')).toContain('データベース');
    expect(words('用pnpm安装依赖')).toContain('pnpm');
  });

  test.each([
    ['数据库迁移要先备份', '迁移'],
    ['データベースの移行は先に備份する', 'データベース'],
    ['การย้ายฐานข้อมูลต้องสำรองก่อน', 'ข้อมูล'],
  ])('finds them however long the run is: %s', (sentence, word) => {
    const found = words(sentence.repeat(40));
    expect(found.filter((term) => term === word).length).toBeGreaterThanOrEqual(40);
  });

  test('passes over data that is no word, beside words without spaces too', () => {
    expect(words('x'.repeat(5_000))).toEqual([]);
    expect(words(`迁移${'x'.repeat(5_000)}`).filter((term) => term.length > 64)).toEqual([]);
  });

  test('tells identifiers from words and plain words from telling ones', () => {
    expect(['max_bytes', 'a.b.c', 'obj2bin', 'lodash/fp'].filter(isIdentifier)).toHaveLength(4);
    expect(['read-only', 'commit', '404', 'ab'].filter(isIdentifier)).toEqual([]);
    expect(['test', stem('testing'), 'file', '42', '我'].filter(isPlain)).toHaveLength(5);
    expect(['handler', 'commit', 'migration'].filter(isPlain)).toEqual([]);
  });
});
