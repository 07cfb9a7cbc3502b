/**
 * What a session's buffer says to whoever injects: which items its context holds, and which task a subagent was given. A buffer
 * grows at every tool call, so only its new bytes are read; one that shrank was begun anew.
 */
import fs from 'node:fs';
import type { BufferRecord } from '../core/interaction.ts';
import { isText, parseJson } from '../core/outside.ts';

/** A subagent has a context of its own; the session's is named ''. */
type Context = string;

interface Task {
  id: string | undefined;
  kind: string;
  prompt: string;
  /** Known where Claude Code starts subagents in the background. */
  agentId?: string;
}

const OF_INTEREST = /^\{"type":"(?:Injected"|SessionStart"|Tool(?:Start|End)",[^{]*"tool":"(?:Agent|Task)")/;
const MOST_SESSIONS = 16;
/** A door that took an answer and says nothing of it for so long did not tell it. */
const ON_ITS_WAY_MS = 5_000;
/** A buffer's line is far below this; an endless one is no buffer's. */
const READ_AT_ONCE = 8 * 1024 * 1024;

export class SessionView {
  readonly #file: string;
  readonly #shown = new Map<Context, Set<string>>();
  readonly #handed = new Map<Context, Map<string, number>>();
  #tasks: Task[] = [];
  #upTo = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Reads on; a file that is not there says nothing. */
  read(): void {
    const size = fs.statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < this.#upTo) this.#forget();
    while (this.#upTo < size && this.#readPart(size));
  }

  #forget(): void {
    this.#shown.clear();
    this.#tasks = [];
    this.#upTo = 0;
  }

  #readPart(size: number): boolean {
    const fd = fs.openSync(this.#file, 'r');
    try {
      const bytes = Buffer.alloc(Math.min(size - this.#upTo, READ_AT_ONCE));
      const count = fs.readSync(fd, bytes, 0, bytes.length, this.#upTo);
      const end = bytes.lastIndexOf(0x0a, count - 1) + 1;
      // A line that is being written waits; one that fills all of this is passed over.
      if (end === 0 && count < READ_AT_ONCE) return false;
      for (const line of bytes.toString('utf8', 0, end).split('\n')) if (OF_INTEREST.test(line)) this.#take(line);
      this.#upTo += end || count;
      return true;
    } finally {
      fs.closeSync(fd);
    }
  }

  #take(line: string): void {
    const record: BufferRecord | undefined = parseJson(line);
    if (record?.type === 'Injected' && Array.isArray(record.ids)) this.#add(record.ids, record.agent_id);
    // A compaction empties the session's context; subagents have theirs.
    else if (record?.type === 'SessionStart' && record.source === 'compact') {
      this.#shown.delete('');
      this.#handed.delete('');
    }
    if (record?.type === 'ToolStart') this.#given(record.tool_use_id, record.input);
    else if (record?.type === 'ToolEnd') this.#started(record.tool_use_id, record.output);
  }

  #given(id: string | undefined, input: unknown): void {
    const { prompt, subagent_type: kind } = (input ?? {}) as Record<string, unknown>;
    if (isText(prompt)) this.#tasks.push({ id, prompt, kind: isText(kind) ? kind : '' });
  }

  /** The call's end names the subagent that goes on in the background, or says that it is done. */
  #started(id: string | undefined, output: string): void {
    const agentId = /"agentId":"([^"]+)"/.exec(output)?.[1];
    const task = this.#tasks.find((one) => id !== undefined && one.id === id);
    if (!task) return;
    if (agentId === undefined) this.#tasks = this.#tasks.filter((one) => one !== task);
    else task.agentId = agentId;
  }

  #add(ids: readonly string[], context: Context = ''): void {
    const known = this.#shown.get(context) ?? new Set();
    for (const id of ids) known.add(id);
    this.#shown.set(context, known);
  }

  /** Given to a door, which is about to tell it and to say so in the buffer. `now` in milliseconds. */
  hand(ids: readonly string[], context: Context, now: number): void {
    const handed = this.#handed.get(context) ?? new Map();
    for (const id of ids) handed.set(id, now);
    this.#handed.set(context, handed);
  }

  /** What the context holds, and what is on its way to it. */
  seen(context: Context, now: number): ReadonlySet<string> {
    const seen = new Set(this.#shown.get(context));
    for (const [id, at] of this.#handed.get(context) ?? []) if (now - at < ON_ITS_WAY_MS) seen.add(id);
    return seen;
  }

  /** What the subagent was asked to do: by its id, else the oldest call of its kind that no subagent was found for. */
  taskOf(agentId: string, kind: string): string | undefined {
    const open = this.#tasks.filter((one) => one.agentId === undefined);
    const found =
      this.#tasks.find((one) => one.agentId === agentId) ?? open.find((one) => one.kind === kind) ?? open[0];
    if (found) found.agentId = agentId;
    return found?.prompt;
  }
}

export class SessionViews {
  readonly #views = new Map<string, SessionView>();

  /** The view of a buffer, read up to now. */
  of(file: string): SessionView {
    const view = this.#views.get(file) ?? new SessionView(file);
    this.#views.delete(file);
    this.#views.set(file, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MOST_SESSIONS && oldest !== undefined) this.#views.delete(oldest);
    view.read();
    return view;
  }
}
