/**
 * What to tell at an event: the best few lessons that fit it and that the session was not shown yet. Mostly nothing. The query's
 * vector is the caller's to get; without one the words alone decide.
 */
import { type Clock, iso } from '../core/clock.ts';
import { estimateTokens } from '../core/tokens.ts';
import type { Config, InjectionEvent } from '../platform/config.ts';
import type { Entry } from '../search/lexical.ts';
import { projectIndex } from '../search/project-index.ts';
import { search } from '../search/search.ts';
import type { Store } from '../store/open.ts';
import { shownId } from '../store/shown-id.ts';
import { isAboutActing } from './acting.ts';
import { factText, frame, type Item, ruleText } from './render.ts';
import { select } from './select.ts';

export interface Recalled {
  /** '' when nothing fits. */
  text: string;
  ids: string[];
  /** Estimated. */
  tokens: number;
}

export interface Wanted {
  event: InjectionEvent;
  projectId: string;
  query: string;
  seen: ReadonlySet<string>;
  /** The model whose vectors are searched, and the query's vector, where there is one. */
  modelId?: string | undefined;
  queryVector?: Float32Array | undefined;
}

export const NOTHING: Recalled = { text: '', ids: [], tokens: 0 };

/** Hits looked at where some will not be told for another reason than how well they fit. */
const FILTERED = 4;

export function recall(
  { store, clock }: { store: Store; clock: Clock },
  { event, projectId, query, seen, modelId, queryVector }: Wanted,
  config: Pick<Config, 'inject'>,
): Recalled {
  const budget = config.inject[event];
  if (budget.count === 0 || query === '') return NOTHING;
  const index = projectIndex(store, projectId, modelId);
  const actingOnly = event === 'PreToolUse';
  // Seen ones are taken out after the search: what fits a prompt less well is not told because the best was told before.
  const items = search(index, query, {
    limit: FILTERED * budget.count,
    floor: budget.floor,
    asked: event.includes('ToolUse'),
    now: iso(clock),
    queryVector,
  })
    .filter(({ entry }) => !actingOnly || (entry.type === 'rule' && isAboutActing(entry.trigger)))
    // One that is longer than everything the event may be told takes nobody's place.
    .filter(({ entry: { content } }) => content.length <= budget.units && estimateTokens(content) <= budget.tokens)
    .slice(0, budget.count)
    .filter(({ entry }) => !seen.has(entry.id))
    .map(({ entry }) => itemOf(entry, shownId(store.db, entry.id)));
  const chosen = select(items, budget).items;
  const text = frame(chosen, 0);
  return { text, ids: chosen.map(({ id }) => id), tokens: estimateTokens(text) };
}

const itemOf = (entry: Entry, short: string): Item => ({
  id: entry.id,
  short,
  text: entry.type === 'rule' ? ruleText(entry) : factText(entry),
});
