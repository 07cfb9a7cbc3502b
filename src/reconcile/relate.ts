/**
 * One model call names the relation of every proposed pair. The answer counts as a whole or not at all: a pair that is
 * missing, named twice or out of range makes it malformed, and then nothing is stored (and asked again later).
 */
import * as z from 'zod';
import type { Verdict } from '../core/rule.ts';
import { isIdentifier, words } from '../core/words.ts';
import type { ModelCaller } from '../extract/caller.ts';
import { objectsIn } from '../extract/json-in-text.ts';
import { loadPrompt, render } from '../extract/prompt.ts';
import type { FailureClass } from '../store/schema.ts';
import type { Verdicts } from './decide.ts';
import type { ForgetPair } from './forget.ts';
import type { Lesson } from './lesson.ts';
import type { Pair } from './propose.ts';

const LONGEST = 2_000;
const Reply = z.object({
  pairs: z.array(
    z.object({
      pair: z.number().int(),
      relation: z.enum(['same', 'refines', 'narrows', 'contradicts', 'unrelated', 'withdraws']),
      trigger: z.string().max(LONGEST).optional(),
      content: z.string().max(LONGEST).optional(),
    }),
  ),
});
type Named = z.infer<typeof Reply>['pairs'][number];
const SCHEMA = z.toJSONSchema(Reply);

export type Related =
  | { ok: true; verdicts: Verdicts }
  | { ok: false; class: FailureClass; message: string; resetsAt: string | null; reply?: string };

export async function relate(
  pairs: readonly (Pair | ForgetPair)[],
  projectId: string,
  ask: ModelCaller,
): Promise<Related> {
  if (pairs.length === 0) return { ok: true, verdicts: new Map() };
  const { system, prompt, model } = render(loadPrompt('relate'), { pairs: pairs.map(quote).join('\n') });
  const outcome = await ask({ purpose: 'relate', projectId, system, prompt, schema: SCHEMA, model });
  if (!outcome.ok) return { ok: false, class: outcome.class, message: outcome.message, resetsAt: outcome.resetsAt };
  const parsed = Reply.safeParse(outcome.structured ?? objectsIn(outcome.text).at(-1));
  const named = parsed.success ? parsed.data.pairs : undefined;
  const wrong = named === undefined ? 'no list of pairs in it' : faultIn(named, pairs);
  if (named === undefined || wrong !== undefined) {
    const reply = outcome.text || JSON.stringify(outcome.structured);
    return {
      ok: false,
      class: 'malformed',
      message: `the reply about related lessons is unusable: ${wrong}`,
      resetsAt: null,
      reply,
    };
  }
  return {
    ok: true,
    verdicts: new Map(
      pairs.map((pair, i) => [
        pair.key,
        verdictOf(
          pair,
          named.find((n) => n.pair === i + 1),
        ),
      ]),
    ),
  };
}

/** One line of JSON in which no quoted text can end the section that holds it. */
function quote(pair: Pair | ForgetPair, index: number): string {
  const words = ({ type, trigger, content }: Lesson) =>
    type === 'rule' ? { when: trigger, do: content } : { do: content };
  const other = 'forget' in pair ? { forget: pair.forget } : { newer: words(pair.newer) };
  const line = JSON.stringify({ pair: index + 1, older: words(pair.older), ...other });
  return line.replaceAll('<', '\\u003c').replaceAll('{{', '{\\u007b');
}

function faultIn(named: readonly Named[], pairs: readonly (Pair | ForgetPair)[]): string | undefined {
  const count = pairs.length;
  for (let pair = 1; pair <= count; pair++) {
    const times = named.filter((n) => n.pair === pair).length;
    if (times !== 1) return `pair ${pair} is named ${times} times`;
  }
  const stray = named.find((n) => n.pair < 1 || n.pair > count);
  if (stray) return `there is no pair ${stray.pair}`;
  const isLesson = (n: Named) => !('forget' in Object(pairs[n.pair - 1]));
  const bare = named.find((n) => rewrites(n.relation) && isLesson(n) && !n.content?.trim());
  return bare && `pair ${bare.pair} ${bare.relation}, but into what is not said`;
}

function verdictOf(pair: Pair | ForgetPair, named: Named | undefined): Verdict {
  if (named === undefined) throw new Error('a pair without a name passed the check');
  // Only the one word that says so retires a lesson; between two lessons that word can only mean that the newer one stands.
  if ('forget' in pair) return { relation: named.relation === 'withdraws' ? 'withdraws' : 'unrelated' };
  if (named.relation === 'withdraws') return { relation: 'contradicts' };
  if (!rewrites(named.relation)) return { relation: named.relation };
  const trigger = pair.older.type === 'rule' ? named.trigger?.trim() || pair.older.trigger : '';
  const combined = { trigger, content: named.content?.trim() ?? '' };
  // A combination that names a thing neither lesson names was made up: the two stay side by side instead.
  if (named.relation === 'refines') {
    return inventsNames(combined, pair) ? { relation: 'unrelated' } : { relation: 'refines', combined };
  }
  // An exception takes nothing away: when the words for both lost or made up a name, both are said in their own words.
  const sound = !inventsNames(combined, pair) && !losesNames(combined, pair);
  return { relation: 'narrows', combined: sound ? combined : sideBySide(pair) };
}

const rewrites = (relation: Named['relation']): relation is 'refines' | 'narrows' =>
  relation === 'refines' || relation === 'narrows';

const namesIn = (text: string): string[] => words(text).filter((term) => isIdentifier(term) || /^\p{N}+$/u.test(term));

/** Which of the two is the exception is not told; the one with the newer turn goes last. */
function sideBySide({ older, newer }: Pair): { trigger: string; content: string } {
  const place = newer.trigger !== '' && newer.trigger !== older.trigger ? ` (when ${newer.trigger})` : '';
  return { trigger: older.trigger, content: `${older.content.replace(/[.;\s]+$/, '')}; ${newer.content}${place}` };
}

function losesNames(combined: { trigger: string; content: string }, { older, newer }: Pair): boolean {
  const kept = `${combined.trigger}\n${combined.content}`.toLowerCase();
  return [older, newer].some(({ content }) => namesIn(content).some((term) => !kept.includes(term)));
}

function inventsNames(combined: { trigger: string; content: string }, { older, newer }: Pair): boolean {
  const given = [older, newer].flatMap(({ trigger, content, rationale }) => [trigger, content, rationale]).join('\n');
  const said = new Set(words(given));
  const lower = given.toLowerCase();
  const names = namesIn(`${combined.trigger}\n${combined.content}`);
  return names.some((term) => !said.has(term) && !lower.includes(term));
}
