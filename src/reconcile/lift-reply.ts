/**
 * One model call names which of some groups of alike rules say the same. As with relations, an answer counts as a whole or not
 * at all: a group that is missing, named twice or out of range makes it malformed, and nothing is stored.
 */
import * as z from 'zod';
import type { ModelCaller } from '../extract/caller.ts';
import { objectsIn } from '../extract/json-in-text.ts';
import { loadPrompt, render } from '../extract/prompt.ts';
import type { FailureClass } from '../store/schema.ts';
import type { Group, Named } from './lift.ts';

const LONGEST = 2_000;
const Numbers = z.array(z.number().int());
const Reply = z.object({
  groups: z.array(
    z.object({
      group: z.number().int(),
      same: Numbers,
      against: Numbers.optional(),
      trigger: z.string().max(LONGEST).optional(),
      content: z.string().max(LONGEST).optional(),
    }),
  ),
});
type Answer = z.infer<typeof Reply>['groups'][number];
const SCHEMA = z.toJSONSchema(Reply);

export type Lifted =
  | { ok: true; named: Named[] }
  | { ok: false; class: FailureClass; message: string; resetsAt: string | null };

/** `labels`: how each project is called. The answer's order is that of the groups. */
export async function nameGroups(
  groups: readonly Group[],
  labels: (projectId: string) => string,
  ask: ModelCaller,
): Promise<Lifted> {
  const projectId =
    groups.flatMap(({ rules }) => rules).find(({ project_id }) => project_id !== null)?.project_id ?? '';
  const lines = groups.map((group, i) => quote(group, i, labels)).join('\n');
  const { system, prompt, model } = render(loadPrompt('lift'), { groups: lines });
  const outcome = await ask({ purpose: 'lift', projectId, system, prompt, schema: SCHEMA, model });
  if (!outcome.ok) return { ok: false, class: outcome.class, message: outcome.message, resetsAt: outcome.resetsAt };
  const parsed = Reply.safeParse(outcome.structured ?? objectsIn(outcome.text).at(-1));
  const wrong = parsed.success ? faultIn(parsed.data.groups, groups) : 'no list of groups in it';
  if (!parsed.success || wrong !== undefined) {
    const message = `the reply about shared rules is unusable: ${wrong}`;
    return { ok: false, class: 'malformed', message, resetsAt: null };
  }
  const answers = parsed.data.groups;
  return {
    ok: true,
    named: groups.map((group, i) => namedIn(group, answers.find((answer) => answer.group === i + 1) as Answer)),
  };
}

/** One line of JSON in which no quoted text can end the section that holds it. */
function quote({ rules }: Group, index: number, labels: (projectId: string) => string): string {
  const lessons = rules.map(({ project_id, trigger, content }, i) => ({
    lesson: i + 1,
    project: project_id === null ? 'shared' : labels(project_id),
    when: trigger,
    do: content,
  }));
  const line = JSON.stringify({ group: index + 1, lessons });
  return line.replaceAll('<', '\\u003c').replaceAll('{{', '{\\u007b');
}

function faultIn(answers: readonly Answer[], groups: readonly Group[]): string | undefined {
  for (let group = 1; group <= groups.length; group++) {
    const times = answers.filter((answer) => answer.group === group).length;
    if (times !== 1) return `group ${group} is named ${times} times`;
  }
  for (const { group, same, against = [] } of answers) {
    const rules = groups[group - 1]?.rules;
    if (rules === undefined) return `there is no group ${group}`;
    const all = [...same, ...against];
    if (new Set(all).size < all.length) return `group ${group} names a lesson twice`;
    const stray = all.find((n) => n < 1 || n > rules.length);
    if (stray !== undefined) return `group ${group} has no lesson ${stray}`;
  }
  return undefined;
}

function namedIn({ rules }: Group, { same, against = [], trigger, content }: Answer): Named {
  const pick = (numbers: readonly number[]) => numbers.flatMap((n) => rules[n - 1] ?? []);
  const words = content?.trim() ? { trigger: trigger?.trim() ?? '', content: content.trim() } : undefined;
  return { same: pick(same), against: pick(against), ...(words ? { words } : {}) };
}
