/**
 * How one turn of a window reads for the model. Turn text is quoted material between markers, and a marker inside it loses
 * its bracket, so that no text can end its own turn or speak as the human.
 */
import type { Interaction, ToolEndRecord, ToolStartRecord } from '../core/interaction.ts';
import { shorten } from './size.ts';

/** One numbered turn: a record, or the start and the end of one tool call. */
export interface Entry {
  n: number;
  context: boolean;
  record: Interaction;
  /** The call that `record`, a ToolEnd, answers. */
  start?: ToolStartRecord;
}

/** What nobody sees may stand before a marker's name and between its letters. */
const UNSEEN = '[\\p{Cf}\\p{Default_Ignorable_Code_Point}]*';
const MARKER_NAMES = ['turn', 'tool-input', 'tool-output', 'human-says'].map((name) => [...name].join(UNSEEN));
const MARKERS = new RegExp(
  `<(?=[\\s/\\\\\\p{Cf}\\p{Default_Ignorable_Code_Point}]*(?:${MARKER_NAMES.join('|')})(?![\\w]))`,
  'giu',
);

export const quoted = (text: string): string => text.replace(MARKERS, '&lt;');

/** Tokens that one field may take in a window with room; less where the window has less. */
const FIELD_TOKENS = { human: 3_000, assistant: 900, input: 250, output: 500 } as const;
/** What was read before is there to understand the new turns by. */
const CONTEXT_TOKENS = 250;

type Field = keyof typeof FIELD_TOKENS;

export function renderEntry(entry: Entry, room: number): string {
  const limit = (field: Field) =>
    Math.min(FIELD_TOKENS[field], room, entry.context ? CONTEXT_TOKENS : Number.POSITIVE_INFINITY);
  const field = (kind: Field, text: string) => shorten(quoted(text), limit(kind));
  const { record } = entry;
  switch (record.type) {
    case 'User':
      return turn(entry, 'human', field('human', record.text));
    case '[correction]':
      return turn(
        entry,
        'human',
        field('human', record.note ?? NO_NOTE),
        'marks="the agent\'s turn before this was wrong"',
      );
    case 'Interrupt':
      return turn(entry, 'human', `(interrupted the agent${record.tool ? ' during a tool call' : ''})`);
    case 'Assistant':
      return turn(entry, 'agent', field('assistant', record.text));
    case 'StopFailure':
      return turn(entry, 'system', field('output', `${record.error} ${record.text ?? ''}`.trim()));
    case 'ToolStart':
      return turn(
        entry,
        'tool',
        tagged('tool-input', field('input', inputText(record.input))),
        tool(record.tool, 'no result yet'),
      );
    case 'ToolEnd':
      return turn(entry, 'tool', toolBody(record, entry.start, field), tool(record.tool, statusOf(record)));
  }
}

const NO_NOTE = '(marked the turn before as wrong, without words)';

function turn(entry: Entry, from: string, body: string, attributes = ''): string {
  const read = entry.context ? ' already-read="yes"' : '';
  return `<turn n="${entry.n}" from="${from}"${attributes && ` ${attributes}`}${read}>\n${body}\n</turn>`;
}

const tagged = (tag: string, body: string) => `<${tag}>${body}</${tag}>`;

const tool = (name: string, status: string) =>
  `tool="${quoted(name)
    .replace(/["<>\n]/g, '')
    .slice(0, 80)}" status="${status}"`;

/** What these answer when all went well repeats their input. */
const ECHOES = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

function toolBody(
  record: ToolEndRecord,
  start: ToolStartRecord | undefined,
  field: (kind: Field, text: string) => string,
): string {
  // Claude Code writes its own sentence as the output of a rejected call; the person's words are the reason.
  const says = record.status !== 'rejected' && !(record.status === 'ok' && ECHOES.has(record.tool));
  const output = says ? record.output.trim() : '';
  return [
    start ? tagged('tool-input', field('input', inputText(start.input))) : '',
    output ? tagged('tool-output', field('output', output)) : '',
    record.reason ? tagged('human-says', field('human', record.reason)) : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const EXIT_CODE = /\bexit(?:ed with)?(?: code| status)?[:= ]{1,2}(\d{1,3})\b/i;

function statusOf(record: ToolEndRecord): string {
  if (record.plan) return `plan ${record.plan} by the human`;
  if (record.status === 'rejected') return `rejected by the human${record.reason ? '' : ', no reason typed'}`;
  if (record.status === 'ok') return 'ok';
  const code = EXIT_CODE.exec(record.output)?.[1];
  return code ? `failed, exit code ${code}` : 'failed';
}

/** A tool's input without JSON's noise: its fields one a line, a lone command as it is. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return JSON.stringify(input) ?? '';
  const fields = Object.entries(input).filter(([key]) => key !== 'description');
  const only = fields.length === 1 ? fields[0]?.[1] : undefined;
  if (typeof only === 'string') return only;
  return fields
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
