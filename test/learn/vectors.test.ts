import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { cosine, flawOf, itemVector } from '../../src/core/vectors.ts';
import { openContext } from '../../src/learn/context.ts';
import { searchState, searchText } from '../../src/learn/search-state.ts';
import { BorrowedModel } from '../../src/learn/text-model.ts';
import { fillVectors, makeMissingVectors } from '../../src/learn/vectors.ts';
import { type Embedder, openEmbedder } from '../../src/platform/embed/embedder.ts';
import { findModel } from '../../src/platform/embed/find-model.ts';
import { putVector, removeVectors, staleItems, vectorsFor } from '../../src/store/embeddings.ts';
import type { Store } from '../../src/store/open.ts';
import { updateRule } from '../../src/store/rules.ts';
import { AT, addFact, addRule, Machine } from '../cli/machine.ts';

const clock = systemClock;

async function withModel(work: (store: Store, embedder: Embedder, machine: Machine) => Promise<void>): Promise<void> {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa1', { cues: ['add the zod dependency', 'install a package'] });
    addRule(store, project, 'bbbbbb1', { trigger: 'writing tests', content: 'Use vitest.', cues: [] });
    addFact(store, null, 'cccccc1', { cues: [] });
  });
  const found = findModel(machine.env, machine.paths);
  if ('missing' in found) throw new Error(found.missing);
  const embedder = await openEmbedder(found);
  const context = openContext(machine.env, clock);
  try {
    await work(context.store, embedder, machine);
  } finally {
    context.store.close();
    await embedder.close();
  }
}

/** Counts what is asked of the model. */
function counting(embedder: Embedder, modelId = embedder.modelId): Embedder & { texts: string[] } {
  const texts: string[] = [];
  const embed = (text: string) => {
    texts.push(text);
    return embedder.embed(text);
  };
  return { modelId, texts, embed, close: () => Promise.resolve() };
}

test('an item’s vector lies between its text and its cues, and a paraphrase finds it', async () => {
  await withModel(async (store, embedder) => {
    const { modelId } = embedder;
    expect(await fillVectors(store, embedder, { clock })).toEqual({ made: 3, kept: 0, complete: true });
    const vectors = vectorsFor(store.db, modelId);
    expect([...vectors.values()].map(flawOf)).toEqual([undefined, undefined, undefined]);
    const text = await embedder.embed('installing packages. Use pnpm, not npm.');
    const cues = [await embedder.embed('add the zod dependency'), await embedder.embed('install a package')];
    const vector = vectors.get('aaaaaa1') as Float32Array;
    expect(cosine(vector, itemVector(text, cues))).toBeCloseTo(1, 5);
    const query = await embedder.embed('bring date-fns into the project');
    const cosines = [...vectors].map(([id, one]) => ({ id, cosine: cosine(one, query) }));
    expect(cosines.sort((a, b) => b.cosine - a.cosine)[0]?.id).toBe('aaaaaa1');
  });
});

test('nothing is embedded twice: not what is done, not what changed only in number', async () => {
  await withModel(async (store, embedder) => {
    await fillVectors(store, embedder, { clock });
    const counted = counting(embedder);
    expect(await fillVectors(store, counted, { clock })).toEqual({ made: 0, kept: 0, complete: true });
    updateRule(store.db, 'aaaaaa1', 1, { evidence: 7, version: 2 });
    expect(await fillVectors(store, counted, { clock })).toEqual({ made: 0, kept: 1, complete: true });
    expect(counted.texts).toEqual([]);
    updateRule(store.db, 'bbbbbb1', 1, { content: 'Use node:test.', version: 2 });
    expect(await fillVectors(store, counted, { clock })).toEqual({ made: 1, kept: 0, complete: true });
    expect(counted.texts).toEqual(['writing tests. Use node:test.']);
  });
});

test('vectors of an older model are made anew, and the two are never mixed', async () => {
  await withModel(async (store, embedder) => {
    for (const item of staleItems(store.db, 'older')) {
      const vector = new Float32Array(384).fill(1 / Math.sqrt(384));
      putVector(store.db, item, { model: 'older', vector, at: AT });
    }
    const seen: number[] = [];
    const rest = async () => {
      const [older, newer] = [vectorsFor(store.db, 'older'), vectorsFor(store.db, embedder.modelId)];
      expect([...older.keys()].filter((id) => newer.has(id))).toEqual([]);
      seen.push(newer.size);
    };
    expect(await fillVectors(store, embedder, { clock, rest })).toMatchObject({ made: 3, complete: true });
    expect(seen).toEqual([0, 1, 2]);
    expect(vectorsFor(store.db, 'older').size).toBe(0);
  });
});

test('it stops where it is told to, and goes on there', async () => {
  await withModel(async (store, embedder) => {
    const stop = new AbortController();
    const counted = counting(embedder);
    let rests = 0;
    const rest = async () => {
      if (++rests === 2) stop.abort();
    };
    expect(await fillVectors(store, counted, { clock, signal: stop.signal, rest })).toEqual({
      made: 1,
      kept: 0,
      complete: false,
    });
    expect(await fillVectors(store, counted, { clock, limit: 1 })).toMatchObject({ made: 1, complete: false });
    expect(await fillVectors(store, counted, { clock })).toMatchObject({ made: 1, complete: true });
    expect(new Set(counted.texts).size).toBe(counted.texts.length);
  });
});

test('what is reworded or forgotten while it is embedded gets no vector of its old words', async () => {
  await withModel(async (store, embedder) => {
    const meddling: Embedder = {
      ...counting(embedder),
      embed: async (text) => {
        if (text.startsWith('writing tests')) {
          updateRule(store.db, 'bbbbbb1', 1, { content: 'Use jest.', version: 2 });
          store.db.run('delete from profile');
          removeVectors(store.db, ['cccccc1']);
        }
        return embedder.embed(text);
      },
    };
    const filled = await fillVectors(store, meddling, { clock });
    expect([...vectorsFor(store.db, embedder.modelId).keys()]).toEqual(['aaaaaa1']);
    expect(filled).toEqual({ made: 1, kept: 0, complete: false });
    expect(await fillVectors(store, embedder, { clock })).toEqual({ made: 1, kept: 0, complete: true });
  });
});

test('a model that fails in the middle keeps what was made', async () => {
  await withModel(async (store, embedder) => {
    const failing = counting(embedder);
    const broken: Embedder = {
      ...failing,
      embed: (text) => (failing.texts.length < 3 ? failing.embed(text) : Promise.reject(new Error('it broke'))),
    };
    await expect(fillVectors(store, broken, { clock })).rejects.toThrow('it broke');
    expect(vectorsFor(store.db, embedder.modelId).size).toBe(1);
  });
});

test('learning makes what is missing where no daemon does, and says nothing where there is no model', async () => {
  const machine = new Machine();
  machine.seed((store, project) => addRule(store, project, 'aaaaaa1'));
  const context = openContext(machine.env, clock);
  const without = { ...context, env: { ...context.env, EMEND_MODEL_DIR: machine.root } };
  const model = (of: typeof context) => new BorrowedModel(of, (why) => expect.fail(why));
  expect(await makeMissingVectors(without, model(without))).toBeUndefined();
  expect(searchText(searchState(without))).toBe(`by words only: EMEND_MODEL_DIR: there is no model in ${machine.root}`);
  expect(searchText(searchState(context))).toMatch(
    /^by words and by meaning \(int8 model\): 0 of 1 rules and facts read; the rest is found by its words/,
  );
  expect((await machine.run(['learn', '--json'])).code).toBe(0);
  expect(searchText(searchState(context))).toBe('by words and by meaning (int8 model): 1 of 1 rules and facts read');
  expect(await makeMissingVectors(context, model(context))).toMatchObject({ made: 0, complete: true });
  context.store.close();
});
