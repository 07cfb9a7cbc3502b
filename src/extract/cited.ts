/**
 * What a citation stands for: the turns themselves, and around them what they answer. A person who says "no, pnpm" names
 * neither the command nor the file; what the agent had just done does.
 */
import type { Interaction } from '../core/interaction.ts';
import { withoutPasted } from '../core/own-words.ts';
import type { EvidenceRef } from '../core/rule.ts';
import { type Wording, wording } from './grounding.ts';
import { typedIn } from './human-words.ts';
import type { Window, WindowTurn } from './window.ts';

export interface Cited {
  turns: WindowTurn[];
  evidence: EvidenceRef[];
  /** Time of the newest of them. */
  learned_at: string;
}

/** A number stands for every record that is shown under it: a tool call's start and end. */
export function citedBy(numbers: readonly number[], window: Window): Cited | { why: string } {
  if (numbers.length === 0) return { why: 'cites no turn' };
  const missing = numbers.find((n) => !window.turns.some((turn) => turn.n === n));
  if (missing !== undefined) return { why: `cites turn ${missing}, which is not in the window` };
  const turns = window.turns.filter((turn) => numbers.includes(turn.n));
  if (turns.every((turn) => turn.context)) return { why: 'cites only turns that were already read' };
  const newest =
    turns
      .map((turn) => turn.record.ts)
      .sort()
      .at(-1) ?? '';
  return { turns, evidence: turns.map((turn) => turn.ref), learned_at: newest };
}

/**
 * The wording of the cited turns and of their neighbours. Back to the prompt before: what the agent said and ran that they
 * answer, and the last result. From there on: what the agent ran in answer to them. Other results and what the agent told of
 * them stay out: what a page or a file said is nobody's word.
 */
export function wordingAround(cited: readonly WindowTurn[], window: Window): Wording {
  const parts: string[] = cited.map(({ record }) => wordsOf(record, true));
  for (const turn of cited) {
    const at = window.turns.indexOf(turn);
    parts.push(...before(window.turns, at), ...after(window.turns, at));
  }
  return wording(parts);
}

function before(turns: readonly WindowTurn[], at: number): string[] {
  const parts: string[] = [];
  let results = 0;
  for (let i = at - 1; i >= 0; i--) {
    const record = turns[i]?.record;
    if (record === undefined) break;
    if (record.type === 'ToolEnd') results += 1;
    parts.push(wordsOf(record, results === 1));
    if (record.type === 'User' || record.type === '[correction]') break;
  }
  return parts;
}

/** A "yes" may stand between a correction and what the agent makes of it. */
const PROMPTS_AFTER = 1;

function after(turns: readonly WindowTurn[], at: number): string[] {
  const parts: string[] = [];
  let prompts = 0;
  for (const { record } of turns.slice(at + 1)) {
    if (record.type === 'User' || record.type === '[correction]') prompts += 1;
    if (prompts > PROMPTS_AFTER) break;
    if (record.type === 'ToolStart') parts.push(wordsOf(record, false));
  }
  return parts;
}

function wordsOf(record: Interaction, output: boolean): string {
  const typed = withoutPasted(typedIn(record) ?? '');
  switch (record.type) {
    case 'Assistant':
      return record.text;
    case 'ToolStart':
      return `${record.tool} ${stringsIn(record.input)}`;
    case 'ToolEnd':
      return `${record.tool}\n${typed}\n${output && record.status !== 'rejected' ? record.output : ''}`;
    case 'StopFailure':
      return `${record.error} ${record.text ?? ''}`;
    default:
      return typed;
  }
}

/** An input's keys and texts, without JSON's escapes. */
function stringsIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([key, item]) => `${key} ${stringsIn(item)}`)
    .join('\n');
}

/** Everything in the window, whoever said it. */
export const wordingOf = ({ turns }: Window): Wording => wording(turns.map(({ record }) => stringsIn(record)));
