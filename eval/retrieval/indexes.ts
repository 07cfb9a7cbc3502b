/** A corpus as the product would hold it: one index a project, with the items' vectors, with or without their cues. */
import { vectorOf } from '../../src/learn/vectors.ts';
import type { Entry } from '../../src/search/lexical.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { wordingText } from '../../src/store/embeddings.ts';
import { type Corpus, type RuleLine, rulesOf } from './corpus.ts';

export type Embed = (text: string) => Promise<Float32Array>;

const entryOf = (rule: RuleLine, cues: string[]): Entry => ({
  id: rule.id,
  type: rule.kind === 'fact' ? 'profile' : 'rule',
  version: 1,
  trigger: rule.trigger,
  content: rule.content,
  rationale: rule.rationale,
  cues,
  expires_at: null,
  evidence: 1,
  learned_at: '2026-01-01T00:00:00.000Z',
});

/** `embed` undefined: without vectors. */
export async function indexOf(entries: readonly Entry[], embed: Embed | undefined): Promise<SearchIndex> {
  const index = new SearchIndex();
  index.sync(entries);
  if (embed === undefined) return index;
  for (const entry of entries) {
    const vector = await vectorOf({ text: wordingText(entry), cues: entry.cues }, embed);
    if (vector) index.vectors.put(entry.id, vector);
  }
  return index;
}

export async function indexesOf(
  corpus: Corpus,
  withCues: boolean,
  embed: Embed | undefined,
): Promise<Map<string, SearchIndex>> {
  const indexes = new Map<string, SearchIndex>();
  for (const project of new Set(corpus.queries.map((query) => query.project))) {
    const entries = rulesOf(corpus, project).map((rule) =>
      entryOf(rule, withCues ? (corpus.cues.get(rule.id) ?? []) : []),
    );
    indexes.set(project, await indexOf(entries, embed));
  }
  return indexes;
}
