/**
 * Writes a session's transcript as Claude Code does, in the forms that a learner must read there because no hook tells of
 * them: rejections with their reasons, interrupts, the partial reply before one.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { ToolCall } from './scenario.ts';

const REJECTION =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const APPROVAL =
  'User has approved your plan. You can now start coding. Start with updating your todo list if applicable';

/** A tool's answer as the text that the model gets. */
export function outputText(response: unknown): string {
  if (typeof response === 'string') return response;
  const { stdout, stderr, error } = (response ?? {}) as Record<string, unknown>;
  if (typeof error === 'string') return error;
  if (stdout === undefined && stderr === undefined) return JSON.stringify(response ?? {});
  return [stdout, stderr].filter(Boolean).join('\n');
}

function resultText(tool: ToolCall): string {
  if (tool.status === 'rejected') {
    return `${REJECTION}${tool.reason ? ` To tell you how to proceed, the user said:\n${tool.reason}` : ''}`;
  }
  return tool.status === 'ok' && tool.name === 'ExitPlanMode' ? APPROVAL : outputText(tool.response);
}

export class Transcript {
  readonly file: string;
  readonly #sessionId: string;
  readonly #cwd: string;
  #parent: string | null = null;

  constructor(folder: string, sessionId: string, cwd: string) {
    this.file = path.join(folder, `${sessionId}.jsonl`);
    this.#sessionId = sessionId;
    this.#cwd = cwd;
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(this.file, '');
  }

  #write(type: 'user' | 'assistant', message: object, more: object = {}): void {
    const uuid = randomUUID();
    const line = {
      parentUuid: this.#parent,
      isSidechain: false,
      cwd: this.#cwd,
      sessionId: this.#sessionId,
      version: '2.1.332',
      type,
      message,
      uuid,
      timestamp: new Date().toISOString(),
      ...more,
    };
    this.#parent = uuid;
    fs.appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }

  prompt(text: string, promptId: string): void {
    this.#write('user', { role: 'user', content: text }, { promptId });
  }

  says(text: string): void {
    if (text === '') return;
    this.#write('assistant', { role: 'assistant', id: `msg_${randomUUID()}`, content: [{ type: 'text', text }] });
  }

  calls(tool: ToolCall, id: string): void {
    const content = [{ type: 'tool_use', id, name: tool.name, input: tool.input }];
    this.#write('assistant', { role: 'assistant', id: `msg_${id}`, content });
  }

  answers(tool: ToolCall, id: string): void {
    const text = resultText(tool);
    const failed = tool.status === 'ok' ? {} : { is_error: true };
    const content = [{ type: 'tool_result', tool_use_id: id, content: text, ...failed }];
    const result = tool.status === 'ok' ? tool.response : `Error: ${text}`;
    this.#write('user', { role: 'user', content }, { toolUseResult: result ?? text });
  }

  interrupted(): void {
    this.#write('user', { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] });
  }
}
