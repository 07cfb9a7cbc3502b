/**
 * What reconciling costs without the model: a hundred candidates against ten thousand stored rules, of which a quarter is said
 * again word for word, a quarter in other words, and half is new. Read, compared, decided and written, on a store as a
 * running daemon has it: open, its pages warm. Once more with a vector for each of them: reading and comparing these comes
 * before, in steps of some milliseconds. Making the candidates' vectors is left out; `npm run bench -- embed` measures it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../src/core/clock.ts';
import type { Candidate, RuleCandidate } from '../src/core/rule.ts';
import { DIMENSIONS, normalised } from '../src/core/vectors.ts';
import { meaningOf } from '../src/learn/meaning.ts';
import type { TextModel } from '../src/learn/text-model.ts';
import { fillVectors } from '../src/learn/vectors.ts';
import { applyPlan } from '../src/reconcile/apply.ts';
import { proposalOf, ruleOf } from '../src/reconcile/lesson.ts';
import { reconcile } from '../src/reconcile/reconcile.ts';
import { insertRule } from '../src/store/rules.ts';
import { projects } from '../src/store/schema.ts';
import { makeCorpus } from './corpus.ts';
import { makeWorld, median, unrelated } from './world.ts';

const PROJECT = 'bench';
const CANDIDATES = 100;
const TARGET_MS = 300;
const ROUNDS = 7;

const rulesOf = (size: number, seed: number, session: string): RuleCandidate[] =>
  makeCorpus(size, seed).entries.map(({ trigger, content, rationale, cues }, seq) => ({
    type: 'rule',
    scope: 'project',
    kind: 'correction',
    trigger,
    content,
    rationale,
    cues: [...cues],
    evidence: [{ session_id: session, seq }],
    learned_at: new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString(),
  }));

function candidatesOf(stored: readonly RuleCandidate[], round: number): Candidate[] {
  const fresh = rulesOf(CANDIDATES, 1_000 + round, `fresh ${round}`);
  return fresh.map((one, i) => {
    const old = stored[(i * 97 + round * 13) % stored.length] as RuleCandidate;
    const { evidence, learned_at } = one;
    if (i % 4 === 0) return { ...old, evidence, learned_at };
    if (i % 4 === 1)
      return { ...old, content: `${old.content.replace('Use', 'Work with')} As agreed.`, evidence, learned_at };
    return one;
  });
}

interface Cost {
  wall: number;
  /** What the processor was busy for: on a machine that does something else, too, this says more. */
  cpu: number;
}
interface Round extends Cost {
  /** Reading and comparing the vectors, before it. */
  compared: Cost;
  /** What anything else in the daemon had to wait for at most, in ms, meanwhile. */
  longestStep: number;
}

async function timed<T>(work: () => Promise<T>): Promise<{ done: T; cost: Cost }> {
  const [from, busy] = [performance.now(), process.cpuUsage()];
  const done = await work();
  const { user, system } = process.cpuUsage(busy);
  return { done, cost: { wall: performance.now() - from, cpu: (user + system) / 1_000 } };
}

const MODEL = 'bench';
/** A direction for each word, so that texts with the same words are near each other. */
function vectorOfText(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().split(/\W+/)) {
    let seed = 0;
    for (const letter of word) seed = (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
    for (let i = 0; i < DIMENSIONS; i++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      vector[i] = (vector[i] as number) + seed / 2 ** 32 - 0.5;
    }
  }
  return normalised(vector) as Float32Array;
}
const model: TextModel = { modelId: MODEL, embed: async (text) => vectorOfText(text) };

async function measure(size: number, by?: TextModel): Promise<Round[]> {
  const world = await makeWorld(0);
  try {
    const { store } = world.context;
    const stored = rulesOf(size, 1, 'stored');
    store.transaction((tx) => {
      tx.insert(projects).values({ id: PROJECT, label: PROJECT, path: '/bench', first_seen: '2026-01-01' }).run();
      for (const one of stored) insertRule(tx, ruleOf(proposalOf(one, PROJECT, one.learned_at).lesson));
    });
    const times: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const candidates = candidatesOf(stored, round);
      // What the last round learned has its vectors: the daemon made them meanwhile.
      if (by) await fillVectors(store, { modelId: MODEL, embed: by.embed }, { clock: systemClock });
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const compare = async () => by && meaningOf(world.context, by, { projectId: PROJECT, candidates });
      const { done: meaning, cost: compared } = await timed(compare);
      delay.disable();
      const { cost } = await timed(async () => {
        const asked = { db: store.db, ask: unrelated, projectId: PROJECT, candidates, clock: systemClock };
        const done = await reconcile({ ...asked, meaning });
        if (!done.ok) throw new Error(done.message);
        store.transaction((tx) => applyPlan(tx, done.plan, { extractionId: null, clock: systemClock }));
      });
      times.push({ ...cost, compared, longestStep: delay.max / 1e6 });
    }
    return times;
  } finally {
    await world.close();
  }
}

export async function reconcileFigures(): Promise<void> {
  console.log(`\nreconcile of ${CANDIDATES} candidates, without the model`);
  const small = middle((await measure(1_000)).slice(1));
  const [first, ...rest] = await measure(10_000);
  const large = middle(rest);
  const ratio = (large.cpu / small.cpu).toFixed(1);
  const verdict = large.wall <= TARGET_MS ? 'met' : 'MISSED';
  console.log(`  against  1000 rules   ${shown(small)}`);
  console.log(`  against 10000 rules   ${shown(large)}   ${ratio} times that   target ${TARGET_MS} ms ${verdict}`);
  if (first) console.log(`  the first time        ${shown(first)}`);
  const near = (await measure(10_000, model)).slice(1);
  const met = middle(near).wall <= TARGET_MS ? 'met' : 'MISSED';
  console.log(`  with vectors          ${shown(middle(near))}   target ${TARGET_MS} ms ${met}`);
  const step = median(near.map(({ longestStep }) => longestStep)).toFixed(0);
  console.log(
    `    these compared before it   ${shown(middle(near.map(({ compared }) => compared)))}   longest step ${step} ms`,
  );
}

const middle = (costs: readonly Cost[]): Cost => ({
  wall: median(costs.map(({ wall }) => wall)),
  cpu: median(costs.map(({ cpu }) => cpu)),
});
const shown = ({ wall, cpu }: Cost): string => `${wall.toFixed(0)} ms (${cpu.toFixed(0)} ms of processor)`;
