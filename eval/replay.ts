/**
 * Replays a recorded session through the real doors, as Claude Code would: command hooks for the events once a turn, the
 * plugin's MCP server for tool events, and a transcript beside them that holds what no hook is told (rejections, interrupts).
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { execa } from 'execa';
import type { Session, ToolCall, Turn } from './scenario.ts';
import { type Doors, ToolDoor } from './tool-door.ts';
import { outputText, Transcript } from './transcript.ts';

export type RecordedSession = Omit<Session, 'workspace'>;

export interface Replayed {
  sessionId: string;
  /** additionalContext of SessionStart and of each prompt, '' where nothing was injected. */
  atStart: string;
  atPrompts: string[];
}

export interface Place {
  cwd: string;
  /** Folder of the transcripts. */
  transcripts: string;
}

/** One session's voice: its id, its transcript, its hooks. */
class Voice {
  readonly transcript: Transcript;
  readonly sessionId: string;
  readonly #doors: Doors;
  readonly #cwd: string;

  constructor(doors: Doors, { cwd, transcripts }: Place, sessionId: string) {
    this.#doors = doors;
    this.#cwd = cwd;
    this.sessionId = sessionId;
    this.transcript = new Transcript(transcripts, sessionId, cwd);
  }

  get common() {
    return { session_id: this.sessionId, transcript_path: this.transcript.file, cwd: this.#cwd };
  }

  /** Runs the command hook; returns what it tells the model. */
  async hook(event: string, fields: object = {}): Promise<string> {
    const { stdout } = await execa(process.execPath, [path.join(this.#doors.dist, 'hook.mjs'), event], {
      cwd: this.#cwd,
      env: this.#doors.env,
      extendEnv: false,
      input: JSON.stringify({ ...this.common, hook_event_name: event, ...fields }),
    });
    return stdout ? (JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? '') : '';
  }

  async tool(door: ToolDoor, tool: ToolCall): Promise<void> {
    const id = `toolu_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
    const names = { ...this.common, tool_name: tool.name, tool_use_id: id, tool_input: JSON.stringify(tool.input) };
    this.transcript.calls(tool, id);
    await door.hook({ event: 'PreToolUse', ...names });
    if (tool.status === 'ok') {
      await door.hook({ event: 'PostToolUse', ...names, tool_response: JSON.stringify(tool.response ?? {}) });
    }
    if (tool.status === 'error') {
      const { is_interrupt: interrupt } = (tool.response ?? {}) as { is_interrupt?: boolean };
      const failure = { error: outputText(tool.response), is_interrupt: String(interrupt === true) };
      await door.hook({ event: 'PostToolUseFailure', ...names, ...failure });
    }
    this.transcript.answers(tool, id);
  }

  async turn(door: ToolDoor, { user, tools, interrupted, assistant }: Turn): Promise<string> {
    const promptId = randomUUID();
    const told = await this.hook('UserPromptSubmit', { prompt: user, prompt_id: promptId });
    this.transcript.prompt(user, promptId);
    for (const tool of tools) await this.tool(door, tool);
    this.transcript.says(assistant);
    if (interrupted) this.transcript.interrupted();
    else await this.hook('Stop', { stop_hook_active: false, last_assistant_message: assistant });
    return told;
  }
}

/** Plays one session, from SessionStart to its end. */
export async function replaySession(
  doors: Doors,
  place: Place,
  session: RecordedSession,
  { source = 'startup', sessionId = randomUUID() as string } = {},
): Promise<Replayed> {
  const voice = new Voice(doors, place, sessionId);
  const atStart = await voice.hook('SessionStart', { source });
  const door = new ToolDoor(doors, place.cwd);
  await door.open();
  const atPrompts: string[] = [];
  for (const turn of session.turns) atPrompts.push(await voice.turn(door, turn));
  if (session.end !== 'crash') await voice.hook('SessionEnd', { reason: session.end });
  await door.close(session.end === 'crash');
  return { sessionId, atStart, atPrompts };
}

export interface Told {
  /** What SessionStart injected; '' too when the session was begun without it. */
  start: string;
  prompt: string;
}

/** One question in a session of its own that never ends and holds one prompt, so nothing in it is due to be learned. */
export async function ask(doors: Doors, place: Place, query: string | undefined, withStart = true): Promise<Told> {
  const voice = new Voice(doors, place, randomUUID());
  const start = withStart ? await voice.hook('SessionStart', { source: 'startup' }) : '';
  const prompt = query === undefined ? '' : await voice.hook('UserPromptSubmit', { prompt: query });
  return { start, prompt };
}
