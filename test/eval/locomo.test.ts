import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scoresOf, tableText } from '../../eval/locomo/run.ts';
import { readLocomo } from '../../eval/locomo/samples.ts';
import { normalised } from '../../src/core/vectors.ts';

const says = (dia_id: string, speaker: string, text: string, more = {}) => ({ dia_id, speaker, text, ...more });
const SAMPLE = {
  sample_id: 'conv-1',
  conversation: {
    speaker_a: 'Ines',
    speaker_b: 'Tom',
    session_1_date_time: '1:14 pm on 3 May, 2023',
    session_1: [
      says('D1:1', 'Ines', 'I adopted a greyhound last week!'),
      says('D1:2', 'Tom', 'Lovely. Look at my garden.', { img_url: ['x'], blip_caption: 'a bed of tulips' }),
    ],
    session_2_date_time: '9 am on 9 May, 2023',
    session_2: [says('D2:1', 'Ines', 'The greyhound is called Comet.'), says('D2:2', 'Tom', 'I bought a kayak.')],
    session_3_date_time: 'never',
  },
  qa: [
    { question: 'What did Tom buy?', answer: 'a kayak', evidence: ['D2:2'], category: 4 },
    { question: 'Who has a greyhound named Comet?', answer: 'Ines', evidence: ['D1:1; D2:01', 'D:2:1'], category: 1 },
    { question: 'Which flowers does he grow?', answer: 'tulips', evidence: ['D1:2'], category: 3 },
    { question: 'What is the cat called?', adversarial_answer: 'Comet', evidence: [], category: 5 },
    { question: 'Where?', answer: '-', evidence: ['D9:9', 'D'], category: 2 },
  ],
};

function file(value: unknown): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'smart-locomo-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const name = path.join(folder, 'sample.json');
  fs.writeFileSync(name, JSON.stringify(value));
  return name;
}

test('turns carry their speaker and what a picture shows, and evidence is found however it is written', () => {
  const [conversation] = readLocomo(file([SAMPLE]));
  expect(conversation?.turns.map(({ id }) => id)).toEqual(['D1:1', 'D1:2', 'D2:1', 'D2:2']);
  expect(conversation?.turns[1]?.text).toBe('Tom: Lovely. Look at my garden. [shares a bed of tulips]');
  expect(conversation?.questions.map(({ evidence }) => evidence)).toEqual([['D2:2'], ['D1:1', 'D2:1'], ['D1:2']]);
  expect(conversation?.without).toBe(2);
});

test('some turn found counts as any, every one as all', async () => {
  const noVector = async () => normalised(new Float32Array(384).fill(1)) as Float32Array;
  const { scores, without } = await scoresOf(file([SAMPLE]), noVector);
  expect(without).toBe(2);
  const lexical = scores.filter(({ leg }) => leg === 'lexical');
  expect(lexical).toEqual([
    { leg: 'lexical', category: 4, any: true, all: true },
    { leg: 'lexical', category: 1, any: true, all: true },
    { leg: 'lexical', category: 3, any: false, all: false },
  ]);
  const table = tableText(scores);
  expect(table).toMatch(/single-hop +1 +100\.0/);
  expect(table).toMatch(/open domain +1 +0\.0/);
  expect(table).toMatch(/all +3 +66\.7/);
});

test('a file of another shape is an error that says where', () => {
  expect(() => readLocomo(file([{ ...SAMPLE, qa: [{ question: 3 }] }]))).toThrow(/LoCoMo/);
  expect(() => readLocomo(file({}))).toThrow(/LoCoMo/);
});
