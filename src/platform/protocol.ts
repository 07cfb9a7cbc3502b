/**
 * What doors and CLI say to the daemon: one JSON request a line, one JSON reply a line, then the connection closes.
 * A daemon that does not answer in time does not exist for the asker; nothing depends on an answer but speed.
 */

interface Base {
  /** The asker's. */
  version: string;
}

/** What to inject at this event. `cwd` finds the project, `session_id` and `agent_id` what the context holds already. */
export interface RecallRequest extends Base {
  op: 'recall';
  event: string;
  session_id: string;
  cwd: string;
  agent_id?: string | undefined;
  agent_type?: string | undefined;
  prompt?: string | undefined;
  tool?: string | undefined;
  /** Cut to what a query reads. */
  input?: unknown;
  output?: string | undefined;
}

/** One of the tools that a model may call. */
export interface ToolRequest extends Base {
  op: 'tool';
  name: string;
  arguments: Record<string, unknown>;
  cwd: string;
  /** The session that the asker serves, where it knows one. */
  session_id?: string | undefined;
}

export type Request =
  | (Base & { op: 'ping' })
  /** The session's buffer grew: publish it, and extract what is due. */
  | (Base & { op: 'poke'; session_id: string })
  | RecallRequest
  /** A person asks, and waits for the model to load; `floor` is the least fit of a hit (default 0: all). */
  | (Base & { op: 'search'; cwd: string; query: string; limit: number; floor?: number | undefined })
  | ToolRequest
  | (Base & { op: 'stop' });

export interface RecallReply {
  ok: true;
  version: string;
  /** The text to inject, or '' when nothing fits. */
  text: string;
  ids: string[];
  /** Of the text, estimated. */
  tokens: number;
  /** For so long, in milliseconds, asking again for the same event and context is of no use. */
  quiet_ms?: number;
}
export interface Leg {
  rank: number;
  score: number;
}
export interface SearchHit {
  id: string;
  type: 'rule' | 'profile';
  score: number;
  /** 1 is the floor of what is told without being asked. */
  fit: number;
  trigger: string;
  content: string;
  legs: { lexical?: Leg; vector?: Leg };
  cue?: string;
  /** Which of the query's words hit, and in which field. */
  matches: Record<string, string[]>;
}
export type Reply =
  | { ok: true; version: string; pid: number; started_at: string }
  | RecallReply
  /** `model`: whose vectors took part; null: the words alone decided. */
  | { ok: true; version: string; hits: SearchHit[]; model: string | null }
  | { ok: true; version: string; answer: string }
  | { ok: false; version: string; error: string };
