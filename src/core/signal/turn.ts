/** A typed turn as it is weighed: what the person typed, what the agent had said and done, how it came about. Pure. */
import type { Interaction, ToolStartRecord, UserRecord } from '../interaction.ts';
import type { Turn, TurnContext } from './judge.ts';

/** `earlier`: the interactions before it in time, oldest first. */
export const turnIn = (record: UserRecord, earlier: readonly Interaction[]): Turn => ({
  text: record.text,
  prev: agentSaid(earlier),
  context: contextOf(earlier),
});

/** What the person did before typing: the newest sign of it decides. */
function contextOf(earlier: readonly Interaction[]): TurnContext {
  for (const record of earlier.toReversed()) {
    if (record.type === 'Interrupt') return 'after_interrupt';
    if (record.type === 'ToolEnd' && record.status === 'rejected') {
      return record.reason === undefined ? 'after_interrupt' : 'prompt';
    }
    if (record.type === 'User' || record.type === 'Assistant' || record.type === '[correction]') break;
  }
  return 'prompt';
}

/** The agent's last words, with what it was doing after them. */
function agentSaid(earlier: readonly Interaction[]): string {
  const at = earlier.findLastIndex(({ type }) => type === 'Assistant');
  const reply = earlier[at];
  const done = earlier.slice(at + 1).flatMap((record) => (record.type === 'ToolStart' ? [toolLine(record)] : []));
  return [...(reply?.type === 'Assistant' ? [reply.text] : []), ...done.slice(-3)].join('\n');
}

export const field = (input: unknown, name: string): string => {
  const value = (input as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};
export const fileOf = (start: ToolStartRecord | undefined): string =>
  field(start?.input, 'file_path') || field(start?.input, 'notebook_path');

export function toolLine(start: ToolStartRecord): string {
  const what =
    field(start.input, 'command') || fileOf(start) || field(start.input, 'plan') || field(start.input, 'url');
  return `${start.tool}: ${what.slice(0, 600)}`;
}
