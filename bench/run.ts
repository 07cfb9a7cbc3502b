/**
 * `npm run bench`: what claude-smart costs, as medians over interleaved runs and as ratios to bare `node -e 0` in the same
 * run, because absolute times say more about the machine than about the program. `npm run bench -- session` drives the real
 * Claude Code instead.
 */
import { hooks } from './hooks.ts';
import { memory } from './memory.ts';
import { run as session } from './session.ts';
import { store } from './store.ts';

const parts: Record<string, () => Promise<void>> = { hooks, store, memory, session };
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`bench: no part named ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
for (const name of chosen.length > 0 ? chosen : ['hooks', 'store', 'memory']) await parts[name]?.();
