/**
 * Decides from the signals of a whole window whether it is worth a model call, and whether at once. One turn that teaches is
 * enough, so the surest turn decides, and the two surest together; a short turn is believed sooner, because "no, pnpm." has no
 * room for more. Small talk, routine edits and questions pass nothing, and cost nothing. Pure. (npm run bench -- gate.)
 */
import type { Interaction } from '../core/interaction.ts';
import type { Signal, SignalKind } from '../core/signal.ts';
import { humanWords } from './human-words.ts';

export interface GatedTurn {
  record: Interaction;
  signal: Signal | null;
}
export interface Gate {
  pass: boolean;
  /** It need not be read before the session is over: all that speaks for it are facts, which are as good an hour later. */
  patient: boolean;
  /** Which turn opened it, or what was missing. */
  why: string;
}

/**
 * From here on one turn is enough, by how many turns a person typed in the window: the score that the surest turn of four in
 * ten windows of that size reaches although nothing in them teaches. In a long window one of many turns is high by chance; a
 * short one costs little and has only its one or two turns to show.
 */
const SURE = [0.09, 0.18, 0.3, 0.36, 0.4, 0.42, 0.47, 0.5, 0.65, 0.7];
/** UTF-16 units of what a person typed. */
const SHORT = 30;
const SURE_SHORT = 0.5;
/** Chance that one of the two surest turns teaches. */
const SURE_TOGETHER = 0.85;
/** Kinds whose score says something else than a chance to teach in words. */
const SURE_OF: Readonly<Partial<Record<SignalKind, number>>> = {
  note: 0,
  rule: 0,
  // By itself it makes no window urgent: the gate looks for it last.
  fact: Number.POSITIVE_INFINITY,
  // The same command after a mend is routine; another command is not.
  recovery: 0.5,
  success: 0.35,
  edit: 0.5,
  // Nothing was done yet that it could correct; but a rule may be stated before any work.
  opening: 0.35,
  // Without a word from the person they teach nothing by themselves; what was typed next has its own signal.
  interrupt: 2,
  failure: 2,
  repeat: 2,
};

function opens({ record, signal }: GatedTurn, sure: number): boolean {
  if (signal === null) return false;
  const own = SURE_OF[signal.kind];
  if (own !== undefined) return signal.score >= own;
  const words = humanWords(record);
  // What only the model noticed is not said so plainly that few words are enough.
  const short = words !== undefined && words.length <= SHORT && signal.by === undefined;
  return signal.score >= (short ? Math.min(SURE_SHORT, sure) : sure);
}

/** `turns`: the new interactions of one window. */
export function gate(turns: readonly GatedTurn[]): Gate {
  const typed = turns.filter(({ record }) => humanWords(record) !== undefined).length;
  const opening = turns.some(({ signal }) => signal?.kind === 'opening') ? 1 : 0;
  const sure = SURE[Math.max(0, Math.min(typed - opening, SURE.length) - 1)] ?? 1;
  const opener = turns.find((turn) => opens(turn, sure));
  if (opener?.signal) return { pass: true, patient: false, why: opener.signal.reason };
  const chances = turns
    .flatMap(({ signal }) => (signal !== null && SURE_OF[signal.kind] === undefined ? [signal.score] : []))
    .sort((a, b) => b - a);
  const together = 1 - (1 - (chances[0] ?? 0)) * (1 - (chances[1] ?? 0));
  if (together >= SURE_TOGETHER) return { pass: true, patient: false, why: 'several turns that may each teach' };
  const fact = turns.find(({ signal }) => signal?.kind === 'fact');
  if (fact?.signal) return { pass: true, patient: true, why: fact.signal.reason };
  return { pass: false, patient: false, why: 'nothing in it looks like a lesson' };
}
