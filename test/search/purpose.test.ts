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
  'why do we have two caches',
  'does the queue keep its order',
  'is there a limit for uploads',
  'how many routes do we have',
  'which edition of Rust do we use?',
  'draw the call graph of resolve as a list',
  'we might move to another database, what would that mean',
  'could a plugin do that? just your opinion',
  'erkläre mir diese Funktion',
  "qu'est-ce qu'un index ?",
  'warum sind es zwei Tabellen',
  'wie läuft eine Bestellung durch den Code',
  'quelle version de Node',
  '¿quién escribió este archivo?',
  '¿para qué sirve este módulo?',
  'qual é o limite de linhas?',
  'что такое семафор?',
  'где обрабатываются сообщения',
  '什么是闭包，是什么意思？',
  '这个任务在哪里注册',
  'クロージャとは何ですか？',
  'このアイコンはどこ？',
  '아이콘 크기가 얼마야?',
])('%s asks for an answer', (prompt) => expect(purposeOf(prompt)).toBe('answer'));

test.each([
  'rename the variable tmp to total',
  'rename getUser to fetchUser in the session module',
  'sort the imports',
  'move the constants to the top of the file',
  'extract the condition into a variable',
  'add a docstring to this function',
  'reorder the functions of the module',
  'put the values on separate lines',
  'thanks, that was quick',
  'nice, that was quick',
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
  'why is the build failing',
  "why doesn't the filter work",
  'did my change break a test?',
  'did the new cache make it faster?',
  'is there a way to skip empty rows',
  'draw the route on the map in orange',
  'great, now add a test for it',
  'when the user leaves, save the draft',
  'quando o usuário sai, salva o rascunho',
  'что-то сломалось в сборке',
  '没什么问题，提交吧',
  'いつも通りデプロイして',
  'この修正、誰に確認してもらえばいい？',
  '언제나처럼 배포해줘',
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
