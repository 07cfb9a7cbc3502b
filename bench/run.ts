/**
 * `npm run bench`: what claude-smart costs, as medians over interleaved runs and as ratios to bare `node -e 0` in the same
 * run, because absolute times say more about the machine than about the program. `npm run bench -- session` drives the real
 * Claude Code instead; `npm run bench -- signals [FILE] [--rows OUT] [--phrases]` measures how well corrections are seen, `npm run
 * bench -- gate [FILE]` how well windows that teach are told from the rest, `npm run bench -- signals-fit` makes the
 * phrases' weights, and `npm run bench -- signals-head` those of the head that also knows what the embedding model makes of them.
 */
import { embed } from './embed.ts';
import { gateFigures } from './gate.ts';
import { hooks } from './hooks.ts';
import { memory } from './memory.ts';
import { reconcileFigures } from './reconcile.ts';
import { searchBench } from './search.ts';
import { run as session } from './session.ts';
import { signals } from './signals.ts';
import { signalsFit } from './signals-fit.ts';
import { signalsHead } from './signals-head.ts';
import { store } from './store.ts';

/** What is run when none is named. */
const USUAL = ['hooks', 'store', 'search', 'embed', 'memory'];
const parts: Record<string, () => Promise<void>> = {
  hooks,
  store,
  search: searchBench,
  embed,
  memory,
  reconcile: reconcileFigures,
  session,
  'signals-fit': signalsFit,
  'signals-head': signalsHead,
};
/** These stand alone, and read the words behind their names. */
const withWords: Record<string, (words: readonly string[]) => Promise<void>> = { signals, gate: gateFigures };

async function run(chosen: readonly string[]): Promise<void> {
  const [first = '', ...rest] = chosen;
  if (Object.hasOwn(withWords, first)) return withWords[first]?.(rest);
  const unknown = chosen.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    const known = Object.keys({ ...parts, ...withWords });
    console.error(`bench: no part named ${unknown.join(', ')}; there are ${known.join(', ')}`);
    process.exitCode = 2;
    return;
  }
  for (const name of chosen.length > 0 ? chosen : USUAL) await parts[name]?.();
}

await run(process.argv.slice(2));
