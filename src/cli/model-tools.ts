/**
 * What the tools that a model may call answer, in plain words: the commands of the same names, run in the daemon. Whatever a
 * person would be told of a failure, the model is told as well; nothing here ends the daemon.
 */
import fs from 'node:fs';
import path from 'node:path';
import picocolors from 'picocolors';
import { AppError } from '../core/errors.ts';
import { isText } from '../core/outside.ts';
import { sessionFileName } from '../core/session.ts';
import { readBuffer } from '../core/watermark.ts';
import { words } from '../core/words.ts';
import type { Tools } from '../daemon/answer.ts';
import type { Context } from '../learn/context.ts';
import type { SearchHit, ToolRequest } from '../platform/protocol.ts';
import { shownId } from '../store/shown-id.ts';
import { ruleSentence } from './items.ts';
import { appendNote } from './note.ts';
import type { Output } from './output.ts';
import type { Run } from './run.ts';
import { show } from './show.ts';
import { plain } from './text.ts';
import { why } from './why.ts';

export interface ToolDoors {
  search: (cwd: string, query: string, limit: number) => Promise<SearchHit[]>;
  poke: (sessionId: string) => void;
}

/** Lines are the reader's to break. */
const WIDTH = 1_000;
const MOST_HITS = 20;
/** Of what was asked, so much is said again. */
const LONGEST_QUOTE = 200;
/** UTF-16 units: some 5,000 tokens. Claude Code refuses answers of more than 25,000, and a large playbook has more. */
const LONGEST_ANSWER = 20_000;

function collecting(): { out: Output; lines: string[] } {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const out = {
    print,
    json: (value: unknown) => print(JSON.stringify(value)),
    progress: () => {},
    remark: print,
    width: WIDTH,
    terminal: undefined,
    colors: picocolors.createColors(false),
  };
  return { out, lines };
}

const textIn = ({ arguments: given }: ToolRequest, name: string): string => {
  const value = given[name];
  return isText(value) ? value.trim() : '';
};

export function modelTools(context: Context, doors: ToolDoors): Tools {
  return async (request) => {
    const { out, lines } = collecting();
    const run: Run = {
      env: context.env,
      cwd: request.cwd,
      clock: context.clock,
      out,
      input: async () => '',
      confirm: undefined,
      signal: new AbortController().signal,
    };
    try {
      if (request.name === 'show') show(run, {});
      else if (request.name === 'why') why(run, textIn(request, 'id').slice(0, LONGEST_QUOTE), {});
      else if (request.name === 'search') out.print(await searched(context, doors, request));
      else if (request.name === 'tag') out.print(tagged(run, context, doors, request));
      else out.print(`There is no tool ${plain(request.name)}.`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      out.print(plain([error.message, error.hint].filter(Boolean).join('\n')));
    }
    return fitting(lines.join('\n'), request.name);
  };
}

/** Whole lines, as many as a context should be given at once; what comes first in them matters most. */
function fitting(answer: string, tool: string): string {
  if (answer.length <= LONGEST_ANSWER) return answer;
  const end = answer.lastIndexOf('\n', LONGEST_ANSWER);
  const told = answer.slice(0, end > 0 ? end : LONGEST_ANSWER).replace(/[\ud800-\udbff]$/, '');
  const left = answer.length - told.length;
  return `${told}\n… ${left} characters more are left out. Use search for a subject; a person sees all with: claude-smart ${tool}`;
}

async function searched({ store }: Context, doors: ToolDoors, request: ToolRequest): Promise<string> {
  const query = textIn(request, 'query');
  if (query === '') return 'There is nothing to search for: give a query.';
  const limit = Math.min(MOST_HITS, Math.max(1, Math.trunc(Number(request.arguments.limit)) || 5));
  const hits = await doors.search(request.cwd, query, limit);
  if (hits.length === 0) return `Nothing that was learned fits: ${plain(query.slice(0, LONGEST_QUOTE))}`;
  return hits.map((hit) => plain(`[${shownId(store.db, hit.id)}] ${ruleSentence(hit)}`)).join('\n');
}

/** Of the note's words, so many must be the person's for the note to count as theirs. */
const THEIRS = 0.7;
/** The person says what was wrong shortly before the note is taken. */
const LAST_TURNS = 10;

/**
 * A note is a rule at once, in the words of the person who said it; a model's words are nobody's order. So what the person did
 * not type in this session only marks the turn, and the lesson is drawn from what they did type.
 */
function tagged(run: Run, { paths }: Context, doors: ToolDoors, request: ToolRequest): string {
  const note = textIn(request, 'note');
  const name = request.session_id && sessionFileName(request.session_id);
  const file = name && path.join(paths.sessions, name);
  const session = file && fs.existsSync(file) ? request.session_id : undefined;
  const said = file && session ? typedIn(file) : undefined;
  const isTheirs = note !== '' && said !== undefined && shareOf(note, said) >= THEIRS;
  const noted = appendNote(run, isTheirs ? note : '', session);
  doors.poke(noted.sessionId);
  const where = `(${plain(noted.project)}, session ${noted.sessionId.slice(0, 8)})`;
  if (isTheirs) return `Noted ${where}; the next session is told so.`;
  const why = note === '' ? '' : 'These are not the words of the user, so they are not kept as a rule. ';
  return `The last turn is marked as wrong ${where}. ${why}What is to be learned is drawn from what the user typed.`;
}

/** What the person typed last. */
function typedIn(file: string): string {
  const turns = readBuffer(fs.readFileSync(file)).lines.flatMap(({ record }) => {
    if (record.type === 'User') return record.text;
    return record.type === 'ToolEnd' ? (record.reason ?? []) : [];
  });
  return turns.slice(-LAST_TURNS).join('\n');
}

function shareOf(note: string, said: string): number {
  const theirs = new Set(words(said));
  const noted = [...new Set(words(note))];
  return noted.length === 0 ? 0 : noted.filter((word) => theirs.has(word)).length / noted.length;
}
