import { expect, test } from 'vitest';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { seenIds } from '../../src/inject/seen.ts';

const ts = '2026-01-01T00:00:00.000Z';
const injected = (...ids: string[]): BufferRecord => ({
  type: 'Injected',
  ts,
  event: 'UserPromptSubmit',
  ids,
  units: 9,
});
const start = (source: string): BufferRecord => ({ type: 'SessionStart', ts, source });

test('an item once shown is seen, also after a resume', () => {
  expect([...seenIds([start('startup'), injected('a', 'b'), start('resume'), injected('c')])]).toEqual(['a', 'b', 'c']);
});

test('a compaction empties what was seen', () => {
  expect([...seenIds([injected('a'), start('compact'), injected('b')])]).toEqual(['b']);
});

test('reads lines and whole text, torn and foreign lines passed over', () => {
  const lines = [
    JSON.stringify(injected('a')),
    '{"published_up_to": 10}',
    '',
    'null',
    JSON.stringify({ type: 'User', ts, text: 'about "Injected" and "SessionStart"' }),
    '{"type":"Injected","ids":"no list"}',
    JSON.stringify(injected('b')),
    '{"type":"Injected","ids":["c"',
  ];
  expect([...seenIds(lines)]).toEqual(['a', 'b']);
  expect([...seenIds(lines.join('\n'))]).toEqual(['a', 'b']);
});
