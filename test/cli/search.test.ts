import { expect, test } from 'vitest';
import { addRule, Machine } from './machine.ts';

interface Found {
  model: string | null;
  hits: {
    id: string;
    fit: number;
    cue?: string;
    legs: { lexical?: { rank: number; score: number }; vector?: { rank: number; score: number } };
  }[];
}

function learned(): Machine {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa1', { cues: ['install a package', 'add the zod dependency'] });
    addRule(store, project, 'bbbbbb1', {
      trigger: 'showing pictures',
      content: 'Use <ShopImage>.',
      rationale: '',
      cues: ['put the logo on the front page'],
    });
  });
  return machine;
}

test('without a daemon it goes by words, and --explain says so', async () => {
  const machine = learned();
  const { stdout, stderr, code } = await machine.run(['search', 'zod', 'dependency', '--explain']);
  expect(code).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /words: rank 1, score [\d.]+ \(zod, dependency\) · meaning: not compared · cue: add the zod dependency · fit [\d.]+/,
  );
  expect(stderr).toMatch(/words alone/);
  const { model, hits } = await machine.json<Found>(['search', 'zod', 'dependency']);
  expect(model).toBeNull();
  expect(hits[0]).toMatchObject({ id: 'aaaaaa1', cue: 'add the zod dependency', legs: { lexical: { rank: 1 } } });
  expect((await machine.run(['search', 'display a photograph'])).code).toBe(3);
});

test('a daemon with the model finds a paraphrase that shares no word', { timeout: 60_000 }, async () => {
  const machine = learned();
  await machine.run(['daemon', 'start']);
  const deadline = Date.now() + 40_000;
  let found = await machine.json<Found>(['search', 'display a photograph']);
  // The vectors are made in the background.
  while (found.hits.length === 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    found = await machine.json<Found>(['search', 'display a photograph']);
  }
  expect(found.model).toMatch(/MiniLM/);
  expect(found.hits[0]).toMatchObject({ id: 'bbbbbb1', legs: { vector: { rank: 1 } } });
  expect(found.hits[0]?.legs.lexical).toBeUndefined();
  const { stdout } = await machine.run(['search', 'display a photograph', '--explain']);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/words: none in common · meaning: rank 1, cosine 0\.\d\d/);
});

test.each([
  ['emoji', '🎉🎉'],
  ['right to left', 'أضف عمودًا'],
  ['very long', 'pictures '.repeat(8_000)],
])('a query of %s is answered or finds nothing', async (_, query) => {
  expect([0, 3]).toContain((await learned().run(['search', query, '--json'])).code);
});
