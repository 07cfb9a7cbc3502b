/**
 * `npm run eval -- pairs`: which lessons a job would show to whoever names relations, and how many of them for nothing. Rules of the
 * corpus said in other words (eval/paraphrases.jsonl) have to meet the rule they repeat among the others of its project; rules of
 * the corpus as they are meet only others. Calibrates reconcile/similar.ts; figures are no failures.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { cosine } from '../src/core/vectors.ts';
import { vectorOf } from '../src/learn/vectors.ts';
import { ALIKE, PAIRS_PER_PROPOSAL } from '../src/reconcile/propose.ts';
import { type Comparable, lexicalSimilarity, withMeaning } from '../src/reconcile/similar.ts';
import { wordingText } from '../src/store/embeddings.ts';
import { grid } from './grid.ts';
import { readCorpus, SHARED } from './retrieval/corpus.ts';
import { CachedEmbedder } from './vectors.ts';

const REPO = path.resolve(import.meta.dirname, '..');
const Line = z.object({ of: z.string(), trigger: z.string(), content: z.string(), cues: z.array(z.string()) });

interface Known extends Comparable {
  id: string;
  project: string;
  vector: Float32Array;
}
/** `of`: what it repeats; undefined: nothing. */
interface Said extends Omit<Known, 'id'> {
  of?: string;
}

async function read(embed: (text: string) => Promise<Float32Array>): Promise<{ known: Known[]; said: Said[] }> {
  const corpus = readCorpus(path.join(REPO, 'eval/corpus'));
  const meant = async (words: Pick<Comparable, 'trigger' | 'content' | 'cues'>) =>
    (await vectorOf({ text: wordingText(words), cues: [...words.cues] }, embed)) as Float32Array;
  const known: Known[] = [];
  for (const { id, project, kind, trigger, content, status } of corpus.rules) {
    if (status !== 'CURRENT') continue;
    const type = kind === 'fact' ? 'profile' : 'rule';
    const words = { trigger, content, cues: corpus.cues.get(id) ?? [] };
    known.push({ id, project, type, ...words, vector: await meant(words) });
  }
  const said: Said[] = [];
  for (const line of fs.readFileSync(path.join(REPO, 'eval/paraphrases.jsonl'), 'utf8').trim().split('\n')) {
    const { of, ...words } = Line.parse(JSON.parse(line));
    const rule = known.find(({ id }) => id === of);
    if (!rule) throw new Error(`${of} is no current rule`);
    said.push({ of, ...words, project: rule.project, type: rule.type, vector: await meant(words) });
  }
  return { known, said };
}

/** Ids of what is proposed, as proposePairs does it for one candidate. */
function proposed(one: Said, pool: readonly Known[], byMeaning: boolean): string[] {
  const by = new Map(pool.map(({ id, vector }) => [id, cosine(one.vector, vector)]));
  const similarity = byMeaning ? withMeaning(() => ({ of: (id) => by.get(id), best: () => [] })) : lexicalSimilarity;
  const scores = similarity(one, pool);
  return pool
    .map(({ id }, i) => ({ id, score: scores[i] ?? 0 }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score)
    .slice(0, PAIRS_PER_PROPOSAL)
    .map(({ id }) => id);
}

export async function pairs(): Promise<void> {
  const embedder = await CachedEmbedder.open(path.join(REPO, '.cache/eval'));
  try {
    const { known, said } = await read((text) => embedder.embed(text));
    const rows = [['', 'said again, and found', 'pairs for nothing, each', 'new: pairs for nothing, each']];
    for (const [where, all] of [['its project', false] as const, ['all projects', true] as const]) {
      for (const byMeaning of [false, true]) {
        const poolOf = (one: Said, id?: string) =>
          known.filter(
            (other) =>
              other.id !== id &&
              other.type === one.type &&
              (all || other.project === one.project || other.project === SHARED),
          );
        const again = said.map((one) => ({ of: one.of ?? '', ids: proposed(one, poolOf(one), byMeaning) }));
        const found = again.filter(({ of, ids }) => ids.includes(of)).length;
        const wrong = again.reduce((sum, { of, ids }) => sum + ids.filter((id) => id !== of).length, 0);
        const fresh = known.reduce((sum, one) => sum + proposed(one, poolOf(one, one.id), byMeaning).length, 0);
        const each = (sum: number, of: number) => (sum / of).toFixed(2);
        rows.push([
          `${byMeaning ? 'words and meaning' : 'words'}, among ${where}`,
          `${found} of ${said.length}`,
          each(wrong, said.length),
          each(fresh, known.length),
        ]);
      }
    }
    console.log(grid(rows));
  } finally {
    await embedder.close();
  }
}
