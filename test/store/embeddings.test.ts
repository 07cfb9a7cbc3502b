import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DIMENSIONS } from '../../src/core/vectors.ts';
import {
  keepVector,
  putVector,
  removeVectors,
  type StaleItem,
  staleItems,
  vectorCounts,
  vectorsFor,
  vectorsSince,
} from '../../src/store/embeddings.ts';
import { updateRule } from '../../src/store/rules.ts';
import { AT, addFact, addRule, Machine } from '../cli/machine.ts';

const axis = (n: number) => Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === n ? 1 : 0));
const made = (n: number, model = 'm') => ({ model, vector: axis(n), at: AT });
const ids = (items: StaleItem[]) => items.map(({ id }) => id).sort();

test('what counts now and has no vector is stale; a stored vector comes back for its model alone', () => {
  new Machine().seed((store, project) => {
    const { db } = store;
    addRule(store, project, 'aaaaaa1');
    addRule(store, null, 'bbbbbb1', { trigger: '' });
    addRule(store, project, 'cccccc1', { status: 'ARCHIVED' });
    addFact(store, null, 'dddddd1');
    const stale = staleItems(db, 'm');
    expect(ids(stale)).toEqual(['aaaaaa1', 'bbbbbb1', 'dddddd1']);
    const texts = Object.fromEntries(stale.map(({ id, text, cues }) => [id, { text, cues }]));
    expect(texts.aaaaaa1).toEqual({ text: 'installing packages. Use pnpm, not npm.', cues: ['install a package'] });
    expect(texts.bbbbbb1?.text).toBe('Use pnpm, not npm.');
    expect(texts.dddddd1?.text).toBe('Maintains the payment service.');
    for (const [n, item] of stale.entries()) expect(putVector(db, item, made(n))).toBe(true);
    expect(staleItems(db, 'm')).toEqual([]);
    expect(vectorsFor(db, 'm').get(stale[1]?.id ?? '')).toEqual(axis(1));
    expect([...vectorsFor(db, 'm', ['aaaaaa1', 'zzzzzz1']).keys()]).toEqual(['aaaaaa1']);
    expect(vectorsFor(db, 'other').size).toBe(0);
    expect(vectorCounts(db, 'm')).toEqual({ items: 3, vectors: 3 });
    expect(vectorCounts(db, 'other')).toEqual({ items: 3, vectors: 0 });
    expect(ids(staleItems(db, 'other'))).toEqual(['aaaaaa1', 'bbbbbb1', 'dddddd1']);
  });
});

test('an item that was reworded is stale; one that was only counted keeps its vector', () => {
  new Machine().seed((store, project) => {
    const { db } = store;
    addRule(store, project, 'aaaaaa1');
    const [item] = staleItems(db, 'm') as [StaleItem];
    putVector(db, item, made(1));
    updateRule(db, 'aaaaaa1', 1, { evidence: 9, version: 2 });
    const [counted] = staleItems(db, 'm') as [StaleItem];
    expect(counted).toMatchObject({ id: 'aaaaaa1', version: 2, unchanged: true });
    keepVector(db, counted);
    expect(staleItems(db, 'm')).toEqual([]);

    for (const [version, set] of [{ content: 'Use yarn.' }, { trigger: 'adding' }, { cues: ['other'] }].entries()) {
      updateRule(db, 'aaaaaa1', version + 2, { ...set, version: version + 3 });
      const [reworded] = staleItems(db, 'm') as [StaleItem];
      expect(reworded).toMatchObject({ version: version + 3, unchanged: false });
      putVector(db, reworded, made(2));
      expect(staleItems(db, 'm')).toEqual([]);
    }
  });
});

test('a vector of words that have changed meanwhile, or of an item that is gone, is not stored', () => {
  new Machine().seed((store, project) => {
    const { db } = store;
    addRule(store, project, 'aaaaaa1');
    const [item] = staleItems(db, 'm') as [StaleItem];
    updateRule(db, 'aaaaaa1', 1, { content: 'Use yarn.', version: 2 });
    expect(putVector(db, item, made(1))).toBe(false);
    expect(putVector(db, { ...item, id: 'forgotten1' }, made(1))).toBe(false);
    expect(vectorsFor(db, 'm').size).toBe(0);
  });
});

test('an index can ask for what is new, and a newer model takes the older one’s place', () => {
  new Machine().seed((store, project) => {
    const { db } = store;
    for (const id of ['aaaaaa1', 'bbbbbb1']) addRule(store, project, id);
    const [first, second] = staleItems(db, 'm') as [StaleItem, StaleItem];
    putVector(db, first, made(1));
    putVector(db, second, made(2));
    const all = vectorsSince(db, 'm', 0);
    expect(all.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(vectorsSince(db, 'm', all[1]?.nth ?? 0)).toEqual([]);
    expect(vectorsSince(db, 'm', 0, 1)).toHaveLength(1);
    putVector(db, first, made(3));
    expect(vectorsSince(db, 'm', all[1]?.nth ?? 0)).toMatchObject([{ id: first.id, vector: axis(3) }]);
    putVector(db, second, made(4, 'newer'));
    expect([...vectorsFor(db, 'm').keys()]).toEqual([first.id]);
    expect([...vectorsFor(db, 'newer').keys()]).toEqual([second.id]);
    expect(ids(staleItems(db, 'newer'))).toEqual([first.id]);
  });
});

test('what is forgotten has no vector, and bytes that are none count as none', () => {
  new Machine().seed((store, project) => {
    const { db } = store;
    for (const id of ['aaaaaa1', 'bbbbbb1']) addRule(store, project, id);
    for (const item of staleItems(db, 'm')) putVector(db, item, made(1));
    removeVectors(db, ['aaaaaa1', 'zzzzzz1']);
    expect([...vectorsFor(db, 'm').keys()]).toEqual(['bbbbbb1']);
    db.run(sql`update embeddings set vector = x'00'`);
    expect(vectorsFor(db, 'm').size).toBe(0);
    db.run(sql`update embeddings set vector = zeroblob(2048)`);
    expect(vectorsSince(db, 'm', 0)).toEqual([]);
  });
});

test('a step is as long as it is asked to be', () => {
  new Machine().seed((store, project) => {
    for (let n = 10; n < 30; n++) addRule(store, project, `aaaaa${n}`);
    for (let n = 10; n < 30; n++) addFact(store, project, `bbbbb${n}`);
    expect(staleItems(store.db, 'm', 25)).toHaveLength(25);
    expect(staleItems(store.db, 'm')).toHaveLength(40);
  });
});
