/**
 * Two kinds of lesson that rest on a human turn and yet are none of the human's rules: what only says a request again ("add
 * a phone column"), and what a page, a file or a pasted text said while the human spoke of something else. Both are judged
 * narrowly: a request that is kept costs a line, a rule that is refused is lost.
 */
import { ownWords } from '../core/own-words.ts';
import { typedText } from '../core/signal/human.ts';
import { phrasesIn } from '../core/signal/phrases.ts';
import { languagesOf, sentencesOf } from '../core/signal/sentences.ts';
import { signalOf } from '../core/signal.ts';
import { isPlain, words } from '../core/words.ts';
import { humanWords } from './human-words.ts';
import { foreignText } from './sources.ts';
import type { Window, WindowTurn } from './window.ts';

const terms = (text: string): Set<string> => new Set(words(text));
const telling = (text: string): Set<string> => new Set(words(text).filter((term) => !isPlain(term)));
const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((term) => other.has(term)).length;

/** How much of the request and the lesson together both of them say. */
const RESTATES = 0.75;

/** `content` says what the one cited prompt asked for, and nothing in that prompt makes it hold beyond its task. */
export function restatesRequest(
  { content, rationale }: { content: string; rationale: string },
  cited: readonly WindowTurn[],
  { turns }: Window,
): boolean {
  const human = cited.filter(({ record }) => humanWords(record) !== undefined);
  const [turn] = human;
  if (turn?.record.type !== 'User' || human.length > 1 || rationale.trim() !== '') return false;
  const request = ownWords(turn.record.text);
  const [asked, said] = [terms(request), terms(content)];
  const both = shared(asked, said);
  if (both === 0 || both / (asked.size + said.size - both) < RESTATES) return false;
  const at = turns.indexOf(turn);
  const earlier = turns.slice(0, at).map(({ record }) => record);
  const kind = signalOf(turn.record, earlier)?.kind;
  if ((kind !== 'prompt' && kind !== 'opening') || !wasDone(turns.slice(at + 1))) return false;
  // Who asks and states something as well takes a second sentence for it.
  const [sentence = '', ...more] = sentencesOf(typedText(request));
  if (more.length > 0) return false;
  const marks = phrasesIn(sentence, languagesOf(request));
  if (LASTING.some((mark) => marks.has(mark))) return false;
  return marks.has('task') || earlier.length === 0;
}

/** Marks of what holds beyond a task, or goes against what was done. */
const LASTING = ['standing', 'ours', 'forbid', 'instead', 'ought', 'said', 'unasked', 'wrong', 'blame'] as const;

/** The agent set about it before the person spoke again. */
function wasDone(after: readonly WindowTurn[]): boolean {
  const end = after.findIndex(({ record }) => humanWords(record) !== undefined);
  return after.slice(0, end === -1 ? after.length : end).some(({ record }) => record.type === 'ToolStart');
}

/** Part of a lesson's telling words that stands in foreign text. */
const BORROWED = 0.6;

/** No telling word of `content` is the cited person's or the agent's, and most are a tool's, a page's or a pasted text's. */
export function isBorrowed(content: string, cited: readonly WindowTurn[], { turns }: Window): boolean {
  const said = telling(content);
  if (said.size < 2) return false;
  const own = cited.flatMap(({ record }) => humanWords(record) ?? []);
  const done = turns.flatMap(({ record }) => (record.type === 'ToolStart' ? JSON.stringify(record.input) : []));
  if (shared(said, terms([...own, ...done].join('\n'))) > 0) return false;
  const foreign = terms(turns.map(({ record }) => foreignText(record)).join('\n'));
  return shared(said, foreign) / said.size >= BORROWED;
}
