/**
 * The labelled corpus, read once at the edge: JSON Lines of three kinds, told apart by their keys. A folder is read as all its
 * *.jsonl files together. A line that fits none, or that names a rule that is not there, is an error that names the line.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const RuleLine = z.object({
  id: z.string(),
  /** `shared`: true in every project. */
  project: z.string(),
  kind: z.enum(['correction', 'recipe', 'fact']),
  trigger: z.string(),
  content: z.string(),
  rationale: z.string().default(''),
  status: z.enum(['CURRENT', 'ARCHIVED']),
});
const CuesLine = z.object({ id: z.string(), cues: z.array(z.string()) });
const QueryLine = z.object({
  id: z.string(),
  type: z.string(),
  project: z.string(),
  text: z.string(),
  /** Ids of the rules that answer it; empty when nothing should be told. */
  expected: z.array(z.string()),
});

export type RuleLine = z.infer<typeof RuleLine>;
export type Query = z.infer<typeof QueryLine>;
export interface Corpus {
  rules: RuleLine[];
  cues: Map<string, string[]>;
  queries: Query[];
}

export const SHARED = 'shared';

function filesOf(place: string): string[] {
  if (!fs.statSync(place).isDirectory()) return [place];
  const names = fs.readdirSync(place).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => path.join(place, name));
}

function fault(error: unknown): string {
  if (!(error instanceof z.ZodError)) return String(error);
  return error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ');
}

export function readCorpus(place: string): Corpus {
  const corpus: Corpus = { rules: [], cues: new Map(), queries: [] };
  for (const file of filesOf(place)) {
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    for (const [i, line] of lines.entries()) {
      if (line.trim() === '') continue;
      try {
        add(corpus, JSON.parse(line));
      } catch (error) {
        throw new Error(`${file}:${i + 1}: ${fault(error)}`);
      }
    }
  }
  check(corpus, place);
  return corpus;
}

function add(corpus: Corpus, value: object): void {
  if ('expected' in value) corpus.queries.push(QueryLine.parse(value));
  else if ('content' in value) corpus.rules.push(RuleLine.parse(value));
  else {
    const { id, cues } = CuesLine.parse(value);
    corpus.cues.set(id, cues);
  }
}

function check({ rules, cues, queries }: Corpus, place: string): void {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  if (known.size < rules.length) throw new Error(`${place}: two rules have one id`);
  for (const id of cues.keys()) if (!known.has(id)) throw new Error(`${place}: cues of ${id}, which is no rule`);
  for (const { id, expected } of queries) {
    const lost = expected.find((one) => known.get(one)?.status !== 'CURRENT');
    if (lost !== undefined) throw new Error(`${place}: query ${id} expects ${lost}, which is no current rule`);
  }
  if (queries.length === 0) throw new Error(`${place}: there is no query`);
}

/** What counts in a project: its own current rules and the shared ones. */
export const rulesOf = ({ rules }: Corpus, project: string): RuleLine[] =>
  rules.filter((rule) => rule.status === 'CURRENT' && (rule.project === project || rule.project === SHARED));
