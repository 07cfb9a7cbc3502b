import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCorpus, rulesOf } from '../../../eval/retrieval/corpus.ts';
import { indexesOf } from '../../../eval/retrieval/indexes.ts';
import { search } from '../../../src/search/search.ts';
import { REPO } from '../../fixtures/home.ts';

const rule = (id: string, project: string, more = {}) => ({
  ...{ id, project, kind: 'correction', status: 'CURRENT', trigger: `about ${id}`, content: `content of ${id}` },
  ...more,
});
const query = (text: string, expected: string[]) => ({ id: `q ${text}`, type: 'task', project: 'p', text, expected });
const LINES = [
  rule('one', 'p'),
  rule('two', 'other'),
  rule('all', 'shared', { kind: 'fact', trigger: '' }),
  rule('old', 'p', { status: 'ARCHIVED' }),
  { id: 'one', cues: ['bake the bread', 'knead the dough'] },
  query('knead the dough again', ['one']),
  query('what is the weather', []),
];

function place(files: Record<string, object[]>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'smart-corpus-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  for (const [name, lines] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  return folder;
}

test('a folder of files and one file of all lines are the same corpus', () => {
  const one = place({ 'all.jsonl': LINES });
  const three = place({
    'rules.jsonl': LINES.slice(0, 4),
    'cues.jsonl': LINES.slice(4, 5),
    'queries.jsonl': LINES.slice(5),
  });
  expect(readCorpus(path.join(one, 'all.jsonl'))).toEqual(readCorpus(three));
  expect(rulesOf(readCorpus(three), 'p').map(({ id }) => id)).toEqual(['one', 'all']);
});

test('what is archived or of another project is in no index, and cues are in it when they are wanted', async () => {
  const corpus = readCorpus(place({ 'all.jsonl': LINES }));
  const found = async (cues: boolean, text: string) => {
    const index = (await indexesOf(corpus, cues, undefined)).get('p');
    return index && search(index, text, { limit: 5, floor: 0 }).map(({ entry }) => entry.id);
  };
  expect(await found(true, 'knead the dough')).toEqual(['one']);
  expect(await found(false, 'knead the dough')).toEqual([]);
  expect(await found(true, 'content two old')).not.toEqual(expect.arrayContaining(['two', 'old']));
});

test.each([
  ['not JSON', (folder: string) => fs.appendFileSync(path.join(folder, 'all.jsonl'), '{"id":\n'), /all\.jsonl:8: /],
  ['a query for an archived rule', undefined, /expects old/, query('x', ['old'])],
  ['a query for no rule', undefined, /expects nobody/, query('x', ['nobody'])],
  ['cues of no rule', undefined, /cues of nobody/, { id: 'nobody', cues: [] }],
  ['two rules of one id', undefined, /one id/, rule('one', 'p')],
  ['a rule without a status', undefined, /all\.jsonl:8: status/, { ...rule('x', 'p'), status: undefined }],
])('%s is an error that says where', (_, spoil, message, line?: object) => {
  const folder = place({ 'all.jsonl': line ? [...LINES, line] : LINES });
  spoil?.(folder);
  expect(() => readCorpus(folder)).toThrow(message);
});

test('the corpus of this repository is whole', () => {
  const { rules, cues, queries } = readCorpus(path.join(REPO, 'eval/corpus'));
  const current = rules.filter(({ status }) => status === 'CURRENT');
  expect(current.length).toBeGreaterThanOrEqual(150);
  expect(current.filter(({ id }) => !cues.has(id))).toEqual([]);
  expect(queries.length).toBeGreaterThanOrEqual(300);
  expect(queries.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(60);
});
