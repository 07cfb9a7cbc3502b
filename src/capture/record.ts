/**
 * Makes the records of a session buffer. Everything passes through here on its way to disk, so a record is redacted and within
 * its limits by construction; the transcript reader uses the same constructors, so both sources tell of one thing in the same words.
 */

import type {
  AssistantRecord,
  BufferRecord,
  StopFailureRecord,
  ToolEndRecord,
  ToolStartRecord,
  ToolStatus,
  UserRecord,
} from '../core/interaction.ts';
import { isText } from '../core/outside.ts';
import { mapStrings, withoutSecrets, withoutSpans } from '../core/redact.ts';
import { textHash } from '../core/text-hash.ts';
import { clip, clipJson, ends } from './limit.ts';

/** UTF-16 units kept of a field. */
export const TEXT_LIMIT = 32_000;
export const OUTPUT_LIMIT = 8_000;
export const INPUT_STRING_LIMIT = 4_000;
const INPUT_LIMIT = 32_000;
const REASON_LIMIT = 4_000;
const NAME_LIMIT = 200;
/** Secrets are looked for in this much of a field's head and of its tail; more than any field limit keeps. */
const SEARCHED = 256 * 1024;

const LONGEST_WORD = 8_000;

/** Redacts first and cuts then, so that no secret is kept by half. */
function clean(text: string, limit: number): { text: string; cut: number } {
  const searched = ends(withoutSpans(text), SEARCHED, LONGEST_WORD);
  return clip(withoutSecrets(searched.text), limit, searched.cut);
}

/** What names usually are, which no secret is: these are kept without a search. */
const PLAIN_NAME = /^(?=.{1,60}$)(?:toolu_\w+|[\da-f-]+|[a-z]+)$/i;

/** An id, a tool's name or another short word from outside. */
export const nameOf = (text: string): string => (PLAIN_NAME.test(text) ? text : clean(text, NAME_LIMIT).text);

const cutField = (cut: number) => (cut > 0 ? { cut } : {});
/** Fields without a value are left out of a record. */
export const given = <K extends string, V>(key: K, value: V | undefined) =>
  (value ? { [key]: value } : {}) as { [P in K]?: V };

export function userRecord(ts: string, text: string, promptId?: string): UserRecord {
  const field = clean(text, TEXT_LIMIT);
  return {
    type: 'User',
    ts,
    text: field.text,
    ...given('prompt_id', promptId && nameOf(promptId)),
    ...cutField(field.cut),
  };
}

export function assistantRecord(ts: string, text: string): AssistantRecord {
  const field = clean(text, TEXT_LIMIT);
  return { type: 'Assistant', ts, text: field.text, ...cutField(field.cut) };
}

export function toolStartRecord(ts: string, tool: string, id: string | undefined, input: unknown): ToolStartRecord {
  let cut = 0;
  const strings = mapStrings(input, (text) => {
    const field = clean(text, INPUT_STRING_LIMIT);
    cut = Math.max(cut, field.cut);
    return field.text;
  });
  const whole = clipJson(strings, INPUT_LIMIT);
  return {
    type: 'ToolStart',
    ts,
    tool: nameOf(tool),
    ...given('tool_use_id', id && nameOf(id)),
    input: whole.value,
    ...cutField(cut + whole.cut),
  };
}

export interface ToolEnd {
  status: ToolStatus;
  /** Text, or whatever the tool answered: see `outputText`. */
  output: unknown;
  reason?: string | undefined;
  plan?: 'approved' | 'rejected' | undefined;
  duration_ms?: number | undefined;
}

export function toolEndRecord(ts: string, tool: string, id: string | undefined, end: ToolEnd): ToolEndRecord {
  const output = clean(outputText(end.output), OUTPUT_LIMIT);
  return {
    type: 'ToolEnd',
    ts,
    tool: nameOf(tool),
    ...given('tool_use_id', id && nameOf(id)),
    status: end.status,
    output: output.text,
    ...given('reason', end.reason && clean(end.reason, REASON_LIMIT).text),
    ...given('plan', end.plan),
    ...given('duration_ms', end.duration_ms),
    ...cutField(output.cut),
  };
}

export function stopFailureRecord(ts: string, error: string, text?: string): StopFailureRecord {
  const said = text && clean(text, REASON_LIMIT).text;
  return { type: 'StopFailure', ts, error: clean(error, REASON_LIMIT).text, ...given('text', said) };
}

/** What a tool answered, as text: both streams of a shell command, the text of content blocks, else compact JSON. */
export function outputText(answer: unknown): string {
  if (answer === undefined || answer === null) return '';
  if (isText(answer)) return answer;
  if (typeof answer !== 'object') return String(answer);
  if (Array.isArray(answer) && answer.length > 0 && answer.every(isTextBlock)) {
    return answer.map((block) => block.text).join('\n');
  }
  const { stdout, stderr, interrupted } = answer as { stdout?: unknown; stderr?: unknown; interrupted?: unknown };
  if (isText(stdout) || isText(stderr)) {
    const streams = [stdout, stderr].filter((stream) => isText(stream) && stream !== '');
    return [...streams, ...(interrupted === true ? ['[interrupted]'] : [])].join('\n');
  }
  // Redacted by key while it still is an object; the text is redacted once more as text.
  return JSON.stringify(mapStrings(answer, (text) => text));
}

const isTextBlock = (block: unknown): block is { text: string } =>
  typeof block === 'object' && block !== null && isText((block as { text?: unknown }).text);

/**
 * The identity by which a record made at a door and one read from the transcript are recognised as the same thing, or
 * undefined when the record has none.
 */
export function matchKey(record: BufferRecord): string | undefined {
  switch (record.type) {
    case 'ToolStart':
      return record.tool_use_id && `s:${record.tool_use_id}`;
    case 'ToolEnd':
      return record.tool_use_id && `e:${record.tool_use_id}`;
    case 'User':
      return `u:${textHash(folded(record.text))}`;
    case 'Assistant':
      return `a:${textHash(folded(record.text))}`;
    default:
      return undefined;
  }
}

/** The two sources may differ in white space, and in nothing else. */
const folded = (text: string): string => text.trim().replace(/\s+/g, ' ');
