/** What a citation stands for: the turns under its numbers, when they are there and one of them is new. */
import type { EvidenceRef } from '../core/rule.ts';
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
