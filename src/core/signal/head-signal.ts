/**
 * What a second look changes: the signal of a turn in whose words no phrase speaks for a correction, and that nothing else
 * explains. Everything that has a reason keeps it: the head helps where phrases are blind, and nowhere else (figures:
 * `npm run bench -- signals-head`).
 */
import type { Signal } from '../signal.ts';
import { CORRECTION_FROM, featuresOf, NOTHING_SPEAKS, type Turn } from './judge.ts';
import { praises } from './talk.ts';

/** From here on a turn may be a correction as well as not, going by how many are. */
const NOTABLE = 0.25;

/** Whether the phrases left a typed turn without a reason, and nobody has looked at it again. */
export function isUnexplained(signal: Signal, turn: Turn): boolean {
  if (signal.kind !== 'prompt' || signal.by !== undefined || signal.score >= CORRECTION_FROM) return false;
  return featuresOf(turn).message.includes('plain') && !praises(turn.text);
}

/** The signal of an unexplained turn that the head gave this chance to correct the agent, 0 to 1. */
export function noticed(chance: number, { context }: Pick<Turn, 'context'>): Signal {
  const score = Math.round(chance * 1_000) / 1_000;
  if (score >= CORRECTION_FROM) {
    const kind = context === 'prompt' ? 'correction' : 'redirect';
    return {
      kind,
      score,
      reason: 'the model noticed it: it reads like a correction, though no phrase says so',
      by: 'model',
    };
  }
  const and = score >= NOTABLE ? 'but the model noticed that it may be one' : 'nor does the model notice one';
  return { kind: 'prompt', score, reason: `${NOTHING_SPEAKS}, ${and}`, by: 'model' };
}
