import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBuffer } from '../../src/core/watermark.ts';

const TS = '2026-01-01T00:00:00.000Z';
const line = (text: string) => `${JSON.stringify({ type: 'User', ts: TS, text })}\n`;
const texts = (bytes: Uint8Array, from = 0) =>
  readBuffer(bytes, from).lines.map(({ record }) => (record.type === 'User' ? record.text : record.type));

test('every line is read once, whatever the pieces in which the buffer grew', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (words, cuts) => {
        const whole = Buffer.from(words.map(line).join(''));
        const seen: string[] = [];
        let at = 0;
        for (const size of [...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length]) {
          const slice = readBuffer(whole.subarray(at, size), at);
          seen.push(...slice.lines.map(({ record }) => (record as { text: string }).text));
          expect(slice.broken).toBe(0);
          at = slice.upTo;
        }
        expect(seen).toEqual(words);
      },
    ),
  );
});

test('seq is the byte offset of the line, also behind letters of several bytes', () => {
  const first = line('日本語');
  const slice = readBuffer(Buffer.from(first + line('b')));
  expect(slice.lines.map(({ seq }) => seq)).toEqual([0, Buffer.byteLength(first)]);
});

test('a torn last line waits and is read when it is whole', () => {
  const whole = line('a') + line('second');
  const torn = Buffer.from(whole.slice(0, -10));
  expect(texts(torn)).toEqual(['a']);
  const { upTo } = readBuffer(torn);
  expect(texts(Buffer.from(whole).subarray(upTo), upTo)).toEqual(['second']);
});

test('a last line that lacks only its newline is read', () => {
  expect(texts(Buffer.from(line('a') + line('b').trimEnd()))).toEqual(['a', 'b']);
});

test('a broken line in the middle is counted, and costs no other line', () => {
  const slice = readBuffer(
    Buffer.from(`${line('a')}{"type":"User","ts":"202\n\u0000\u0000\n[1]\n"text"\n${line('b')}`),
  );
  expect(slice.lines).toHaveLength(2);
  expect(slice.broken).toBe(4);
});

test('watermarks and blank lines are neither records nor broken', () => {
  const slice = readBuffer(Buffer.from(`\n{"published_up_to":3}\n${line('a')}\n`));
  expect([slice.lines.length, slice.broken]).toEqual([1, 0]);
});

test('a line without a type or with a time that is none is broken', () => {
  const slice = readBuffer(
    Buffer.from('{"ts":"2026-01-01T00:00:00.000Z"}\n{"type":"User","ts":"yesterday","text":""}\n'),
  );
  expect([slice.lines.length, slice.broken]).toEqual([0, 2]);
});
