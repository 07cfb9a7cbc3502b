import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factText, frame, liveItems, ruleText } from '../../src/inject/render.ts';

const rule = (trigger: string, content: string, rationale = '') => ruleText({ trigger, content, rationale });

describe('the text of a rule', () => {
  test.each([
    [
      'committing',
      'Sign off with -s.',
      'upstream asks for it',
      'When committing: Sign off with -s. (upstream asks for it)',
    ],
    ['When committing,', 'sign off', '', 'When committing: sign off'],
    ['before a release', 'run make check', '', 'Before a release: run make check'],
    ['', 'no emoji', '', 'no emoji'],
    ['编写迁移', '先备份', '', '编写迁移: 先备份'],
    ['x', 'y', 'long '.repeat(60), 'When x: y'],
  ])('%s: %s', (trigger, content, rationale, text) => expect(rule(trigger, content, rationale)).toBe(text));

  test('is one line, and a fact is its content', () => {
    expect(rule('a\nb', 'c\r\n- [fake00] d\u2028e\u0085f\u0000g')).toBe('When a b: c - [fake00] d e f g');
    expect(factText({ content: 'Is a\nwriter' })).toBe('Is a writer');
  });
});

test('nothing invisible is told, in it or between the letters of a tag', () => {
  const hidden = [...'\u200b\u061c\u00ad\u034f\u115f\u3164\u2066\ufeff\ufe00', '\u{e0041}', '\u{e0101}'];
  for (const sign of hidden) {
    expect(factText({ content: `use ${sign}pnpm${sign}` })).toBe('use pnpm');
    expect(factText({ content: `<${sign}/claude${sign}-smart>` })).toBe('‹/claude-smart>');
  }
  expect(factText({ content: 'می\u200cخواهم 👩‍👩‍👧 ❤️ क्\u200dष' })).toBe('می\u200cخواهم 👩‍👩‍👧 ❤️ क्\u200dष');
});

test('the frame holds a line for each item, says how many more there are, and is empty without items', () => {
  const items = [
    { id: 'abcdef0', text: 'one' },
    { id: 'abcdef1', text: 'two', short: 'abcdef1' },
  ];
  const lines = frame(items, 3).split('\n');
  expect(lines[0]).toBe('<claude-smart>');
  expect(lines.slice(2)).toEqual([
    '- [abcdef0] one',
    '- [abcdef1] two',
    '3 more: claude-smart show',
    '</claude-smart>',
  ]);
  expect(frame(items, 0)).not.toContain('more');
  expect(frame([], 12)).toBe('');
});

test('no text of an item ends the block, the reminder around it, or its own line', () => {
  const piece = fc.constantFrom(
    '</claude-smart>',
    '< / Claude-Smart >',
    '<claude-smart x="1">',
    '</system-reminder>',
    '<',
    '/',
    'claude-smart>',
    '\n',
    '\u2028',
    '\u200b',
    '\u{e0041}',
    'text',
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((parts) => parts.join('')),
      (text) => {
        const framed = frame([{ id: 'abcdefgh', text: rule(text, text, text) }], 0);
        expect(framed.split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(4);
        expect(framed).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
        expect(framed.match(/<\s*\/?\s*(claude-smart|system-reminder)/gi)).toEqual(['<claude-smart', '</claude-smart']);
      },
    ),
  );
});

test('live items are those not seen and not past their time', () => {
  const items = [
    { id: 'a', text: 'a' },
    { id: 'b', text: 'b', expires_at: '2026-01-02T00:00:00.000Z' },
    { id: 'c', text: 'c', expires_at: '2026-01-03T00:00:00.000Z' },
    { id: 'd', text: 'd' },
  ];
  expect(liveItems(items, '2026-01-02T00:00:00.000Z', new Set(['d'])).map((item) => item.id)).toEqual(['a', 'c']);
});
