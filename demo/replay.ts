/**
 * Replays a recorded session through the real doors, as Claude Code would: command hooks for the events once a turn, the
 * plugin's MCP server for tool events, and a transcript beside them that holds what no hook is told (rejections, interrupts).
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';

export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
  response: unknown;
  status: 'ok' | 'error' | 'rejected';
  /** What the person typed with a rejection; '' for none. */
  reason?: string;
}
export interface Turn {
  user: string;
  tools: ToolCall[];
  interrupted: boolean;
  assistant: string;
}
export interface RecordedSession {
  turns: Turn[];
  end: 'prompt_input_exit' | 'clear' | 'crash';
}

export interface Doors {
  /** Folder of hook.mjs and mcp.mjs. */
  dist: string;
  env: Record<string, string | undefined>;
}

export interface Replayed {
  sessionId: string;
  /** additionalContext of SessionStart and of each prompt, '' where nothing was injected. */
  atStart: string;
  atPrompts: string[];
  /** What SessionStart said to the person, '' for nothing. */
  notice: string;
}

const REJECTION =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

const outputText = (response: unknown): string => {
  if (typeof response === 'string') return response;
  const { stdout, stderr } = (response ?? {}) as { stdout?: string; stderr?: string };
  return stdout === undefined && stderr === undefined
    ? JSON.stringify(response)
    : [stdout, stderr].filter(Boolean).join('\n');
};

/** The plugin's MCP server, spoken to as Claude Code does. */
class ToolDoor {
  readonly #server: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterableIterator<string>;
  #id = 0;

  constructor(doors: Doors, cwd: string) {
    this.#server = spawn(process.execPath, [path.join(doors.dist, 'mcp.mjs')], { cwd, env: doors.env });
    this.#answers = createInterface({ input: this.#server.stdout })[Symbol.asyncIterator]();
  }

  async call(method: string, params: object): Promise<unknown> {
    this.#id += 1;
    this.#server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.#id, method, params })}\n`);
    const { value } = await this.#answers.next();
    return JSON.parse(value as string);
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#server.once('exit', resolve));
    this.#server.stdin.end();
    await gone;
  }
}

class Replay {
  readonly #doors: Doors;
  readonly #cwd: string;
  readonly #door: ToolDoor;
  readonly sessionId = randomUUID();
  readonly transcript: string;
  #parent: string | null = null;

  constructor(doors: Doors, cwd: string, transcripts: string) {
    this.#doors = doors;
    this.#cwd = cwd;
    this.#door = new ToolDoor(doors, cwd);
    this.transcript = path.join(transcripts, `${this.sessionId}.jsonl`);
    fs.mkdirSync(transcripts, { recursive: true });
    fs.writeFileSync(this.transcript, '');
  }

  write(type: 'user' | 'assistant', message: object, more: object = {}): void {
    const uuid = randomUUID();
    const line = {
      parentUuid: this.#parent,
      isSidechain: false,
      cwd: this.#cwd,
      sessionId: this.sessionId,
      version: '2.1.332',
      type,
      message,
      uuid,
      timestamp: new Date().toISOString(),
      ...more,
    };
    this.#parent = uuid;
    fs.appendFileSync(this.transcript, `${JSON.stringify(line)}\n`);
  }

  async hook(event: string, fields: object = {}): Promise<{ context: string; notice: string }> {
    const payload = {
      session_id: this.sessionId,
      transcript_path: this.transcript,
      cwd: this.#cwd,
      hook_event_name: event,
      ...fields,
    };
    const { stdout } = await execa(process.execPath, [path.join(this.#doors.dist, 'hook.mjs'), event], {
      cwd: this.#cwd,
      env: this.#doors.env,
      extendEnv: false,
      input: JSON.stringify(payload),
    });
    const said = stdout ? JSON.parse(stdout) : {};
    return { context: said.hookSpecificOutput?.additionalContext ?? '', notice: said.systemMessage ?? '' };
  }

  async #toolEvent(event: string, tool: ToolCall, id: string, fields: object): Promise<void> {
    const input = {
      event,
      session_id: this.sessionId,
      transcript_path: this.transcript,
      cwd: this.#cwd,
      tool_name: tool.name,
      tool_use_id: id,
      tool_input: JSON.stringify(tool.input),
      ...fields,
    };
    await this.#door.call('tools/call', { name: 'hook', arguments: input });
  }

  async open(): Promise<void> {
    await this.#door.call('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'replay', version: '1' },
    });
  }

  async tool(tool: ToolCall): Promise<void> {
    const id = `toolu_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
    this.write('assistant', {
      role: 'assistant',
      id: `msg_${id}`,
      content: [{ type: 'tool_use', id, name: tool.name, input: tool.input }],
    });
    await this.#toolEvent('PreToolUse', tool, id, {});
    if (tool.status === 'ok')
      await this.#toolEvent('PostToolUse', tool, id, { tool_response: JSON.stringify(tool.response) });
    if (tool.status === 'error')
      await this.#toolEvent('PostToolUseFailure', tool, id, { error: outputText(tool.response) });
    const text =
      tool.status === 'rejected'
        ? `${REJECTION}${tool.reason ? ` To tell you how to proceed, the user said:\n${tool.reason}` : ''}`
        : outputText(tool.response);
    this.write(
      'user',
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content: text, ...(tool.status !== 'ok' && { is_error: true }) },
        ],
      },
      { toolUseResult: text },
    );
  }

  async turn(turn: Turn): Promise<string> {
    const promptId = randomUUID();
    const { context } = await this.hook('UserPromptSubmit', { prompt: turn.user, prompt_id: promptId });
    this.write('user', { role: 'user', content: turn.user }, { promptId });
    for (const tool of turn.tools) await this.tool(tool);
    this.write('assistant', {
      role: 'assistant',
      id: `msg_${promptId}`,
      content: [{ type: 'text', text: turn.assistant }],
    });
    if (turn.interrupted)
      this.write('user', { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] });
    else await this.hook('Stop', { stop_hook_active: false, last_assistant_message: turn.assistant });
    return context;
  }

  close = () => this.#door.close();
}

/** Plays one session in `cwd`, from SessionStart to its end. */
export async function replaySession(
  doors: Doors,
  cwd: string,
  transcripts: string,
  session: RecordedSession,
  source = 'startup',
): Promise<Replayed> {
  const replay = new Replay(doors, cwd, transcripts);
  const start = await replay.hook('SessionStart', { source });
  await replay.open();
  const atPrompts: string[] = [];
  for (const turn of session.turns) atPrompts.push(await replay.turn(turn));
  if (session.end !== 'crash') await replay.hook('SessionEnd', { reason: session.end });
  await replay.close();
  return { sessionId: replay.sessionId, atStart: start.context, notice: start.notice, atPrompts };
}
