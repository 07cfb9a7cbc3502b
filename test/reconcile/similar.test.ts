import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lexicalSimilarity } from '../../src/reconcile/similar.ts';
import { wordKey } from '../../src/reconcile/word-key.ts';

const key = (content: string, trigger = '') => wordKey({ type: 'rule', trigger, content });

describe('the same words', () => {
  test.each([
    ['Use pnpm, not npm.', 'use pnpm not npm'],
    ['Run the tests with `vitest run`!', 'run tests with "vitest run"'],
    ['Don’t commit to main', "don't commit to main"],
    ['使用 pnpm，不要用 npm。', '使用pnpm，不要用npm'],
    ['テストは vitest で実行する。', 'テストはvitestで実行する'],
    ['Используй pnpm, а не npm!', 'используй pnpm а не npm'],
    ['Never commit to main', 'do not commit to main'],
    ['Always run the test', 'Please run the tests.'],
    ['Run tests before pushing', 'Before pushing, run tests.'],
    ['In CI, use npm ci', 'Use npm ci in CI'],
    ['We use tabs for indenting', 'use tabs for indent'],
  ])('%s = %s', (one, other) => expect(key(one)).toBe(key(other)));

  test('a trigger with and without its "when" is one', () => {
    expect(key('x', 'When committing:')).toBe(key('x', 'committing'));
  });
});

describe('not the same words', () => {
  test.each([
    ['use pnpm, not npm', 'use npm, not pnpm'],
    ['wait 15 seconds', 'wait 1.5 seconds'],
    ['wait 10 s', 'wait 20 s'],
    ['commit to main', 'do not commit to main'],
    ['always sign off', 'never sign off'],
    ['write it in C', 'write it in C++'],
    ['git commit -s', 'git commit -S'],
    ['pass --no-verify', 'pass no verify'],
    ['用 pnpm 不用 npm', '用 npm 不用 pnpm'],
    ['见下文', '见上文'],
    ['use tabs for Python and spaces for JS', 'use spaces for Python and tabs for JS'],
    ['build, test, push', 'push, test, build'],
    ['lint, then test', 'test, then lint'],
    ['copy from a to b', 'copy from b to a'],
    ['put it in `tests`', 'put it in `test`'],
    ['fetch it over http', 'fetch it over https'],
    ['the user uses Vim', 'the user used Vim'],
    ['deploy on Friday', 'do not deploy on Friday'],
    ['use Node 20', 'use Node 22'],
    ['before pushing run tests', 'run tests, then push'],
  ])('%s ≠ %s', (one, other) => expect(key(one)).not.toBe(key(other)));

  test('the same content in another situation, or as a fact, is another lesson', () => {
    expect(key('no mocks', 'writing unit tests')).not.toBe(key('no mocks', 'writing end-to-end tests'));
    expect(wordKey({ type: 'profile', trigger: '', content: 'x' })).not.toBe(key('x'));
  });

  test('trigger and content do not run into each other', () => expect(key('b c', 'a')).not.toBe(key('c', 'a b')));
});

test('two different sequences of plain words never get one key', () => {
  const sentence = fc.array(fc.constantFrom('use', 'npm', 'pnpm', 'not', 'no', '1', '10', 'ci', '--fix', '用', '不'), {
    minLength: 1,
  });
  fc.assert(
    fc.property(sentence, sentence, (a, b) => {
      expect(key(a.join(' ')) === key(b.join(' '))).toBe(a.join(' ') === b.join(' '));
    }),
  );
});

describe('likeness', () => {
  const rule = (content: string, cues: string[] = []) => ({
    type: 'rule' as const,
    trigger: 'installing dependencies',
    content,
    cues,
  });

  test('is highest for what shares rare words, and 0 for what shares none', () => {
    const others = [
      rule('use npm'),
      { ...rule('tabs for indentation'), trigger: 'formatting' },
      rule('run pnpm with --frozen-lockfile in CI'),
    ];
    const [npm = 0, tabs = 0, ci = 0] = lexicalSimilarity(rule('use pnpm with a frozen-lockfile'), others);
    expect(ci).toBeGreaterThan(npm);
    expect(npm).toBeGreaterThan(0.12);
    expect(tabs).toBe(0);
  });

  test('is between 0 and 1 and is 1 for itself, in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const [self = 0, other = 0] = lexicalSimilarity(rule(a), [rule(a), rule(b)]);
        expect(self).toBeCloseTo(1);
        expect(other).toBeGreaterThanOrEqual(0);
        expect(other).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});
