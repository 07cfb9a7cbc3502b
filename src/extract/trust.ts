/**
 * Which turns an entry must cite to be believed. A correction, a fact and a request to forget need a turn that a person
 * typed; a recipe needs a call that failed and a later one of its kind that worked, or a person who said it.
 */
import type { Interaction } from '../core/interaction.ts';
import { signalOf } from '../core/signal.ts';
import { isPlain, words } from '../core/words.ts';
import { humanWords } from './human-words.ts';
import type { Window, WindowTurn } from './window.ts';

export function trustFault(
  recipe: string | undefined,
  cited: readonly WindowTurn[],
  window: Window,
): string | undefined {
  const human = cited.filter(({ record }) => humanWords(record) !== undefined);
  if (recipe === undefined) return human.length > 0 ? undefined : 'cites no turn that a person typed';
  if (cited.some((turn) => wasMended(turn, window)) || isStated(recipe, human, window)) return undefined;
  return 'cites neither a failure that was got over nor a person who said it';
}

/** The call failed, and a later one of its kind went well. */
function wasMended(turn: WindowTurn, { turns }: Window): boolean {
  const failed = turn.record;
  if (failed.type !== 'ToolEnd' || failed.status !== 'error') return false;
  return turns
    .slice(turns.indexOf(turn) + 1)
    .some(({ record }) => record.type === 'ToolEnd' && record.status === 'ok' && family(record) === family(failed));
}

const WRITERS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Tools that stand in for each other; of MCP tools, those of one server. */
function family({ tool }: Interaction & { type: 'ToolEnd' }): string {
  if (WRITERS.has(tool)) return 'Write';
  return /^(mcp__.+?)__/.exec(tool)?.[1] ?? tool;
}

/** Part of a recipe's telling words that its person must have used. */
const STATED = 0.4;

/** A person asked to remember what was done, or used the recipe's own words. */
function isStated(recipe: string, human: readonly WindowTurn[], { turns }: Window): boolean {
  const said = new Set(words(recipe).filter((term) => !isPlain(term)));
  const own = new Set(human.flatMap(({ record }) => words(humanWords(record) ?? '')));
  if ([...said].filter((term) => own.has(term)).length >= Math.max(1, said.size * STATED)) return true;
  return human.some((turn) => {
    const earlier = turns.slice(0, turns.indexOf(turn)).map(({ record }) => record);
    return signalOf(turn.record, earlier)?.kind === 'note';
  });
}
