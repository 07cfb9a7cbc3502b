/** One turn that something rests on, as JSON: who, when, in what words, and why it was thought to teach. */
import type { Interaction } from '../core/interaction.ts';
import type { EvidenceRef } from '../core/rule.ts';
import type { StoredInteraction } from '../store/interactions.ts';

const WHO = {
  User: 'you',
  '[correction]': 'you',
  Interrupt: 'you',
  Assistant: 'claude',
  ToolStart: 'tool',
  ToolEnd: 'tool',
  StopFailure: 'claude',
} as const;

/** A turn that is no longer stored keeps its place, without its words. */
export function turnJson(ref: EvidenceRef, stored: StoredInteraction | undefined) {
  if (stored === undefined) return { ...ref, who: null, type: null, at: null, text: null, signal: null };
  const { record, signal } = stored;
  // A reason that was typed with a rejection is the person's.
  const who = record.type === 'ToolEnd' && record.status === 'rejected' ? 'you' : WHO[record.type];
  return { ...ref, who, type: record.type, at: record.ts, text: textOf(record), signal };
}

export type TurnJson = ReturnType<typeof turnJson>;

function textOf(record: Interaction): string {
  switch (record.type) {
    case 'User':
    case 'Assistant':
      return record.text;
    case '[correction]':
      return record.note ?? '(marked the turn before as wrong)';
    case 'Interrupt':
      return '(interrupted)';
    case 'StopFailure':
      return [record.error, record.text].filter(Boolean).join(': ');
    case 'ToolStart':
      return `${record.tool}: ${inputText(record.input)}`;
    case 'ToolEnd': {
      const said = record.reason === undefined ? '' : `: ${record.reason}`;
      if (record.status === 'rejected') return `rejected ${record.tool}${said}`;
      return `${record.tool} ${record.status === 'ok' ? 'answered' : 'failed'}: ${record.output}`;
    }
  }
}

function inputText(input: unknown): string {
  const command = (input as { command?: unknown } | null | undefined)?.command;
  return typeof command === 'string' ? command : (JSON.stringify(input) ?? '');
}
