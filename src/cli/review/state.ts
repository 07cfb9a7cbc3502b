/**
 * What the screen of `review` knows, and what each key does to it. Pure: a key gives the next state and, for some, an intent
 * that whoever holds the store carries out. The letters do the same in the list and in the details.
 */
import type { Shown } from './shown.ts';

export type Doing = 'keep' | 'archive' | 'back' | 'share' | 'forget';
export type Intent = { do: Doing; id: string } | { do: 'edit'; id: string } | { do: 'undo' | 'keep_rest' | 'quit' };

export interface State {
  entries: readonly Shown[];
  /** What was done about an entry in this sitting, by id. */
  marks: Readonly<Record<string, string>>;
  at: number;
  mode: 'list' | 'details' | 'help' | 'forget';
  /** Where `help` and `forget` go back to. */
  under: 'list' | 'details';
  /** First line of the details on the screen. */
  scroll: number;
  message: { text: string; tone: 'good' | 'bad' | 'dim' } | null;
}

/** What came of an intent. `entry`: the item as it is now; absent when it is gone. */
export interface Outcome {
  ok: boolean;
  said: string;
  /** Entries that are others now. */
  entries: readonly Shown[];
  /** Ids that were dealt with, in what word; null: they wait again. */
  marks: Readonly<Record<string, string | null>>;
  /** Whether to go on to the next that waits. */
  next: boolean;
}

export const begin = (entries: readonly Shown[]): State => ({
  entries,
  marks: {},
  at: 0,
  mode: 'list',
  under: 'list',
  scroll: 0,
  message: null,
});

export interface Key {
  input: string;
  up?: boolean;
  down?: boolean;
  left?: boolean;
  right?: boolean;
  pageUp?: boolean;
  pageDown?: boolean;
  home?: boolean;
  end?: boolean;
  enter?: boolean;
  escape?: boolean;
  backspace?: boolean;
}

/** `room`: lines that the details have. */
export interface View {
  room: number;
  /** How many lines the details of the chosen entry have. */
  lines: number;
}

interface Step {
  state: State;
  intent?: Intent;
}

const LETTERS: Readonly<Record<string, Doing>> = { y: 'keep', a: 'archive', r: 'back', s: 'share' };

export function press(state: State, key: Key, view: View): Step {
  const quiet: State = { ...state, message: null };
  if (state.mode === 'help') return { state: { ...quiet, mode: state.under } };
  const chosen = state.entries[state.at];
  if (state.mode === 'forget') return answered(quiet, key.input, chosen);
  if (key.input === 'q') return { state, intent: { do: 'quit' } };
  if (key.input === '?') return { state: { ...quiet, mode: 'help', under: state.mode } };
  if (key.input === 'u') return { state: quiet, intent: { do: 'undo' } };
  if (key.input === 'Y') return { state: quiet, intent: { do: 'keep_rest' } };
  if (!chosen) return { state: quiet };
  const doing = LETTERS[key.input];
  if (doing) return { state: quiet, intent: { do: doing, id: chosen.lesson.id } };
  if (key.input === 'e') return { state: quiet, intent: { do: 'edit', id: chosen.lesson.id } };
  if (key.input === 'f') return { state: { ...quiet, mode: 'forget', under: state.mode } };
  return { state: moved(quiet, key, view) };
}

/** Only a plain y erases. */
function answered(state: State, input: string, chosen: Shown | undefined): Step {
  const back: State = { ...state, mode: state.under };
  if (input === 'y' && chosen) return { state: back, intent: { do: 'forget', id: chosen.lesson.id } };
  return { state: { ...back, message: { text: 'Nothing was forgotten.', tone: 'dim' } } };
}

function moved(state: State, key: Key, view: View): State {
  const details = state.mode === 'details';
  if (key.enter || key.input === ' ' || (!details && (key.right || key.input === 'l')))
    return { ...state, mode: details ? 'list' : 'details', scroll: 0 };
  if (details && (key.escape || key.left || key.backspace || key.input === 'h'))
    return { ...state, mode: 'list', scroll: 0 };
  const by = stepOf(key, Math.max(1, view.room - 2));
  if (by === 0) return state;
  if (details) return { ...state, scroll: within(state.scroll + by, view.lines - view.room) };
  return { ...state, at: within(state.at + by, state.entries.length - 1), scroll: 0 };
}

function stepOf(key: Key, page: number): number {
  if (key.down || key.input === 'j') return 1;
  if (key.up || key.input === 'k') return -1;
  if (key.pageDown) return page;
  if (key.pageUp) return -page;
  if (key.home || key.input === 'g') return Number.NEGATIVE_INFINITY;
  if (key.end || key.input === 'G') return Number.POSITIVE_INFINITY;
  return 0;
}

const within = (n: number, last: number): number => Math.max(0, Math.min(n, Math.max(0, last)));

/** What came of an intent, on the screen. An entry that was dealt with stays in its place; one that waits again is gone to. */
export function settled(state: State, outcome: Outcome): State {
  const fresh = new Map(outcome.entries.map((entry) => [entry.lesson.id, entry]));
  const marks: Record<string, string> = { ...state.marks };
  for (const [id, mark] of Object.entries(outcome.marks)) {
    if (mark === null) delete marks[id];
    else marks[id] = mark;
  }
  const entries = state.entries.map((entry) => fresh.get(entry.lesson.id) ?? entry);
  const message = { text: outcome.said, tone: outcome.ok ? ('good' as const) : ('bad' as const) };
  const again = entries.findIndex(({ lesson }) => outcome.marks[lesson.id] === null);
  const at = again !== -1 ? again : outcome.ok && outcome.next ? nextOpen(entries, marks, state.at) : state.at;
  return { ...state, entries, marks, at, message, scroll: at === state.at ? state.scroll : 0 };
}

/** The next entry that nothing was done about, going round; the same one when there is none. */
function nextOpen(entries: readonly Shown[], marks: Readonly<Record<string, string>>, at: number): number {
  for (let i = 1; i <= entries.length; i++) {
    const next = (at + i) % entries.length;
    const entry = entries[next];
    if (entry && marks[entry.lesson.id] === undefined) return next;
  }
  return at;
}

export const openIds = ({ entries, marks }: State): string[] =>
  entries.flatMap(({ lesson }) => (marks[lesson.id] === undefined ? [lesson.id] : []));
