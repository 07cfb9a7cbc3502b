/**
 * `npm run eval -- locomo FILE`: the product's ranking on the public LoCoMo questions, a turn an item. any@10: some turn of the
 * evidence is among the first ten; all@10: every one is.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Entry } from '../../src/search/lexical.ts';
import { search } from '../../src/search/search.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { grid } from '../grid.ts';
import { type Embed, indexOf } from '../retrieval/indexes.ts';
import { CachedEmbedder } from '../vectors.ts';
import { type Asked, readLocomo, type Turn } from './samples.ts';

const REPO = path.resolve(import.meta.dirname, '../..');
const FIRST = 10;
const TYPES: Record<number, string> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open domain',
  4: 'single-hop',
  5: 'adversarial',
};
const LEGS = ['lexical', 'vector', 'hybrid'] as const;
type Leg = (typeof LEGS)[number];

export interface Score {
  leg: Leg;
  category: number;
  any: boolean;
  all: boolean;
}

const entryOf = ({ id, text }: Turn): Entry => ({
  id,
  type: 'profile',
  version: 1,
  trigger: '',
  content: text,
  rationale: '',
  cues: [],
  expires_at: null,
  evidence: 1,
  learned_at: '2026-01-01T00:00:00.000Z',
});

async function scoreOf(index: SearchIndex, asked: Asked, leg: Leg, embed: Embed): Promise<Score> {
  const queryVector = leg === 'lexical' ? undefined : await embed(asked.text);
  const hits = search(index, asked.text, { limit: FIRST, floor: 0, queryVector, byWords: leg !== 'vector' });
  const found = new Set(hits.map(({ entry }) => entry.id));
  const right = asked.evidence.filter((id) => found.has(id)).length;
  return { leg, category: asked.category, any: right > 0, all: right === asked.evidence.length };
}

export async function scoresOf(file: string, embed: Embed): Promise<{ scores: Score[]; without: number }> {
  const scores: Score[] = [];
  let without = 0;
  for (const conversation of readLocomo(file)) {
    const index = await indexOf(conversation.turns.map(entryOf), embed);
    without += conversation.without;
    for (const asked of conversation.questions) {
      for (const leg of LEGS) scores.push(await scoreOf(index, asked, leg, embed));
    }
  }
  return { scores, without };
}

const percent = (some: readonly Score[], is: (score: Score) => boolean): string =>
  some.length === 0 ? '' : ((100 * some.filter(is).length) / some.length).toFixed(1);

export function tableText(scores: readonly Score[]): string {
  const categories = [...new Set(scores.map(({ category }) => category))].sort((a, b) => a - b);
  const row = (name: string, some: readonly Score[]): string[] => [
    name,
    String(some.length / LEGS.length),
    ...LEGS.flatMap((leg) => {
      const own = some.filter((score) => score.leg === leg);
      return [percent(own, ({ any }) => any), percent(own, ({ all }) => all)];
    }),
  ];
  return grid([
    ['', 'n', ...LEGS.flatMap((leg) => [`${leg} any@${FIRST}`, `all@${FIRST}`])],
    ...categories.map((one) =>
      row(
        TYPES[one] ?? `type ${one}`,
        scores.filter(({ category }) => category === one),
      ),
    ),
    row('all', scores),
  ]);
}

export async function locomo(args: string[]): Promise<void> {
  const [file] = parseArgs({ args, allowPositionals: true, options: {} }).positionals;
  if (file === undefined) throw new Error('which file? npm run eval -- locomo FILE');
  const embedder = await CachedEmbedder.open(path.join(REPO, '.cache/eval'));
  try {
    const { scores, without } = await scoresOf(file, (text) => embedder.embed(text));
    console.log(`${tableText(scores)}\n\n  ${without} questions name no turn that is there and are not counted`);
  } finally {
    await embedder.close();
  }
}
