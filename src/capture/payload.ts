/**
 * Reads what Claude Code tells a hook. The payload is an outside format that grows: fields are looked up in snake_case and
 * camelCase, a field of the wrong type counts as missing, unknown ones are ignored, and nothing here throws.
 */

export interface Payload {
  event: string;
  session_id: string;
  cwd?: string;
  transcript_path?: string;
  prompt_id?: string;
  /** Present inside a subagent. */
  agent_id?: string;
  source?: string;
  model?: string;
  prompt?: string;
  tool_name?: string;
  tool_use_id?: string;
  tool_input?: unknown;
  tool_response?: unknown;
  duration_ms?: number;
  error?: string;
  last_assistant_message?: string;
  reason?: string;
  trigger?: string;
}

const TEXT_FIELDS = [
  'cwd',
  'transcript_path',
  'prompt_id',
  'agent_id',
  'source',
  'model',
  'prompt',
  'tool_name',
  'tool_use_id',
  'last_assistant_message',
  'reason',
  'trigger',
] as const;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldOf(fields: Fields, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name];
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(fields, camel) ? fields[camel] : undefined;
}

/** A text field that says something. The MCP door's `${field}` stays as it is where Claude Code does not know the field. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return /^\$\{\w{1,60}\}$/.test(value) ? undefined : value;
}

/** Objects arrive as they are at the command door, as JSON text at the MCP door; a text that is no JSON is itself the answer. */
function answerOf(value: unknown): unknown {
  const text = textOf(value);
  if (text === undefined) return typeof value === 'string' ? undefined : value;
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The payload in `value`, or undefined when it names no session or no event. `event` is used when the payload names none. */
export function payloadOf(value: unknown, event?: string): Payload | undefined {
  if (!isObject(value)) return undefined;
  const sessionId = textOf(fieldOf(value, 'session_id'));
  const name = textOf(fieldOf(value, 'hook_event_name')) ?? textOf(event);
  if (sessionId === undefined || name === undefined) return undefined;

  const payload: Payload = { event: name, session_id: sessionId };
  for (const field of TEXT_FIELDS) {
    const text = textOf(fieldOf(value, field));
    if (text !== undefined) payload[field] = text;
  }
  const duration = fieldOf(value, 'duration_ms');
  const ms = typeof duration === 'string' && duration !== '' ? Number(duration) : duration;
  if (typeof ms === 'number' && Number.isFinite(ms)) payload.duration_ms = ms;
  const error = fieldOf(value, 'error');
  if (error !== undefined && error !== null && error !== '') payload.error = textOf(error) ?? JSON.stringify(error);
  payload.tool_input = answerOf(fieldOf(value, 'tool_input'));
  payload.tool_response = answerOf(fieldOf(value, 'tool_response'));
  return payload;
}

/** The payload that `text` holds, or undefined when it holds none. */
export function readPayload(text: string, event?: string): Payload | undefined {
  try {
    return payloadOf(JSON.parse(text), event);
  } catch {
    return undefined;
  }
}
