/**
 * What an event is about, as a query: the words that say what is being done, and nothing that only says where the machine keeps
 * it. Pure; what a field holds is an outside format.
 */
import { isText } from '../core/outside.ts';

/** What a door tells of an event. */
export interface Asked {
  event: string;
  /** What a person typed, or the task that a subagent gets. */
  prompt?: string | undefined;
  tool?: string | undefined;
  input?: unknown;
  /** The end of what the tool answered. */
  output?: string | undefined;
}

/** The first lines of what is written say what kind of text it is; the rest says more about itself than about a rule. */
const FIRST_LINES = 12;
const FIRST_UNITS = 600;
const COMMAND_UNITS = 1_000;
/** Errors are at the end. */
const LAST_LINES = 15;
const LAST_UNITS = 1_000;

const head = (text: string) => text.split('\n', FIRST_LINES).join('\n').slice(0, FIRST_UNITS);
const tail = (text: string) => text.trimEnd().split('\n').slice(-LAST_LINES).join('\n').slice(-LAST_UNITS);

/** A path inside the project says what it is about; the way to the project says nothing. */
function within(cwd: string, file: string): string {
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`;
  if (file.startsWith(folder)) return file.slice(folder.length);
  return file.split(/[\\/]/).slice(-3).join('/');
}

/** Their input says what they do; their name says nothing more. */
const PLAIN_TOOLS: ReadonlySet<string> = new Set(['Bash', 'Edit', 'Write', 'Read', 'NotebookEdit', 'Grep', 'Glob']);

/** Their input is the task of a subagent, which is told itself what fits it. */
const DELEGATES: ReadonlySet<string> = new Set(['Agent', 'Task']);

const PATHS = ['file_path', 'notebook_path', 'path'] as const;
const WRITTEN = ['new_string', 'content', 'new_source'] as const;
const ASKED_FOR = ['description', 'pattern', 'query', 'url', 'prompt'] as const;

function inputWords(input: unknown, cwd: string): string[] {
  if (isText(input)) return [head(input)];
  if (typeof input !== 'object' || input === null) return [];
  const fields = input as Record<string, unknown>;
  const texts = (names: readonly string[]) => names.map((name) => fields[name]).filter(isText);
  return [
    ...texts(PATHS).map((file) => within(cwd, file)),
    ...texts(['command']).map((command) => command.slice(0, COMMAND_UNITS)),
    ...texts(WRITTEN).map(head),
    ...texts(ASKED_FOR).map(head),
  ];
}

/** '' when the event says nothing to go by. */
export function queryOf({ event, prompt = '', tool = '', input, output = '' }: Asked, cwd: string): string {
  if (!event.includes('ToolUse')) return prompt.trim();
  if (DELEGATES.has(tool) && event !== 'PostToolUseFailure') return '';
  const words = inputWords(input, cwd);
  if (event === 'PreToolUse') return words.join('\n').trim();
  const said = event === 'PostToolUseFailure' ? [tail(output)] : [];
  return [...(PLAIN_TOOLS.has(tool) ? [] : [tool.replace(/_+/g, ' ')]), ...words, ...said].join('\n').trim();
}
