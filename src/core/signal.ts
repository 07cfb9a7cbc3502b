/**
 * Why an interaction may teach. What happened comes first: rejections, interrupts, edits by hand, failures and what got around
 * them. What a person typed is weighed by core/signal/judge.ts, in the light of what the agent had said. Pure: the same
 * records give the same signal.
 */
import type { Interaction, ToolEndRecord, ToolStartRecord, UserRecord } from './interaction.ts';
import { type Command, commandOf, failureMark, isRevert } from './signal/commands.ts';
import { statesFact } from './signal/facts.ts';
import { CORRECTION_FROM, judge, NOTHING_SPEAKS } from './signal/judge.ts';
import { isNote } from './signal/notes.ts';
import { statesRule } from './signal/rules.ts';
import { isRepeated, praises } from './signal/talk.ts';
import { field, fileOf, toolLine, turnIn } from './signal/turn.ts';

export type SignalKind =
  | 'note' // the person asked to remember it
  | 'rejection'
  | 'plan_rejection'
  | 'interrupt'
  | 'redirect' // what was typed after an interrupt
  | 'correction'
  | 'fact' // the person stated something lasting about themselves or their world
  | 'rule' // the person said how it is done here, where it need not be, or that it need not be any more
  | 'edit' // the person changed by hand what the agent wrote
  | 'revert' // what was written was taken back
  | 'recovery' // it failed, and a variant of it worked
  | 'repeat' // the same failure again
  | 'failure'
  | 'success' // it ended well, in a way one would not guess
  | 'opening' // the first thing typed: there is nothing yet to correct
  | 'prompt'; // anything else a person typed

export interface Signal {
  kind: SignalKind;
  /** How likely it is that this turn teaches, 0 to 1. */
  score: number;
  reason: string;
  /** Who weighed it after the phrases did: the embedding model. */
  by?: 'model';
}

/** How many earlier interactions a signal may depend on. */
export const SIGNAL_CONTEXT = 60;

/** `earlier`: the interactions before this one in time, oldest first; the newest `SIGNAL_CONTEXT` are enough. */
export function signalOf(record: Interaction, earlier: readonly Interaction[] = []): Signal | undefined {
  switch (record.type) {
    case '[correction]':
      return {
        kind: 'note',
        score: 1,
        reason: record.note ? 'the person noted a correction' : 'the person marked the last turn',
      };
    case 'Interrupt':
      return { kind: 'interrupt', score: 0.3, reason: 'the person interrupted' };
    case 'User':
      return typedSignal(record, earlier);
    case 'ToolEnd':
      return toolSignal(record, earlier);
    default:
      return undefined;
  }
}

const NOTE = 0.95;
const FACT = 0.6;
const RULE = 0.6;
const CONTENT_BELOW = 0.4;
const REJECTED_SILENTLY = 0.4;
/** Below it a reasoned rejection was for an outside reason, more likely than not. */
const URGENT_REJECTION = 0.6;

/** Signals after which a session's extraction is due at once: the person said what was wrong, in words. */
export const isUrgent = ({ kind, score }: Signal): boolean =>
  kind === 'note' ? score >= NOTE : (kind === 'rejection' || kind === 'plan_rejection') && score >= URGENT_REJECTION;

function typedSignal(record: UserRecord, earlier: readonly Interaction[]): Signal {
  const turn = turnIn(record, earlier);
  const { context } = turn;
  const { score, reason } = judge(turn);
  if (isNote(record.text))
    return { kind: 'note', score: Math.max(NOTE, score), reason: 'begins as a note to remember' };
  const kind = context === 'prompt' ? 'correction' : 'redirect';
  if (score >= CORRECTION_FROM) return { kind, score, reason };
  if (context === 'prompt' && asksAgain(record, earlier)) {
    return { kind, score: Math.max(0.55, score), reason: 'asks again for what it asked before' };
  }
  const rule = statesRule(record.text);
  if (rule !== undefined) return { kind: 'rule', score: Math.max(RULE, score), reason: rule };
  const recovered = sinceLastPrompt(earlier).some((other) => other.type === 'ToolEnd' && other.status === 'error');
  if (recovered && score < 0.3 && praises(record.text)) {
    return { kind: 'success', score: 0.35, reason: 'the person is content after something had failed' };
  }
  if (statesFact(record.text)) return { kind: 'fact', score: FACT, reason: 'states a lasting fact' };
  if (turn.prev === '') return { kind: 'opening', score, reason: `opens the session; ${reason}` };
  // Whoever says only that it is good corrects nothing, whatever the rest of the sentence reminds of.
  if (score < CONTENT_BELOW && reason.endsWith(NOTHING_SPEAKS) && praises(record.text))
    return { kind: 'prompt', score: score * 0.1, reason: 'is content' };
  return { kind: 'prompt', score, reason };
}

const lastPromptAt = (earlier: readonly Interaction[]): number => earlier.findLastIndex(({ type }) => type === 'User');
const sinceLastPrompt = (earlier: readonly Interaction[]) => earlier.slice(lastPromptAt(earlier) + 1);

/** The request before this one, worded anew or word for word, though the agent had answered it. */
function asksAgain(record: UserRecord, earlier: readonly Interaction[]): boolean {
  const before = earlier[lastPromptAt(earlier)];
  const between = sinceLastPrompt(earlier);
  const answered = between.some(({ type }) => type === 'Assistant');
  const broken = between.some(({ type }) => type === 'Interrupt' || type === 'StopFailure');
  return before?.type === 'User' && answered && !broken && isRepeated(record.text, before.text);
}

function toolSignal(record: ToolEndRecord, earlier: readonly Interaction[]): Signal | undefined {
  const start = startOf(record, earlier);
  if (record.plan === 'rejected') return rejection('plan_rejection', 'the plan', record, start);
  if (record.status === 'rejected') return rejection('rejection', record.tool, record, start);
  return record.status === 'error' ? failure(record, start, earlier) : success(record, start, earlier);
}

/** What Claude Code writes for a person who wants to talk about a question before answering it: nobody typed it. */
const ASKS_BACK = /^The user wants to clarify these questions/;

function rejection(
  kind: 'rejection' | 'plan_rejection',
  what: string,
  record: ToolEndRecord,
  start: ToolStartRecord | undefined,
): Signal {
  const said = record.reason ?? '';
  if (said === '' || ASKS_BACK.test(said))
    return { kind, score: REJECTED_SILENTLY, reason: `the person rejected ${what}` };
  const context = kind === 'rejection' ? 'tool_rejection' : 'plan_rejection';
  const { score, reason } = judge({ text: said, prev: start ? toolLine(start) : record.tool, context });
  return { kind, score, reason: `the person rejected ${what}: ${reason}` };
}

const WRITERS: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

function startOf(end: ToolEndRecord, earlier: readonly Interaction[]): ToolStartRecord | undefined {
  const same = (other: Interaction) =>
    other.type === 'ToolStart' && other.tool === end.tool && other.tool_use_id === end.tool_use_id;
  return earlier.findLast(same) as ToolStartRecord | undefined;
}

/** Whether the agent wrote this file before. */
const wrote = (earlier: readonly Interaction[], file: string, but: ToolStartRecord | undefined): boolean =>
  file !== '' &&
  earlier.some(
    (other) => other !== but && other.type === 'ToolStart' && WRITERS.has(other.tool) && fileOf(other) === file,
  );

function failure(record: ToolEndRecord, start: ToolStartRecord | undefined, earlier: readonly Interaction[]): Signal {
  const changed =
    WRITERS.has(record.tool) &&
    /modified since|unexpectedly modified|has been modified/i.test(record.output.slice(0, 600));
  if (changed && wrote(earlier, fileOf(start), start)) {
    return { kind: 'edit', score: 0.35, reason: 'the file was changed by hand after the agent wrote it' };
  }
  const mark = failureMark(record.output);
  // Another call: two copies of the hooks tell of one twice.
  const others = failuresIn(earlier).filter(
    (end) => end.tool === record.tool && end.tool_use_id !== record.tool_use_id,
  );
  const again = others.some((end) => failureMark(end.output) === mark);
  if (mark !== '' && again)
    return { kind: 'repeat', score: 0.3, reason: `${record.tool} failed again in the same way` };
  return { kind: 'failure', score: 0.1, reason: `${record.tool} failed` };
}

const failuresIn = (earlier: readonly Interaction[]): ToolEndRecord[] =>
  earlier.flatMap((other) => (other.type === 'ToolEnd' && other.status === 'error' ? [other] : []));

function success(
  record: ToolEndRecord,
  start: ToolStartRecord | undefined,
  earlier: readonly Interaction[],
): Signal | undefined {
  if (WRITERS.has(record.tool) && /"userModified"\s*:\s*true/.test(record.output)) {
    return { kind: 'edit', score: 0.7, reason: 'the person changed the edit before accepting it' };
  }
  const text = field(start?.input, 'command');
  if (text === '') return undefined;
  const command = commandOf(text);
  if (isRevert(text) && earlier.some((other) => other.type === 'ToolStart' && WRITERS.has(other.tool))) {
    return { kind: 'revert', score: 0.4, reason: 'what was written was taken back with git' };
  }
  return recovery(command, earlier) ?? endedWell(command);
}

function recovery(command: Command, earlier: readonly Interaction[]): Signal | undefined {
  const latest = latestOfFamily(command.family, earlier);
  if (latest?.end.status !== 'error') return undefined;
  const reason = `${command.family} failed, then worked`;
  return latest.command.text === command.text
    ? { kind: 'recovery', score: 0.3, reason: `${reason} after changes` }
    : { kind: 'recovery', score: 0.55, reason: `${reason} as another command` };
}

/** The newest earlier run of the same kind of command: only a failure that is not yet gotten around counts. */
function latestOfFamily(
  family: string,
  earlier: readonly Interaction[],
): { end: ToolEndRecord; command: Command } | undefined {
  for (let i = earlier.length - 1; i >= 0; i -= 1) {
    const end = earlier[i];
    if (end?.type !== 'ToolEnd' || end.status === 'rejected') continue;
    const text = field(startOf(end, earlier.slice(0, i))?.input, 'command');
    if (text === '') continue;
    const command = commandOf(text);
    if (command.family === family) return { end, command };
  }
  return undefined;
}

function endedWell({ family, special }: Command): Signal | undefined {
  if (!special || (family !== 'test' && family !== 'build')) return undefined;
  return { kind: 'success', score: 0.1, reason: `${family} passed with options of its own` };
}
