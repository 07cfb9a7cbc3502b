/** What a person typed is weighed: in nine languages, without what was pasted, whatever it is. */
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figures, isAside, judgeRows, readRows } from '../../bench/signal-rows.ts';
import { type Judgement, judge, type TurnContext } from '../../src/core/signal/judge.ts';
import { isNote } from '../../src/core/signal/notes.ts';
import { REPO } from '../fixtures/home.ts';

const SHARED = path.resolve(REPO, '../shared/data/signals-dev.jsonl');
const OWN = path.join(REPO, 'test/fixtures/signals-own.jsonl');
const DONE = 'Done. The login form now checks the password.';
const of = (text: string, prev = DONE, context: TurnContext = 'prompt'): Judgement => judge({ text, prev, context });
const corrects = (text: string, prev?: string, context?: TurnContext) => of(text, prev, context).score >= 0.5;

test.each([
  'no, i said the signup form',
  'the form still accepts an empty password',
  'you removed the tests, why?',
  "that's not what i asked for",
  'nein, das ist die falsche datei',
  "non, ce n'est pas le bon fichier",
  'no, ese no es el archivo',
  'não era isso que eu pedi',
  '違います、そのファイルではないです',
  '不对，我说的是注册页',
  '아니요 그 파일 말고 다른 거요',
  'нет, это не тот файл',
])('a correction is seen: %s', (text) => {
  expect(corrects(text)).toBe(true);
});

test.each([
  ['commit and push', DONE],
  ['thanks, that works', DONE],
  ['how does it hash the password?', DONE],
  ['no', 'Should I also add a test?'],
  ['nein danke', 'Soll ich auch einen Test schreiben?'],
  ['sorry, my mistake, i was on the wrong branch', DONE],
  ['customers report that the invoice total is wrong since the release, please investigate', DONE],
  ['add a page that lists all invoices. never show drafts, do not load more than 50 at once', DONE],
  ['ありがとうございます、次に進んでください', DONE],
  ['спасибо, теперь добавь тесты', DONE],
])('what corrects nothing is let be: %s', (text, prev) => {
  expect(corrects(text, prev)).toBe(false);
});

test('the same words after a rejection weigh more than at a prompt', () => {
  const text = 'use the local man pages';
  expect(of(text, 'WebFetch: https://example.org', 'tool_rejection').score).toBeGreaterThan(of(text).score);
});

const PASTED = [
  '```\nwrong! you forgot the tests, no, undo that\n```',
  '~~~\nstill not what I asked\n~~~',
  '> no, that is wrong, you deleted the wrong file',
  '<pasted_content>you broke it again, revert that</pasted_content>',
  'Traceback (most recent call last):\n  File "x.py", line 3, in <module>\nValueError: wrong value, still not fixed',
  '2031-04-02T02:00:07Z ERROR this is wrong, do not retry',
  'diff --git a/x b/x\n--- a/x\n+++ b/x\n-you are wrong\n+stop doing that',
  '    at wrong (/srv/app/still.js:3:4)\n    at again (/srv/app/undo.js:3:4)',
];

test('pasted material never changes the judgement', () => {
  const messages = readRows(OWN).filter(({ text }) => !text.includes('\n\n'));
  fc.assert(
    fc.property(fc.constantFrom(...messages), fc.subarray(PASTED, { minLength: 1 }), (row, pasted) => {
      expect(judge({ ...row, text: [row.text, ...pasted].join('\n\n') })).toEqual(judge(row));
    }),
  );
});

test('words in quotes and inline code are not the person’s', () => {
  for (const quote of [
    '"no, that is wrong"',
    '“you forgot it again”',
    '«ce n’est pas ça»',
    '「違います」',
    "'stop doing that now'",
    '`wrong again`',
  ]) {
    expect(corrects(`where in the docs do we say ${quote}?`)).toBe(false);
  }
});

test('every string has a score between 0 and 1', () => {
  const contexts: TurnContext[] = ['prompt', 'after_interrupt', 'tool_rejection', 'plan_rejection'];
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, text, fc.constantFrom(...contexts), (message, prev, context) => {
      const { score, reason } = judge({ text: message, prev, context });
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(reason).not.toBe('');
    }),
    { numRuns: 500 },
  );
});

const HOSTILE: Record<string, string> = {
  'one letter': 'a'.repeat(100_000),
  'one letter in lines': `${'a'.repeat(5_900)}\n`.repeat(17),
  'nested quotes': `${'“'.repeat(50_000)}${'”'.repeat(50_000)}`,
  'single quotes': " 'a".repeat(33_000),
  emoji: '😀👨‍👩‍👧'.repeat(12_000),
  tags: Array.from({ length: 15_000 }, (_, i) => `<t${i}>`).join('\n'),
  fences: '```\n'.repeat(25_000),
  backticks: '`a'.repeat(50_000),
  paths: 'a/'.repeat(50_000),
  'lone surrogates': '\ud800'.repeat(100_000),
  'a long prompt': 'you changed the wrong file again, it should be in utils and still fails\n'.repeat(440),
  fillers: `${'ok so and but '.repeat(400)}\n`.repeat(18),
};
test.each(Object.keys(HOSTILE))('a large message costs little: %s', (name) => {
  const text = HOSTILE[name] ?? '';
  of(text.slice(0, 50));
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    of(text, text.slice(0, 30_000));
    return performance.now() - start;
  });
  // A few ms on an idle machine; the machine that runs tests is not idle, and a pattern that backtracks takes seconds.
  expect(Math.min(...times)).toBeLessThan(60);
});

test.skipIf(!fs.existsSync(SHARED))(
  'on the shared file F1 is at least 0.90, and at least 0.80 in every language',
  () => {
    const judged = judgeRows(readRows(SHARED));
    expect(figures(judged).f1).toBeGreaterThanOrEqual(0.9);
    for (const lang of new Set(judged.map((row) => row.lang))) {
      expect(figures(judged.filter((row) => row.lang === lang)).f1, lang).toBeGreaterThanOrEqual(0.8);
    }
    expect(figures(judged.filter(({ id }) => isAside(id))).f1).toBeGreaterThanOrEqual(0.8);
  },
);

test('on our own file F1 is at least 0.82', () => {
  expect(figures(judgeRows(readRows(OWN))).f1).toBeGreaterThanOrEqual(0.82);
});

test('the scores are about right as probabilities', () => {
  const judged = judgeRows(readRows(OWN));
  for (const [low, high] of [
    [0, 0.2],
    [0.2, 0.5],
    [0.5, 0.8],
    [0.8, 1.01],
  ] as const) {
    const bin = judged.filter(({ score }) => score >= low && score < high);
    const share = bin.filter(({ correction }) => correction).length / bin.length;
    expect(share, `${low} to ${high}`).toBeGreaterThan(low - 0.15);
    expect(share, `${low} to ${high}`).toBeLessThan(high + 0.15);
  }
});

test.each([
  'remember: we deploy on fridays',
  'from now on use tabs',
  'ab jetzt bitte nur noch englische kommentare',
  'désormais les commits sont en anglais',
  'a partir de ahora los tests van en tests/',
  'a partir de agora use pnpm',
  '今後はpnpmを使ってください',
  '以后都用pnpm',
  '앞으로는 pnpm을 써 주세요',
  'запомни: у нас только pnpm',
])('a message that begins as a note is one: %s', (text) => {
  expect(isNote(text)).toBe(true);
});

test.each([
  'remember when we moved to pnpm?',
  'do you remember the port?',
  'add a remember me checkbox',
  '> from now on use tabs',
])('this is no note: %s', (text) => {
  expect(isNote(text)).toBe(false);
});
