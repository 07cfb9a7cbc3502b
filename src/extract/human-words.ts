/**
 * What a person typed in a record. Only this can become a correction or a fact: what was pasted is somebody else's text, and
 * what tools and the agent said is evidence of what happened, never of what to do.
 */
import type { Interaction } from '../core/interaction.ts';
import { ownWords } from '../core/own-words.ts';

export function humanWords(record: Interaction): string | undefined {
  return ownWords(typedIn(record) ?? '') || undefined;
}

/** The field of a record that a person filled, with whatever they pasted into it. */
export function typedIn(record: Interaction): string | undefined {
  if (record.type === 'User') return record.text;
  if (record.type === '[correction]') return record.note;
  return record.type === 'ToolEnd' ? record.reason : undefined;
}

/** A person did something here, with or without words: typed, marked the last turn, interrupted, rejected. */
export function isHumanSign(record: Interaction): boolean {
  if (record.type === '[correction]' || record.type === 'Interrupt') return true;
  return humanWords(record) !== undefined || (record.type === 'ToolEnd' && record.status === 'rejected');
}
