/**
 * Reads what Claude Code tells a hook. The payload is an outside format that grows: keys are taken in snake_case and
 * camelCase, a text field that holds no text counts as missing, unknown ones are kept, and nothing here throws.
 */
import { isText, parseJson } from '../core/outside.ts';

export interface Payload {
  event: string;
  session_id: string;
  cwd?: string;
  transcript_path?: string;
  prompt_id?: string;
  /** Present inside a subagent. */
  agent_id?: string;
  agent_type?: string;
  command_name?: string;
  command_args?: string;
  source?: string;
  model?: string;
  prompt?: string;
  tool_name?: string;
  tool_use_id?: string;
  tool_input?: unknown;
  tool_response?: unknown;
  duration_ms?: unknown;
  error?: unknown;
  last_assistant_message?: string;
  reason?: string;
}

/** Fields that may be anything; all others are texts. */
const ANYTHING = /^(?:tool_input|tool_response|duration_ms|error)$/;

/** A text that says something. The MCP door's `${field}` stays as it is where Claude Code does not know the field. */
const textOf = (value: unknown): string | undefined =>
  isText(value) && value !== '' && !/^\$\{\w{1,60}\}$/.test(value) ? value : undefined;

/** Objects arrive as they are at the command door, as JSON text at the MCP door; a text that is no JSON is itself the answer. */
function anythingOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const text = textOf(value);
  return text && /^\s*[[{]/.test(text) ? (parse(text) ?? text) : text;
}

const parse = (text: string): unknown => parseJson(text.trimStart());

/** The payload in `value`, or undefined when it names no session or no event. `event` is used when the payload names none. */
export function payloadOf(value: unknown, event?: string): Payload | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: Record<string, unknown> = Object.create(null);
  for (const [key, field] of Object.entries(value)) {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    fields[name] ??= ANYTHING.test(name) ? anythingOf(field) : textOf(field);
  }
  fields.event = fields.hook_event_name ?? textOf(event);
  return fields.event && fields.session_id ? (fields as unknown as Payload) : undefined;
}

/** The payload that `text` holds, or undefined when it holds none. */
export const readPayload = (text: string, event?: string): Payload | undefined => payloadOf(parse(text), event);
