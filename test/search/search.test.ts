import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCorpus } from '../../bench/corpus.ts';
import type { Entry } from '../../src/search/lexical.ts';
import { search } from '../../src/search/search.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { REPO } from '../fixtures/home.ts';

let made = 0;
const entry = (more: Partial<Entry>): Entry => ({
  id: `id${made++}`,
  type: 'rule',
  version: 1,
  trigger: '',
  content: '',
  rationale: '',
  cues: [],
  expires_at: null,
  evidence: 1,
  learned_at: '2026-01-01T00:00:00.000Z',
  ...more,
});
function indexOf(...entries: Entry[]): SearchIndex {
  const index = new SearchIndex();
  index.sync(entries);
  return index;
}
const found = (index: SearchIndex, query: string, limit = 5) =>
  search(index, query, { limit }).map((hit) => hit.entry.id);

const pnpm = entry({
  id: 'pnpm',
  trigger: 'installing dependencies',
  content: 'Use pnpm, never npm.',
  cues: ['add the zod dependency', 'run the lint script'],
});
const migration = entry({
  id: 'migration',
  trigger: 'writing a database migration',
  content: 'Run make db-new; a hand-written SQL file is refused. Tables are named tbl_snake_case.',
  rationale: 'The checksum file must know it.',
  cues: ['add a column for the phone number', 'rename the orders table'],
});
const writer = entry({
  id: 'writer',
  type: 'profile',
  content: 'Is a technical writer, not a developer.',
  cues: ['explain this git error'],
});
const cjk = entry({ id: 'cjk', trigger: '编写数据库迁移', content: '先备份再迁移', cues: ['给订单表添加字段'] });
const index = indexOf(pnpm, migration, writer, cjk);

describe('what fits is found', () => {
  test.each([
    ['please install the dependencies', 'pnpm'],
    ['can you lint it with the script', 'pnpm'],
    ['I need a column for the e-mail address, and a phone one', 'migration'],
    ['make a migration for the new database', 'migration'],
    ['check tbl_snake_case', 'migration'],
    ['this git error: explain or fix it', 'writer'],
    ['订单表要加一个字段', 'cjk'],
    ['写一个数据库迁移', 'cjk'],
  ])('%s', (query, id) => expect(found(index, query)[0]).toBe(id));

  test('a hit says which words hit in which fields', () => {
    const [hit] = search(index, 'install dependencies', { limit: 1 });
    expect(hit?.matches).toEqual({ install: ['trigger'], dependency: ['trigger', 'cues'] });
  });
});

describe('what fits nothing finds nothing', () => {
  test.each([
    'yes',
    'go on',
    'ok, continue please',
    'thanks!',
    'why?',
    'what does this error mean?',
    'explain monads',
    'write a poem about the sea',
    'make the button green',
    'add a dark mode',
    'fix it and run it again',
    'kannst du das bitte in die Datei schreiben',
    '请继续',
    'はい、お願いします',
    '',
    '   ',
    '{"a": [1, 2]}',
  ])('%s', (query) => expect(found(index, query)).toEqual([]));

  test('one common word in common is not enough, one rare identifier is', () => {
    expect(found(index, 'phone')).toEqual([]);
    expect(found(index, 'tbl_snake_case?')).toEqual(['migration']);
  });

  test('the reason of a rule alone does not make it fit', () =>
    expect(found(index, 'checksum of the file')).toEqual([]));

  test('hits scattered over several cues do not add up', () => {
    const scattered = indexOf(entry({ cues: ['alpha bridge', 'gamma delta', 'epsilon zeta'] }));
    expect(found(scattered, 'bridge delta zeta')).toEqual([]);
  });

  test('a long paste shows more than chance words', () => {
    const words = Array.from({ length: 60 }, (_, i) => `noise${i}x`).join(' ');
    expect(found(index, `database ${words} column`)).toEqual([]);
  });

  test('without a floor everything that shares a word is found', () => {
    expect(search(index, 'phone', { limit: 5, floor: 0 }).map((hit) => hit.entry.id)).toEqual(['migration']);
  });
});

test('facts past their time are not found', () => {
  const ending = indexOf(
    entry({
      id: 'call',
      type: 'profile',
      content: 'On call for the payment gateway',
      expires_at: '2026-01-02T00:00:00.000Z',
    }),
  );
  const at = (now: string) => search(ending, 'the payment gateway is down, look', { limit: 5, now }).length;
  expect([at('2026-01-01T00:00:00.000Z'), at('2026-01-02T00:00:00.000Z')]).toEqual([1, 0]);
});

test('the index follows additions, new versions and removals', () => {
  const changing = indexOf(pnpm, migration);
  changing.sync([{ ...pnpm, version: 2, trigger: 'baking bread', cues: [] }]);
  expect(changing.size).toBe(1);
  expect(found(changing, 'install the dependencies')).toEqual([]);
  expect(found(changing, 'baking some bread')).toEqual(['pnpm']);
  expect(found(changing, 'database migration')).toEqual([]);
  changing.sync([]);
  expect(found(changing, 'baking bread')).toEqual([]);
});

describe('a synthetic playbook of 2,000', () => {
  const corpus = makeCorpus(2_000, 3);
  const large = indexOf(...corpus.entries);

  test('is the same for the same seed', () => expect(makeCorpus(50, 9)).toEqual(makeCorpus(50, 9)));

  test('finds the rule that a prompt is about, and at most five', () => {
    const hits = corpus.near.filter((prompt, i) => {
      const ids = found(large, prompt);
      expect(ids.length).toBeLessThanOrEqual(5);
      return ids.includes(corpus.entries[i * 50]?.id ?? '');
    });
    expect(hits.length / corpus.near.length).toBeGreaterThan(0.9);
  });

  test('finds nothing for prompts about other things', () => {
    expect(corpus.far.filter((prompt) => found(large, prompt).length > 0)).toEqual([]);
  });
});

const SCENARIOS = path.resolve(REPO, '../shared/data/scenarios-dev.jsonl');
interface Scenario {
  id: string;
  probes: { query: string; target: string; expect_any: string[] }[];
}

describe.skipIf(!fs.existsSync(SCENARIOS))('the probes of the development scenarios', () => {
  const cues: Record<string, Partial<Entry>[]> = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, 'cues-dev.json'), 'utf8'),
  );
  const scenarios = fs.existsSync(SCENARIOS)
    ? fs
        .readFileSync(SCENARIOS, 'utf8')
        .trim()
        .split('\n')
        .map((line): Scenario => JSON.parse(line))
    : [];

  test('that fit nothing find nothing', () => {
    for (const { id, probes } of scenarios) {
      const own = indexOf(...(cues[id] ?? []).map(entry));
      for (const { query } of probes.filter(({ target }) => target === 'none')) expect(found(own, query)).toEqual([]);
    }
  });

  test('find their rule in at least 7 of 15 cases', () => {
    let right = 0;
    for (const { id, probes } of scenarios) {
      const own = indexOf(...(cues[id] ?? []).map(entry));
      for (const { query, expect_any } of probes.filter((probe) => probe.expect_any.length > 0)) {
        const texts = search(own, query, { limit: 5 }).map(({ entry: e }) => `${e.trigger} ${e.content}`.toLowerCase());
        if (texts.some((text) => expect_any.some((phrase) => text.includes(phrase)))) right++;
      }
    }
    expect(right).toBeGreaterThanOrEqual(7);
  });
});
