import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clip } from '../../src/capture/limit.ts';
import {
  assistantRecord,
  INPUT_STRING_LIMIT,
  matchKey,
  OUTPUT_LIMIT,
  outputText,
  TEXT_LIMIT,
  toolEndRecord,
  toolStartRecord,
  userRecord,
} from '../../src/capture/record.ts';

const TS = '2030-01-02T03:04:05.678Z';
const longWord = (units: number) => 'x'.repeat(units);
const end = (output: unknown) => toolEndRecord(TS, 'Bash', 't1', { status: 'ok', output });

describe('limits', () => {
  test('a cut keeps head and more of the tail, says how much went, and splits no pair', () => {
    const unit = fc.constantFrom('a', '語', '😀', '\n');
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 100, maxLength: 400 }),
        fc.integer({ min: 100, max: 300 }),
        (units, limit) => {
          const text = units.join('');
          const clipped = clip(text, limit);
          expect(clipped.text.length).toBeLessThanOrEqual(limit);
          if (text.length <= limit) {
            expect(clipped).toEqual({ text, cut: 0 });
            return;
          }
          const [head = '', tail = ''] = clipped.text.split(/\n\[… \d+ characters cut …\]\n/);
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
          expect(head.length + tail.length + clipped.cut).toBe(text.length);
          expect(tail.length).toBeGreaterThan(head.length);
          expect(Buffer.from(clipped.text).toString()).toBe(clipped.text);
        },
      ),
    );
  });

  test.each([
    ['prompt', TEXT_LIMIT, (text: string) => userRecord(TS, text)],
    ['reply', TEXT_LIMIT, (text: string) => assistantRecord(TS, text)],
    ['output', OUTPUT_LIMIT, (text: string) => end(text)],
  ])('a %s of 5 MB is cut within half a second', (_, limit, make) => {
    const text = `first words ${longWord(5_000_000)} Error: the last words`;
    const started = performance.now();
    const record = make(text);
    expect(performance.now() - started).toBeLessThan(500);
    const kept = record.type === 'ToolEnd' ? record.output : record.text;
    expect(kept.length).toBeLessThanOrEqual(limit);
    expect(kept.startsWith('first words')).toBe(true);
    expect(kept.endsWith('Error: the last words')).toBe(true);
    expect(record.cut).toBeGreaterThan(4_900_000);
  });

  test('every string of an input has its limit, and the whole record too', () => {
    const one = toolStartRecord(TS, 'Write', 't1', { file_path: '/a', content: longWord(10_000) });
    const { content } = one.input as { content: string };
    expect(content.length).toBeLessThanOrEqual(INPUT_STRING_LIMIT);
    expect(one.cut).toBeGreaterThan(5_000);
    const many = toolStartRecord(
      TS,
      'X',
      't1',
      Object.fromEntries([...Array(500)].map((_, i) => [`k${i}`, longWord(900)])),
    );
    expect(JSON.stringify(many).length).toBeLessThan(65_536);
    expect(JSON.stringify(userRecord(TS, '"\u0001\n'.repeat(40_000))).length).toBeLessThan(65_536);
  });

  test('no secret is kept by half, wherever the cut falls', () => {
    const secret = ['gh', 'p_', 'FXnPxgCsKAzknnrG0IRqFhUITv5qQQICgRI6'].join('');
    for (const at of [2_600, 2_640, 2_660, 256 * 1024 - 20, 256 * 1024 - 5]) {
      const text = `${'word '.repeat(at / 5)}${'x'.repeat(at % 5)} ${secret} ${'word '.repeat(200_000)}`;
      expect(end(text).output).not.toMatch(/gh|FXnP|gRI6/);
    }
  });

  test('a text that is nothing but secrets, longer than what is searched, leaves no half of one', () => {
    const token = `${['gh', 'p_'].join('')}${'aB3xY'.repeat(40)}`;
    const { text, cut } = userRecord(TS, `${token} `.repeat(5_000));
    expect(text.replace(/\[secret\]|\s|…|\[… \d+ characters cut …\]/g, '')).toBe('');
    expect(cut).toBeGreaterThan(400_000);
  });

  test('a private span longer than what is searched is removed all the same', () => {
    const output = end(`a <private>${'secret word '.repeat(200_000)}</private> b`).output;
    expect(output).toBe('a [private] b');
  });
});

describe('tool output', () => {
  test.each<[unknown, string]>([
    [{ stdout: 'a', stderr: 'b', interrupted: false }, 'a\nb'],
    [{ stdout: '', stderr: 'b', interrupted: true }, 'b\n[interrupted]'],
    [{ filePath: '/a', success: true }, '{"filePath":"/a","success":true}'],
    [
      [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
      'one\ntwo',
    ],
    ['plain', 'plain'],
    [undefined, ''],
    [false, 'false'],
  ])('%j reads %j', (answer, text) => expect(outputText(answer)).toBe(text));

  test('a value whose key names a secret is redacted in an object that becomes text', () => {
    expect(end({ config: { api_key: 'a1b2c3d4e5f6' } }).output).toBe('{"config":{"api_key":"[secret]"}}');
  });
});

describe('matchKey', () => {
  test('is the same for the same thing from either source, white space aside', () => {
    expect(matchKey(userRecord(TS, 'fix  the\ntests '))).toBe(
      matchKey(userRecord('2031-01-01T00:00:00.000Z', 'fix the tests')),
    );
    expect(matchKey(end('x'))).toBe('e:t1');
    expect(matchKey(toolStartRecord(TS, 'Bash', 't1', {}))).toBe('s:t1');
    expect(matchKey(toolStartRecord(TS, 'Bash', undefined, {}))).toBeUndefined();
    expect(matchKey({ type: 'Stop', ts: TS })).toBeUndefined();
  });

  test('tells texts and speakers apart', () => {
    const keys = new Set<string | undefined>();
    for (let i = 0; i < 20_000; i++) keys.add(matchKey(userRecord(TS, `text ${i}`)));
    keys.add(matchKey(assistantRecord(TS, 'text 1')));
    expect(keys.size).toBe(20_001);
  });
});
