/**
 * Reads Claude Code's transcript: what a person typed, what the assistant said, tool calls with their ends, interrupts.
 * The transcript is an outside format, so a line that makes no sense is skipped, never an error; whatever does not
 * plainly come from a person is no human turn. Subagents are not heard, nor are programs that resume a person's session
 * (`claude -p --resume` writes into the same file). Pure.
 */

import type { BufferRecord } from '../core/interaction.ts';
import { attempt, isText } from '../core/outside.ts';
import { humanText } from './human.ts';
import { assistantRecord, toolEndRecord, toolStartRecord, userRecord } from './record.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ReadOptions {
  /** The time of records whose line has none. */
  now?: string;
  /** Where `bytes` begin in the file: names lines that have no uuid. */
  base?: number;
  /** Lines of another session are skipped: some versions copy them on resume. */
  session?: string | undefined;
  /** Reading stops before the first line that is younger. */
  until?: string | undefined;
  /** Tool names by tool_use id, filled while reading: a result does not say whose it is. */
  tools?: { get(id: string): string | undefined; set(id: string, tool: string): unknown };
}

export interface Reading {
  records: BufferRecord[];
  /** Where the next reading begins: after the last whole line that was read. */
  upTo: number;
  /** True when `until` stopped the reading. */
  held: boolean;
}

export const NEWLINE = 0x0a;

/** Calls `visit` with every whole line of `bytes` from `from` on, until it returns false; returns where it stopped. */
export function eachLine(bytes: Buffer, from: number, visit: (line: string, start: number) => boolean): number {
  let start = from;
  for (;;) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0 || !visit(bytes.toString('utf8', start, end), start)) return start;
    start = end + 1;
  }
}

/** The JSON object a line holds. A crash leaves NUL bytes in some files, around lines that are whole otherwise. */
export const objectIn = (line: string): Fields | undefined =>
  attempt(() => fieldsOf(JSON.parse(line.replaceAll('\0', ''))));

export function readTranscript(bytes: Buffer, from: number, options: ReadOptions = {}): Reading {
  const records: BufferRecord[] = [];
  const tools = options.tools ?? new Map<string, string>();
  let ts = options.now ?? '';
  let held = false;
  const upTo = eachLine(bytes, from, (text, start) => {
    const line = objectIn(text);
    if (!line || line.isSidechain === true || textOf(line.entrypoint).startsWith('sdk-')) return true;
    if (options.session && (line.sessionId ?? options.session) !== options.session) return true;
    const stamp = Date.parse(textOf(line.timestamp));
    if (stamp) ts = new Date(stamp).toISOString();
    held = stamp > 0 && !!options.until && ts > options.until;
    if (held) return false;
    const id = textOf(line.uuid) || `@${(options.base ?? 0) + start}`;
    for (const [index, record] of recordsIn(line, ts, tools)) records.push({ ...record, uuid: `${id}#${index}` });
    return true;
  });
  return { records, upTo, held };
}

type Tools = NonNullable<ReadOptions['tools']>;
type Placed = [block: number, record: BufferRecord];

function recordsIn(line: Fields, ts: string, tools: Tools): Placed[] {
  const message = fieldsOf(line.message) ?? {};
  switch (line.type) {
    case 'assistant':
      // An API error, or a sentence that Claude Code says in the model's place.
      if (line.isApiErrorMessage === true || message.model === '<synthetic>') return [];
      return blocksOf(message.content).flatMap((block, index) => spoken(block, index, ts, tools));
    case 'user':
      return userRecords(line, blocksOf(message.content), ts, tools);
    case 'attachment': {
      // What was typed while the assistant worked.
      const queued = fieldsOf(line.attachment);
      if (queued?.type !== 'queued_command' || (queued.commandMode ?? 'prompt') !== 'prompt') return [];
      return isHuman(line) && isHuman(queued) ? humanTurn(blocksOf(queued.prompt), ts) : [];
    }
    default:
      return [];
  }
}

/** One record a block, because Claude Code writes one line a block and hands the Stop hook the last block alone. */
function spoken(block: Fields, index: number, ts: string, tools: Tools): Placed[] {
  const text = textOf(block.text);
  if (block.type === 'text') return text.trim() === '' ? [] : [[index, assistantRecord(ts, text)]];
  if (block.type !== 'tool_use') return [];
  const id = textOf(block.id);
  const tool = textOf(block.name) || 'unknown';
  tools.set(id, tool);
  return [[index, toolStartRecord(ts, tool, id, block.input ?? {})]];
}

const INTERRUPT = /^\s*\[Request interrupted by user( for tool use)?\]\s*$/;

function userRecords(line: Fields, blocks: readonly Fields[], ts: string, tools: Tools): Placed[] {
  const placed: Placed[] = [];
  const typed: Fields[] = [];
  let results = line.toolUseResult !== undefined;
  // A comment given with "yes" stands beside the result, and only there do a person's words have no line of their own.
  let commented = textOf(fieldsOf(line.permissionDecision)?.source).startsWith('user');
  for (const [index, block] of blocks.entries()) {
    const interrupt = block.type === 'text' && INTERRUPT.exec(textOf(block.text));
    if (interrupt) placed.push([index, { type: 'Interrupt', ts, tool: interrupt[1] !== undefined }]);
    typed[index] = interrupt ? {} : block;
    if (block.type !== 'tool_result') continue;
    results = true;
    const tool = tools.get(textOf(block.tool_use_id)) ?? 'unknown';
    commented ||= tool === 'ExitPlanMode';
    placed.push([index, toolEnd(line, block, tool, ts)]);
  }
  if (isHuman(line) && (!results || commented)) placed.push(...humanTurn(typed, ts));
  return placed;
}

/** How Claude Code tells the model that the person turned a tool call down; a tool may print the same words elsewhere. */
const REJECTED = "The user doesn't want to proceed with this tool";
const SAID = 'the user said:';

function toolEnd(line: Fields, block: Fields, tool: string, ts: string): BufferRecord {
  const output = blocksOf(block.content)
    .map((part) => (part.type === 'text' ? textOf(part.text) : `[${textOf(part.type)}]`))
    .join('\n');
  const failed = block.is_error === true;
  const rejected = failed && isRejection(line, output);
  const said = output.indexOf(SAID);
  const approved = !failed && output.startsWith('User has approved');
  const plan = rejected ? 'rejected' : approved ? 'approved' : undefined;
  return toolEndRecord(ts, tool, textOf(block.tool_use_id), {
    status: rejected ? 'rejected' : failed ? 'error' : 'ok',
    output,
    reason: rejected
      ? textOf(line.userFeedback) || (said < 0 ? '' : output.slice(said + SAID.length).trim())
      : undefined,
    plan: tool === 'ExitPlanMode' ? plan : undefined,
  });
}

/** Newer versions name the kind of denial and whether the call was allowed; before, the sentence is all there is. */
function isRejection(line: Fields, output: string): boolean {
  if (line.toolDenialKind) return line.toolDenialKind === 'user-rejected';
  return fieldsOf(line.permissionDecision)?.decision !== 'accept' && output.startsWith(REJECTED);
}

/** Each says that the text was not typed by the person at this session. */
const MACHINE_FLAG = /^(?:is(?:Meta|CompactSummary|Sidechain|VisibleInTranscriptOnly|Virtual)|textNotTyped|handedOff)$/;

function isHuman(line: Fields): boolean {
  if (Object.keys(line).some((key) => line[key] && MACHINE_FLAG.test(key))) return false;
  return !line.origin || fieldsOf(line.origin)?.kind === 'human';
}

/** The text blocks a person typed, as one turn. */
function humanTurn(blocks: readonly Fields[], ts: string): Placed[] {
  const texts: string[] = [];
  let first = 0;
  for (const [index, block] of blocks.entries()) {
    const text = block.type === 'text' ? humanText(textOf(block.text)) : undefined;
    if (!text) continue;
    if (texts.length === 0) first = index;
    texts.push(text);
  }
  return texts.length === 0 ? [] : [[first, userRecord(ts, texts.join('\n'))]];
}

const textOf = (value: unknown): string => (isText(value) ? value : '');

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** Content is a text or a list of blocks, in messages and in tool results alike. */
function blocksOf(content: unknown): Fields[] {
  if (isText(content)) return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map((block) => fieldsOf(block) ?? { type: 'text', text: textOf(block) }) : [];
}
