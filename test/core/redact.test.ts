import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactDeep } from '../../src/core/redact.ts';
import { REPO } from '../fixtures/home.ts';

// In pieces, so that no scanner takes this file for a leak.
const join = (...pieces: string[]) => pieces.join('');
const PEM = join(
  '-----BEGIN RSA PRI',
  'VATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQ==\n-----END RSA PRI',
  'VATE KEY-----',
);
const SECRETS: [name: string, text: string, secret: string][] = [
  ['AWS key id', join('id AKIA', 'CJNSNFP7AS5TST7L here'), join('AKIA', 'CJNSNFP7AS5TST7L')],
  ['AWS secret', join('aws_secret_access_key = Xw', 'Cufy3LTmHIrVocDe5qQMofihDX8rNOQFpkqPr'), 'Cufy3LTmHIrVocDe5qQ'],
  ['GitHub token', join('clone with gh', 'p_FXnPxgCsKAzknnrG0IRqFhUITv5qQQICgRI6'), 'FXnPxgCsKAzknnrG0IRq'],
  ['Anthropic key', join('export KEY=sk-', 'ant-api03-abcdefghij0123456789-xyz'), 'ant-api03-abcdefghij'],
  ['OpenAI key', join('sk-', 'proj-aNbQhHzvVJMlZdCBHuLUXs7NhbgckG'), 'aNbQhHzvVJMl'],
  ['Slack token', join('xox', 'b-123456789012-abcdefABCDEF'), '123456789012'],
  ['Google key', join('AI', 'zaSyA1234567890abcdefghijklmnopqrstuv'), 'SyA1234567890'],
  ['JWT', join('ey', 'JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123456'), 'eyJzdWIiOiIxMjM0In0'],
  ['PEM', `before ${PEM} after`, 'MIIEvQIBADANBgkq'],
  ['PEM, coloured by grep', PEM.replaceAll('PRI', '\u001b[01;31m\u001b[KPRI\u001b[m\u001b[K'), 'MIIEvQIBADANBgkq'],
  ['PEM, escaped', JSON.stringify({ key: PEM }), 'MIIEvQIBADANBgkq'],
  ['PEM without its end', PEM.split('-----END')[0] ?? '', 'MIIEvQIBADANBgkq'],
  ['Authorization header', 'curl -H "Authorization: Bearer abc.def-ghi123456"', 'def-ghi'],
  ['password assignment', 'PGPASSWORD=hunter2-and-more psql', 'hunter2'],
  ['quoted token', '{"token": "a8f5f167f44f4964e6c998dee827110c"}', 'f167f44f'],
  ['escaped JSON', '{\\"password\\": \\"corr3ct-horse\\"}', 'corr3ct'],
  ['connection string', 'postgres://app:p4ss-w0rd@db.example.test:5432/x', 'p4ss-w0rd'],
  ['option', 'deploy --token 9f86d081884c7d65', '9f86d081'],
  ['coloured token', join('token: gh', 'p_FXnPxgCsKAzknnrG0IRqFhUITv5qQQICgRI6\u001b[0m'), 'FXnPxgCsKAzk'],
];

describe('secrets', () => {
  test.each(SECRETS)('%s is taken out', (_, text, secret) => {
    expect(text).toContain(secret);
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain('[secret]');
  });

  test.each([
    'const apiKey = process.env.API_KEY;',
    'max_tokens: 4096, tokens=128',
    'password: string; token?: string',
    'postgres://localhost:5432/orders',
    'git@github.com:acme/web.git and https://example.test:8080/a/@scope/b',
    'sha256:69d08a2da07547ed7dd2df5df5d90dc18826256f51c7b6ca64d2de29a85faee6',
    'a risk-based sk-learn approach to the tokenizer of the secretary',
    'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    '<Row key={item.id} primaryKey="order_id" />',
  ])('look-alike stays as it is: %s', (text) => expect(redact(text)).toBe(text));

  test('what stands around a secret stays', () => {
    expect(redact('postgres://app:p4ss-w0rd@db.test/x?y=1')).toBe('postgres://app:[secret]@db.test/x?y=1');
    expect(redact(`a ${PEM} b`)).toBe('a [secret] b');
  });

  test('nested values are redacted, by shape and by the name of their key', () => {
    const deep = redactDeep({
      a: [{ password: 'opensesame1', b: join('gh', 'p_FXnPxgCsKAzknnrG0IRqFhUITv5') }],
      n: 1,
      ok: null,
    });
    expect(deep).toEqual({ a: [{ password: '[secret]', b: '[secret]' }], n: 1, ok: null });
  });

  test('an input nested a hundred thousand times does not overflow', () => {
    const json = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(JSON.stringify(redactDeep(JSON.parse(json))).length).toBeLessThan(1_000);
  });
});

describe('private spans', () => {
  test.each([
    ['a <private>x</private> b', 'a [private] b'],
    ['a <private>x <private>y</private> z</private> b', 'a [private] b'],
    ['a <private>x\ny\n', 'a [private]'],
    ['<PRIVATE reason="mine">x</PRIVATE>y', '[private]y'],
    ['<\u001b[01;31m\u001b[Kpri\u001b[mvate>x</private>', '[private]'],
    ['<pri\u200bvate>x</private\u2060>', '[private]'],
    [`<private ${'because '.repeat(100)}>x</private>y`, '[private]y'],
    ['<private note="a < b">x</private>y', '[private]y'],
    ['&lt;private&gt;x&lt;/private&gt;y', '[private]y'],
    ['%3Cprivate%3Ex%3C/private%3Ey', '[private]y'],
    ['<claude-smart><private>x</claude-smart>x</private>', '<claude-smart>[private]'],
    ['👨‍👩‍👧 می‌خواهم', '👨‍👩‍👧 می‌خواهم'],
    ['<private-route>stays</private-route>', '<private-route>stays</private-route>'],
    ['\\u003cprivate\\u003ex\\u003c/private\\u003e', '[private]'],
  ])('%j becomes %j', (text, expected) => expect(redact(text)).toBe(expected));

  test('our own block is taken out, an unclosed mention of it is not', () => {
    expect(redact('a<claude-smart>\n- [x] use pnpm\n</claude-smart>b')).toBe('ab');
    expect(redact('the tag <claude-smart> opens, <private>x</private> y')).toBe(
      'the tag <claude-smart> opens, [private] y',
    );
  });

  test('whatever stands in a private span never comes out', () => {
    const piece = fc.constantFrom('<private>', '</private>', '<claude-smart>', '</claude-smart>', ' ', 'a', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (before, after) => {
        const text = `${before.join('')}<private>NEEDLE</private>${after.join('')}`;
        expect(redact(text)).not.toContain('NEEDLE');
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['one word', 'a'],
  ['base64', 'aB3/'],
  ['opening tags', '<private '],
  ['escaped opening tags', '&lt;private '],
  ['colours', '\u001b[1'],
  ['links', '\u001b]8;'],
  ['hidden characters', 'a\u200b'],
  ['opened keys', '-----BEGIN PRIVATE KEY-----'],
  ['beginnings of tokens', 'sk-'],
  ['assignments', 'password='],
  ['addresses', 'http://a:'],
])('half a megabyte of %s is redacted within a second', (_, unit) => {
  const started = performance.now();
  redact(unit.repeat(Math.ceil(512_000 / unit.length)));
  expect(performance.now() - started).toBeLessThan(1_000);
});

const shared = path.resolve(REPO, '../shared/data/redaction-dev.jsonl');
test.skipIf(!fs.existsSync(shared))('most of the shared set is caught, and no look-alike is touched', () => {
  const rows = fs.readFileSync(shared, 'utf8').trim().split('\n');
  const cases = rows.map((row) => JSON.parse(row) as { text: string; secrets: string[][] });
  const filled = cases.map(({ text, secrets }) => {
    const whole = secrets.map((pieces) => pieces.join(''));
    return { secrets: whole, text: text.replace(/\{\{(\d)\}\}/g, (_, i: string) => whole[Number(i)] ?? '') };
  });
  const touched = filled.filter(({ secrets, text }) => secrets.length === 0 && redact(text) !== text);
  const missed = filled.filter(({ secrets, text }) => secrets.some((secret) => redact(text).includes(secret)));
  expect(touched).toEqual([]);
  expect(missed.length).toBeLessThanOrEqual(2);
});
