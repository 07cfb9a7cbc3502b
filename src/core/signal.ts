/** Why an interaction may teach. Structural signals come from what happened, not from how a sentence sounds. */
import type { BufferRecord } from './interaction.ts';

export type SignalKind = 'note' | 'rejection' | 'plan_rejection' | 'interrupt' | 'failure';

export interface Signal {
  kind: SignalKind;
  /** How likely it is that this turn teaches, 0 to 1. */
  score: number;
  reason: string;
}

export function signalOf(record: BufferRecord): Signal | undefined {
  switch (record.type) {
    case '[correction]':
      return {
        kind: 'note',
        score: 1,
        reason: record.note ? 'the person noted a correction' : 'the person marked the last turn',
      };
    case 'Interrupt':
      return { kind: 'interrupt', score: 0.5, reason: 'the person interrupted' };
    case 'ToolEnd':
      if (record.plan === 'rejected') {
        return { kind: 'plan_rejection', score: record.reason ? 0.95 : 0.5, reason: 'the person rejected the plan' };
      }
      if (record.status === 'rejected') {
        return { kind: 'rejection', score: record.reason ? 0.95 : 0.5, reason: `the person rejected ${record.tool}` };
      }
      return record.status === 'error' ? { kind: 'failure', score: 0.2, reason: `${record.tool} failed` } : undefined;
    default:
      return undefined;
  }
}

/** Signals after which a session's extraction is due at once: the person said what was wrong, in words. */
export const isUrgent = (signal: Signal): boolean =>
  signal.score >= 0.95 && (signal.kind === 'note' || signal.kind === 'rejection' || signal.kind === 'plan_rejection');
