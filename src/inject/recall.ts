/** What to tell at a prompt: the best few lessons that fit it and that the session was not shown yet. Mostly nothing. */
import { type Clock, iso } from '../core/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Entry } from '../search/lexical.ts';
import { projectIndex } from '../search/project-index.ts';
import { search } from '../search/search.ts';
import type { Store } from '../store/open.ts';
import { shownId } from '../store/shown-id.ts';
import { factText, frame, type Item, ruleText } from './render.ts';
import { select } from './select.ts';

export interface Recalled {
  /** '' when nothing fits. */
  text: string;
  ids: string[];
}

export function recall(
  { store, clock }: { store: Store; clock: Clock },
  { projectId, prompt, seen }: { projectId: string; sessionId: string; prompt: string; seen: ReadonlySet<string> },
  config: Pick<Config, 'promptUnits' | 'promptCount'>,
): Recalled {
  const index = projectIndex(store, projectId);
  // Seen ones are taken out after the search: what fits a prompt less well is not told because the best was told before.
  const hits = search(index, prompt, { limit: config.promptCount, now: iso(clock) });
  const items = hits
    .filter(({ entry }) => !seen.has(entry.id))
    .map(({ entry }) => itemOf(entry, shownId(store.db, entry.id)));
  const chosen = select(items, config.promptUnits, config.promptCount).items;
  return { text: frame(chosen, 0), ids: chosen.map(({ id }) => id) };
}

const itemOf = (entry: Entry, short: string): Item => ({
  id: entry.id,
  short,
  text: entry.type === 'rule' ? ruleText(entry) : factText(entry),
});
