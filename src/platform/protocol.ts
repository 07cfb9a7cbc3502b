/**
 * What doors and CLI say to the daemon: one JSON request a line, one JSON reply a line, then the connection closes.
 * A daemon that does not answer in time does not exist for the asker; nothing depends on an answer but speed.
 */

export type Request =
  | { op: 'ping'; version: string }
  /** The session's buffer grew: publish it, and extract what is due. */
  | { op: 'poke'; version: string; session_id: string; event: string }
  /** What to inject at this prompt. `cwd` finds the project, `session_id` what was already shown. */
  | { op: 'recall'; version: string; session_id: string; cwd: string; prompt: string }
  | { op: 'search'; version: string; cwd: string; query: string; limit: number }
  | { op: 'stop'; version: string };

export interface RecallReply {
  ok: true;
  version: string;
  /** The text to inject, or '' when nothing fits. */
  text: string;
  ids: string[];
}
export interface SearchHit {
  id: string;
  type: 'rule' | 'profile';
  score: number;
  trigger: string;
  content: string;
  /** Which of the query's words hit, and in which field. */
  matches: Record<string, string[]>;
}
export type Reply =
  | { ok: true; version: string; pid: number; started_at: string }
  | RecallReply
  | { ok: true; version: string; hits: SearchHit[] }
  | { ok: false; version: string; error: string };
