/**
 * A made-up playbook of any size, the same for the same seed: rules that share the vocabulary real ones share (a few words
 * in nearly all of them, many in few, some identifiers in one), and prompts of which some have a rule and some have none.
 */
import type { Entry } from '../src/search/lexical.ts';

/** mulberry32's recurrence: 32 bits of state, enough for a corpus. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const list = (text: string) => text.trim().split(/\s+/);
const VERBS = list(
  'add write change run build test deploy migrate fix review rename split cache log retry validate format parse index mock',
);
const TASKS =
  list(`endpoint migration handler component query worker job schema form table report page layout importer exporter parser
  client server fixture snapshot token session queue mailer webhook sitemap chart grid modal filter router`);
const AREAS =
  list(`billing checkout invoice customer order refund payroll roster ledger catalog shipment tariff warehouse booking tender
  ticket garden museum library clinic reactor orchard telescope harbour vineyard`);
const TOOLS = list(
  'pnpm vitest ruff terraform helm ansible gradle cargo bazel playwright eslint prettier alembic sqlc protoc dbt kustomize pytest',
);
const REASONS = list('production outage review audit latency flaky memory deadlock rollback cost privacy licence');
const SYLLABLES = list(
  'ka lo mi ru ten var sol bek dro fin gal hus jor lem nax pir qua rit sev tul wex yor zan bro cle',
);

export interface Corpus {
  entries: Entry[];
  /** Prompts that a rule of the corpus is about. */
  near: string[];
  /** Prompts about nothing in it. */
  far: string[];
}

export function makeCorpus(size: number, seed = 1): Corpus {
  const random = randomFrom(seed);
  // Squared: the front of each list is far more common than its end, as words are.
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() ** 2 * from.length)] as T;
  const name = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join('');
  const domain = Array.from({ length: 400 + Math.floor(size / 5) }, name);
  const entries: Entry[] = [];
  const near: string[] = [];
  for (let i = 0; i < size; i++) {
    const [verb, task, area, tool, word] = [pick(VERBS), pick(TASKS), pick(AREAS), pick(TOOLS), pick(domain)];
    const identifier = `${name()}_${name()}`;
    const cue = () => `${pick(VERBS)} the ${pick(domain)} ${pick(TASKS)} for the ${area}`;
    entries.push({
      id: `rule${String(i).padStart(8, '0')}`,
      type: 'rule',
      version: 1,
      trigger: `you ${verb} a ${task} in the ${area} module`,
      content: `Use ${tool} with --${identifier}=${Math.floor(random() * 900)} for ${word}; never call ${name()}.${name()}() directly, go through the ${pick(domain)} ${task}.`,
      rationale: `The ${area} had a ${pick(REASONS)} because of the ${pick(domain)} ${pick(TASKS)}.`,
      cues: [cue(), cue(), cue(), cue(), `${verb} the ${word} ${task}`],
      expires_at: null,
      evidence: 1,
      learned_at: '2026-01-01T00:00:00.000Z',
    });
    if (i % 50 === 0)
      near.push(`please ${verb} the ${word} ${task} of the ${area} and use the new ${pick(domain)} one`);
  }
  const far = Array.from(
    { length: 200 },
    () =>
      `please fix the ${name()}x file, run it again and tell me why the value of ${name()}q is wrong, it worked before`,
  );
  return { entries, near, far };
}
