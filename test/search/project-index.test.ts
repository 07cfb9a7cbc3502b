import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../bench/corpus.ts';
import { cosine, DIMENSIONS, normalised } from '../../src/core/vectors.ts';
import { projectIndex, wholeIndex } from '../../src/search/project-index.ts';
import { search } from '../../src/search/search.ts';
import { recordChange } from '../../src/store/changes.ts';
import { putVector, removeVectors, staleItems, vectorsSince } from '../../src/store/embeddings.ts';
import { removeItems } from '../../src/store/forget.ts';
import { recordInjections } from '../../src/store/injections.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { getRule, type Rule, updateRule } from '../../src/store/rules.ts';
import { AT, addFact, addRule, Machine } from '../cli/machine.ts';

function vector(seed: number): Float32Array {
  const random = randomFrom(seed);
  return normalised(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)) as Float32Array;
}
const log = (store: Store, item_id: string) =>
  recordChange(store.db, { item_id, at: AT, change: 'edit', why: 'a test', turns: [] });

function change(store: Store, id: string, set: Partial<Rule>): void {
  const { version } = getRule(store.db, id) as Rule;
  updateRule(store.db, id, version, { ...set, version: version + 1 });
  log(store, id);
}

const LATER = new Date(Date.parse(AT) + 60_000).toISOString();

function fill(store: Store, model: string, seed: number, at = AT): void {
  for (const item of staleItems(store.db, model)) putVector(store.db, item, { model, vector: vector(seed++), at });
}

function withStore(work: (store: Store, project: string) => void): void {
  new Machine().seed((store, project) => {
    addRule(store, project, 'own');
    addRule(store, null, 'shared');
    addFact(store, null, 'fact');
    log(store, 'own');
    work(store, project);
  });
}

const ids = (store: Store, project: string, model?: string) =>
  [...projectIndex(store, project, model).words.entries()].map(({ id }) => id).sort();

test('it holds what counts in the project, and follows every change of it', () => {
  withStore((store, project) => {
    expect(ids(store, project)).toEqual(['fact', 'own', 'shared']);
    addRule(store, project, 'late');
    log(store, 'late');
    change(store, 'own', { status: 'ARCHIVED' });
    expect(ids(store, project)).toEqual(['fact', 'late', 'shared']);
    change(store, 'own', { status: 'CURRENT', content: 'Use bun.' });
    expect(projectIndex(store, project).words.get('own')?.content).toBe('Use bun.');
  });
});

test('a rule that a shared one covers is left out while that counts, and is back when it does not', () => {
  withStore((store, project) => {
    change(store, 'own', { covered_by: 'shared' });
    expect(ids(store, project)).toEqual(['fact', 'shared']);
    change(store, 'shared', { status: 'ARCHIVED' });
    expect(ids(store, project)).toEqual(['fact', 'own']);
  });
});

describe('of many rules', () => {
  const MANY = 950;
  const WITH_VECTOR = 300;

  async function withMany(work: (store: Store, project: string) => Promise<void>): Promise<void> {
    const machine = new Machine();
    let project = '';
    machine.seed((store, id) => {
      project = id;
      store.transaction((tx) => {
        for (let n = 0; n < MANY; n++) addRule({ ...store, db: tx as Store['db'] }, id, `rule-${n}`);
        for (const item of staleItems(tx, 'm', WITH_VECTOR))
          putVector(tx, item, { model: 'm', vector: vector(1), at: AT });
      });
      log(store, 'rule-0');
    });
    const store = openStore(machine.paths.database);
    try {
      await work(store, project);
    } finally {
      store.close();
    }
  }

  test('answers at once by a part, and takes in the rest with its vectors while others are served', async () => {
    await withMany(async (store, project) => {
      const index = projectIndex(store, project, 'm');
      expect(index.size).toBeGreaterThan(0);
      expect(index.size).toBeLessThan(MANY / 4);
      let served = 0;
      const serve = () => {
        served++;
        if (index.size < MANY) setImmediate(serve);
      };
      setImmediate(serve);
      expect(await wholeIndex(store, project, 'm')).toBe(index);
      expect([index.size, index.vectors.size]).toEqual([MANY, WITH_VECTOR]);
      expect(served).toBeGreaterThan(5);
    });
  });

  test('what changes while it grows is as it was last', async () => {
    await withMany(async (store, project) => {
      const index = projectIndex(store, project, 'm');
      const grown = wholeIndex(store, project, 'm');
      change(store, 'rule-0', { status: 'ARCHIVED' });
      change(store, `rule-${MANY - 1}`, { content: 'Use bun.' });
      const late = staleItems(store.db, 'm', MANY).at(-1);
      if (late) putVector(store.db, late, { model: 'm', vector: vector(2), at: LATER });
      await grown;
      expect(index.words.get('rule-0')).toBeUndefined();
      expect(index.words.get(`rule-${MANY - 1}`)?.content).toBe('Use bun.');
      expect(index.vectors.has(late?.id ?? '')).toBe(true);
      expect(index.size).toBe(MANY - 1);
    });
  });

  test('a store that is closed meanwhile ends it, and is told at the next call', async () => {
    await withMany(async (store, project) => {
      const grown = wholeIndex(store, project, 'm');
      store.close();
      await expect(grown).rejects.toThrow(/not open/);
      expect(() => projectIndex(store, project, 'm')).toThrow(/not open/);
    });
  });
});

describe('vectors', () => {
  test('written while it is warm take part at once', () => {
    withStore((store, project) => {
      expect(projectIndex(store, project, 'm').vectors.size).toBe(0);
      fill(store, 'm', 1);
      expect(projectIndex(store, project, 'm').vectors.size).toBe(3);
    });
  });

  test('join the words that are there when a model comes, and stay when somebody asks by words', () => {
    withStore((store, project) => {
      fill(store, 'm', 1);
      const byWords = projectIndex(store, project);
      expect(byWords.vectors.size).toBe(0);
      expect(projectIndex(store, project, 'm')).toBe(byWords);
      expect(byWords.vectors.size).toBe(3);
      expect(projectIndex(store, project).vectors.size).toBe(3);
    });
  });

  test('of an item that comes back are found again', () => {
    withStore((store, project) => {
      fill(store, 'm', 1);
      projectIndex(store, project, 'm');
      change(store, 'own', { status: 'ARCHIVED' });
      expect(projectIndex(store, project, 'm').vectors.has('own')).toBe(false);
      change(store, 'own', { status: 'CURRENT' });
      expect(projectIndex(store, project, 'm').vectors.has('own')).toBe(true);
    });
  });

  test('written after the newest was forgotten take part, too', () => {
    withStore((store, project) => {
      fill(store, 'm', 1);
      const { id } = vectorsSince(store.db, 'm', 0).at(-1) as { id: string };
      expect(projectIndex(store, project, 'm').vectors.size).toBe(3);
      removeItems(store.db, [id]);
      removeVectors(store.db, [id]);
      addRule(store, project, 'late');
      log(store, 'late');
      expect(projectIndex(store, project, 'm').vectors.size).toBe(2);
      fill(store, 'm', 7, LATER);
      expect(projectIndex(store, project, 'm').vectors.has('late')).toBe(true);
    });
  });

  test('of another model are never compared', () => {
    withStore((store, project) => {
      fill(store, 'old', 1);
      expect(projectIndex(store, project, 'new').vectors.size).toBe(0);
      expect(projectIndex(store, project, 'old').vectors.size).toBe(3);
      fill(store, 'new', 11);
      const query = vector(11);
      const now = projectIndex(store, project, 'new').vectors.compare(query);
      const cosines = ['own', 'shared', 'fact'].map((id) => now?.of(id) ?? Number.NaN);
      const made = [11, 12, 13].map((seed) => cosine(vector(seed), query));
      expect(cosines.sort()).toEqual(made.sort().map((value) => expect.closeTo(value, 5)));
    });
  });

  test('that are no numbers are passed over', () => {
    withStore((store, project) => {
      for (const item of staleItems(store.db, 'm')) {
        putVector(store.db, item, { model: 'm', vector: vector(3).fill(Number.NaN, 0, 1), at: AT });
      }
      expect(projectIndex(store, project, 'm').vectors.size).toBe(0);
    });
  });
});

test('of two that fit alike the one in use comes first, as it was used when the index last followed', () => {
  withStore((store, project) => {
    const now = '2027-03-01T12:00:00.000Z';
    addRule(store, project, 'twin');
    log(store, 'twin');
    const first = () =>
      search(projectIndex(store, project), 'use pnpm, not npm', { limit: 9, floor: 0, now }).map(
        ({ entry }) => entry.id,
      );
    const before = first();
    const last = before.at(-1) as string;
    expect([...before].sort()).toEqual(['own', 'shared', 'twin']);
    recordInjections(store.db, [
      { session_id: 's', seq: 1, item_id: last, event: 'UserPromptSubmit', at: '2027-02-27T09:00:00.000Z', tokens: 9 },
    ]);
    expect(first()).toEqual(before);
    log(store, 'fact');
    expect(first()).toEqual([last, ...before.slice(0, -1)]);
  });
});
