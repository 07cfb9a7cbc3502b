/** Lines as Claude Code 2.1.332 writes them, reduced to the fields that a reader may look at. */

export const SESSION = '58969c2c-8c6c-48f1-831d-bc2a9a8742c0';
export const START = Date.parse('2026-05-01T09:00:00.000Z');
export const at = (ms: number) => new Date(START + ms).toISOString();

export type Line = Record<string, unknown>;

let count = 0;
const base = (ms: number): Line => ({
  uuid: `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`,
  sessionId: SESSION,
  timestamp: at(ms),
  isSidechain: false,
});

export const user = (ms: number, content: unknown, more: Line = {}): Line => ({
  ...base(ms),
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
export const typed = (ms: number, text: string): Line =>
  user(ms, text, { origin: { kind: 'human' }, promptSource: 'typed' });
export const reply = (ms: number, ...blocks: Line[]): Line => ({
  ...base(ms),
  type: 'assistant',
  message: { id: `msg_${ms}`, role: 'assistant', model: 'claude-opus-5-5', content: blocks },
});
export const text = (words: string): Line => ({ type: 'text', text: words });
export const use = (id: string, name: string, input: unknown = {}): Line => ({ type: 'tool_use', id, name, input });
export const result = (ms: number, id: string, content: unknown, more: Line = {}, block: Line = {}): Line =>
  user(ms, [{ type: 'tool_result', tool_use_id: id, content, ...block }], { toolUseResult: {}, ...more });
export const interrupt = (ms: number, tool = false): Line =>
  user(ms, [text(`[Request interrupted by user${tool ? ' for tool use' : ''}]`)], { rowSource: 'harness' });
export const queued = (ms: number, prompt: unknown, attachment: Line = {}): Line => ({
  ...base(ms),
  type: 'attachment',
  attachment: { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' }, ...attachment },
});

export const REJECTION =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
export const STOPPED = `${REJECTION} STOP what you are doing and wait for the user to tell you how to proceed.`;
export const rejectedWith = (reason: string) => `${REJECTION} To tell you how to proceed, the user said:\n${reason}`;
export const rejection = (ms: number, id: string, reason?: string): Line =>
  result(
    ms,
    id,
    reason === undefined ? STOPPED : rejectedWith(reason),
    {
      toolUseResult: 'User rejected tool use',
      toolDenialKind: 'user-rejected',
      ...(reason === undefined ? {} : { userFeedback: reason }),
    },
    { is_error: true },
  );

export const jsonl = (...lines: Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
