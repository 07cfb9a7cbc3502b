/**
 * Whose words the turns around a citation are. A person who says "no, pnpm" names neither the command nor the file; what the
 * agent had just done does. What a tool's output says is nobody's word: it may be named as what was seen, never as what to
 * run, and the agent's retelling of it makes it nobody else's.
 */
import type { Interaction } from '../core/interaction.ts';
import { withoutPasted } from '../core/own-words.ts';
import { signalOf } from '../core/signal.ts';
import { unfoundedNames, type Wording, wording } from './grounding.ts';
import { humanWords, isHumanSign, typedIn } from './human-words.ts';
import type { Window, WindowTurn } from './window.ts';

export interface Sources {
  /** What people typed and what was run. */
  own: Wording;
  /** That, and what the agent said. */
  told: Wording;
  /** That, and the output that may be named: a failure's, or the result that a correction answers. */
  shown: Wording;
  /** What tools printed and people pasted. */
  foreign: Wording;
}

/** The first name in `text` that is nobody's here. */
export function nobodysName(text: string, { own, told, shown, foreign }: Sources): string | undefined {
  const missing = unfoundedNames(text, own);
  if (missing.length === 0) return undefined;
  const [untold, unseen, notForeign] = [told, shown, foreign].map((said) => new Set(unfoundedNames(text, said)));
  const isTold = (name: string) => !untold?.has(name) && notForeign?.has(name);
  const isShown = (name: string) => !unseen?.has(name) && !isRunnable(name);
  return missing.find((name) => !isTold(name) && !isShown(name));
}

/** The first thing to run in `text` that only a tool's output or a pasted text says. */
export function foreignCommand(text: string, { own, foreign }: Sources): string | undefined {
  const printed = new Set(unfoundedNames(text, foreign));
  return unfoundedNames(text, own).find((name) => isRunnable(name) && !printed.has(name));
}

const OPERATOR = /[|&;<>$=]|(?:^|\s)--?\w/;
const MESSAGE = /^\p{Lu}|^[^\s:]+:\s|\b(?:not?|cannot|can't|failed|failure|error|invalid|missing|denied|mismatch)\b/iu;
const SCRIPT = /^(?:https?:|\.{1,2}\/)|\.(?:sh|bash|zsh|ps1|bat|cmd|exe)$/i;

/** Several words in backticks are a command, unless they read like a complaint; a name alone is one when it is a script or address. */
function isRunnable(name: string): boolean {
  const text = name.trim();
  if (!/\s/.test(text)) return SCRIPT.test(text);
  return OPERATOR.test(text) || !MESSAGE.test(text);
}

/**
 * The sources of an entry that cites these turns. Around them: back to the prompt before, what they answer; from there on, what
 * the agent ran in answer to them.
 */
export function sourcesAround(cited: readonly WindowTurn[], window: Window, recipe: boolean): Sources {
  const { turns } = window;
  const reached = new Set<Interaction>();
  const seen: string[] = [];
  for (const turn of cited) {
    const at = turns.indexOf(turn);
    const earlier = before(turns, at);
    for (const record of [turn.record, ...earlier, ...after(turns, at)]) reached.add(record);
    if (recipe && turn.record.type === 'ToolEnd' && turn.record.status === 'error') seen.push(turn.record.output);
    if (!recipe && corrects(turn, window)) seen.push(lastResult(earlier));
  }
  const near = [...reached];
  return sources(near, seen, turns);
}

/** The same of the whole window: whatever was seen in it may be named. */
export const sourcesIn = ({ turns }: Window): Sources =>
  sources(
    turns.map(({ record }) => record),
    turns.map(({ record }) => stringsIn(record)),
    turns,
  );

function sources(near: readonly Interaction[], seen: readonly string[], all: readonly WindowTurn[]): Sources {
  const own = near.map(ownText);
  const told = [...own, ...near.map(agentText)];
  return {
    own: wording(own),
    told: wording(told),
    shown: wording([...told, ...seen]),
    foreign: wording(all.map(({ record }) => foreignText(record))),
  };
}

/** Kinds of what goes against nothing. */
const AGREES: ReadonlySet<string> = new Set(['opening', 'prompt', 'success']);

/** The person went against something here: then what was just shown is what it is about. */
function corrects({ record }: WindowTurn, { turns }: Window): boolean {
  if (!isHumanSign(record)) return false;
  const at = turns.findIndex((turn) => turn.record === record);
  const signal = signalOf(
    record,
    turns.slice(0, at).map((turn) => turn.record),
  );
  return signal !== undefined && !AGREES.has(signal.kind);
}

const endsStretch = (record: Interaction): boolean => record.type === 'User' || record.type === '[correction]';

/** Newest first. */
function before(turns: readonly WindowTurn[], at: number): Interaction[] {
  const earlier = turns
    .slice(0, at)
    .map(({ record }) => record)
    .toReversed();
  const prompt = earlier.findIndex(endsStretch);
  return prompt === -1 ? earlier : earlier.slice(0, prompt + 1);
}

const lastResult = (earlier: readonly Interaction[]): string => {
  const result = earlier.find((record) => record.type === 'ToolEnd');
  return result?.type === 'ToolEnd' && result.status !== 'rejected' ? result.output : '';
};

/** A "yes" may stand between a correction and what the agent makes of it. */
const PROMPTS_AFTER = 1;

function after(turns: readonly WindowTurn[], at: number): Interaction[] {
  const run: Interaction[] = [];
  let prompts = 0;
  for (const { record } of turns.slice(at + 1)) {
    if (endsStretch(record)) prompts += 1;
    if (prompts > PROMPTS_AFTER) break;
    if (record.type === 'ToolStart') run.push(record);
  }
  return run;
}

function ownText(record: Interaction): string {
  if (record.type === 'ToolStart') return `${record.tool} ${stringsIn(record.input)}`;
  const typed = withoutPasted(typedIn(record) ?? '');
  return record.type === 'ToolEnd' ? `${record.tool}\n${typed}` : typed;
}

function agentText(record: Interaction): string {
  if (record.type === 'Assistant') return record.text;
  return record.type === 'StopFailure' ? `${record.error} ${record.text ?? ''}` : '';
}

/** What stands in a turn and is neither a person's nor the agent's. */
export function foreignText(record: Interaction): string {
  if (record.type === 'ToolEnd') return record.output;
  const typed = typedIn(record);
  if (typed === undefined) return '';
  const own = new Set((humanWords(record) ?? '').split('\n'));
  return typed
    .split('\n')
    .filter((line) => !own.has(line))
    .join('\n');
}

/** An input's keys and texts, without JSON's escapes. */
function stringsIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([key, item]) => `${key} ${stringsIn(item)}`)
    .join('\n');
}
