import { expect, test } from 'vitest';
import { purposeOf } from '../../src/search/purpose.ts';

test.each([
  'what is a mutex?',
  'please explain how the retry works',
  'how does OAuth work, roughly?',
  'who wrote this module?',
  'how many endpoints are there?',
  'summarise the last commit in two sentences',
  'in Python, what does yield do?',
  "don't change anything, only tell me which port it listens on",
  'is the session stored in Redis? look at the code',
  'why is the list drawn twice?',
  'erkläre mir diese Funktion',
  "qu'est-ce qu'un index ?",
  '¿quién escribió este archivo?',
  'что такое семафор?',
  '什么是闭包，是什么意思？',
  'クロージャとは何ですか？',
])('%s asks for an answer', (prompt) => expect(purposeOf(prompt)).toBe('answer'));

test.each([
  'rename the variable tmp to total',
  'rename getUser to fetchUser in the session module',
  'sort the imports',
  'move the constants to the top of the file',
  'extract the condition into a variable',
  'add a docstring to this function',
  'thanks, that was quick',
])('%s is a mechanical edit', (prompt) => expect(purposeOf(prompt)).toBe('edit'));

test.each([
  'add a login page',
  'what must a commit message look like?',
  'which library should I use for dates?',
  'am I allowed to edit generated files?',
  'how do we name branches?',
  'is it OK to skip the hook this once?',
  'is the new cache faster? measure it',
  'explain in the guide how to rotate a key',
  'list every place that uses the old name and replace it',
  'rename customerId to accountId in the API',
  'rename the column fullname to display_name',
  'the build fails, have a look',
  'wie benennen wir Branches? schreib es auf',
  'напиши тесты для корзины',
  '给购物车写测试',
  '',
  '\u0000\u0000',
])('%s is work', (prompt) => expect(purposeOf(prompt)).toBe('work'));

test('what is pasted below says nothing of it', () => {
  expect(purposeOf(`fix this:\n${'what is that? '.repeat(500)}`)).toBe('work');
});

test.each(['please ', 'in a, ', "don't ", 'move ', 'is the ', 'what is a '])(
  'of a megabyte of “%s” the start decides',
  (part) => expect(purposeOf(part.repeat(200_000))).toBe(purposeOf(part.repeat(100))),
);
