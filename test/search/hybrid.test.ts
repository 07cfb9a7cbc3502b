/** Both legs together, with the real model: what each finds alone, what neither should, and what a hit says of itself. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemVector } from '../../src/core/vectors.ts';
import { type Embedder, openEmbedder } from '../../src/platform/embed/embedder.ts';
import { findModel } from '../../src/platform/embed/find-model.ts';
import { pathsFrom } from '../../src/platform/paths.ts';
import type { Entry } from '../../src/search/lexical.ts';
import { type SearchOptions, search } from '../../src/search/search.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { REPO } from '../fixtures/home.ts';

const rule = (id: string, trigger: string, content: string, cues: string[] = []): Entry => ({
  ...{ id, type: 'rule', version: 1, trigger, content, rationale: '', cues, expires_at: null },
  ...{ evidence: 1, learned_at: '2026-01-01T00:00:00.000Z' },
});
const entries = [
  rule('pnpm', 'Adding a dependency', 'Use pnpm, never npm.', ['add the zod dependency', 'install react-query']),
  rule('photo', 'Showing pictures in the shop', 'Use <ShopImage> with a sizes prop.', [
    'put the logo on the front page',
  ]),
  rule('branch', 'Opening a pull request', 'Branch from main; develop is frozen.', ['start the export feature']),
  rule('flag', 'Calling the tide service', 'Pass --tide-datum=LAT.', ['fetch the water levels']),
  rule('ru', 'Миграция базы данных', 'Сначала сделать резервную копию.', ['добавь столбец в таблицу заказов']),
];

const index = new SearchIndex();
index.sync(entries);
let embedder: Embedder;
const options = async (query: string, more: Partial<SearchOptions> = {}): Promise<SearchOptions> => ({
  limit: 5,
  queryVector: await embedder.embed(query),
  ...more,
});
const found = async (query: string, more: Partial<SearchOptions> = {}) =>
  search(index, query, await options(query, more)).map(({ entry }) => entry.id);

beforeAll(async () => {
  const model = findModel({ EMEND_MODEL_DIR: path.join(REPO, 'models/all-MiniLM-L6-v2') }, pathsFrom({ HOME: '/' }));
  if ('missing' in model) throw new Error(model.missing);
  embedder = await openEmbedder(model);
  for (const entry of entries) {
    const cues = [];
    for (const cue of entry.cues) cues.push(await embedder.embed(cue));
    index.vectors.put(entry.id, itemVector(await embedder.embed(`${entry.trigger}. ${entry.content}`), cues));
  }
});
afterAll(() => embedder.close());

describe('told unasked', () => {
  test.each([
    ['add the lodash dependency to the api', 'pnpm'],
    ['show a photograph of the product on the landing page', 'photo'],
    ['what happens with --tide-datum, should I set it?', 'flag'],
  ])('%s', async (query, id) => expect((await found(query))[0]).toBe(id));

  test('a paraphrase is found by meaning, where no word is shared', async () => {
    const query = 'display a photograph';
    expect(search(index, query, { limit: 5, floor: 0 })).toEqual([]);
    const [hit] = search(index, query, await options(query, { floor: 0.5 }));
    expect(hit?.entry.id).toBe('photo');
    expect(hit?.legs.lexical).toBeUndefined();
    expect(hit?.legs.vector).toMatchObject({ rank: 1 });
  });

  test.each(['how does photosynthesis work?', 'write a poem about the sea', 'thanks!', '🎉🎉🎉', 'ok, go on'])(
    'nothing for: %s',
    async (query) => expect(await found(query)).toEqual([]),
  );

  test('a prompt that asks for an answer is told less than the same words as work', async () => {
    expect(await found('add the chart dependency')).toContain('pnpm');
    expect(await found('who added the chart dependency?')).toEqual([]);
    expect(await found('who added the chart dependency?', { asked: true })).toContain('pnpm');
  });

  test('a question for a fact is told it in the smallest of playbooks; a rule would have to fit still better', async () => {
    const text = 'The user is the only one on call.';
    const cues = ['who is on call tonight', 'page whoever is on call'];
    const query = 'who is on call tonight';
    const vectors = await Promise.all(cues.map((cue) => embedder.embed(cue)));
    const told = async (type: Entry['type']) => {
      const small = new SearchIndex();
      small.sync([
        rule('pnpm', 'Adding a dependency', 'Use pnpm, never npm.'),
        { ...rule('call', '', text, cues), type },
      ]);
      small.vectors.put('call', itemVector(await embedder.embed(text), vectors));
      return search(small, query, await options(query)).map(({ entry }) => entry.id);
    };
    expect(await told('profile')).toEqual(['call']);
    expect(await told('rule')).toEqual([]);
  });
});

test('a hit says what each leg thinks of it, and which cue it shares words with', async () => {
  const query = 'add the react dependency';
  const [hit] = search(index, query, await options(query, { explained: true }));
  expect(hit).toMatchObject({
    entry: { id: 'pnpm' },
    legs: { lexical: { rank: 1 }, vector: { rank: 1 } },
    cue: 'add the zod dependency',
  });
  expect(hit?.legs.vector?.score).toBeGreaterThan(0.3);
  expect(hit?.fit).toBeGreaterThan(1);
});

test('without the words only the vectors rank, without a vector only the words', async () => {
  const query = 'fetch the water levels';
  const [byMeaning] = search(index, query, await options(query, { byWords: false }));
  expect(byMeaning).toMatchObject({ entry: { id: 'flag' }, matches: {} });
  expect(byMeaning?.legs.lexical).toBeUndefined();
  const [byWords] = search(index, query, { limit: 1 });
  expect(byWords).toMatchObject({ entry: { id: 'flag' } });
  expect(byWords?.legs.vector).toBeUndefined();
});

test('an item without a vector yet is found by its words, among others that have one', async () => {
  const late = new SearchIndex();
  late.sync(entries);
  late.vectors.put('photo', await embedder.embed('pictures'));
  const hits = search(late, 'install the react-query dependency', await options('install the react-query dependency'));
  expect(hits[0]?.entry.id).toBe('pnpm');
  expect(hits[0]?.legs.vector).toBeUndefined();
});

test('of two that fit alike the stronger comes first, and only where a time is given', async () => {
  const twins = new SearchIndex();
  const text = ['Deploying the shop', 'Announce it in the channel.', ['deploy the shop']] as const;
  const weak = rule('weak', text[0], text[1], [...text[2]]);
  twins.sync([weak, { ...rule('strong', text[0], text[1], [...text[2]]), evidence: 9 }]);
  for (const id of ['weak', 'strong']) twins.vectors.put(id, await embedder.embed('deploy the shop'));
  const order = (hits: ReturnType<typeof search>) => hits.map(({ entry }) => entry.id);
  const asked = await options('deploy the shop today');
  expect(order(search(twins, 'deploy the shop today', { ...asked, now: '2026-02-01T00:00:00.000Z' }))).toEqual([
    'strong',
    'weak',
  ]);
  expect(order(search(twins, 'deploy the shop today', asked))).toEqual(['weak', 'strong']);
});

describe('bad input', () => {
  const odd = {
    empty: '',
    blank: ' \n\t',
    NUL: '\u0000\u0000',
    emoji: '🚀🔥'.repeat(300),
    'right to left': 'أضف عمودًا إلى جدول الطلبات',
    'half a pair': '\ud83d add the zod dependency',
    'one megabyte': 'add the zod dependency '.repeat(45_000),
    'one long word': 'x'.repeat(1_000_000),
    'object names': '__proto__ constructor toString hasOwnProperty',
  };
  test.each(Object.entries(odd))('%s does not throw', async (_, query) => {
    expect(search(index, query, await options(query)).length).toBeLessThanOrEqual(5);
    expect(search(index, query, { limit: 5 }).length).toBeLessThanOrEqual(5);
  });

  test.each([
    ['of another width', new Float32Array(768).fill(1 / Math.sqrt(768))],
    ['of NaN', new Float32Array(384).fill(Number.NaN)],
    ['of zeros', new Float32Array(384)],
  ])('a query vector %s leaves the words alone', (_, queryVector) => {
    const query = 'install the react-query dependency';
    expect(search(index, query, { limit: 5, queryVector })).toEqual(search(index, query, { limit: 5 }));
  });
});
