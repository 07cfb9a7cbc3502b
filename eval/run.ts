/**
 * `npm run eval`: of scenarios (`-- --scenarios FILE …`), of the ranking (`-- retrieval [PLACE]`), of LoCoMo (`-- locomo FILE`), or of
 * what reconcile compares (`-- pairs`).
 */
import { locomo } from './locomo/run.ts';
import { pairs } from './pairs.ts';
import { playScenarios } from './play-scenarios.ts';
import { retrieval } from './retrieval/run.ts';

const [part, ...rest] = process.argv.slice(2);
if (part === 'retrieval') await retrieval(rest);
else if (part === 'locomo') await locomo(rest);
else if (part === 'pairs') await pairs();
else await playScenarios(process.argv.slice(2));
