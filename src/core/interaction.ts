/**
 * The records of a session buffer, one JSON object a line. A record that a person, the agent or a tool made is an
 * *interaction*; the others mark the session's course. `seq` of a record is the byte offset of its line.
 */

/** `cut`: UTF-16 units removed from the middle of this record's longest field, when the field limit was met. */
interface RecordBase {
  ts: string;
  cut?: number;
  /** `<transcript uuid>#<block>` when the record came from the transcript and not through a door. */
  uuid?: string;
}

/** The first line of every buffer: what publish needs to know about the session, whichever event came first. */
export interface SessionRecord extends RecordBase {
  type: 'Session';
  session_id: string;
  cwd: string;
  project_id: string;
  project_label: string;
  transcript_path?: string;
  entrypoint?: string;
}

export interface UserRecord extends RecordBase {
  type: 'User';
  text: string;
  prompt_id?: string;
}
export interface AssistantRecord extends RecordBase {
  type: 'Assistant';
  text: string;
}
export interface ToolStartRecord extends RecordBase {
  type: 'ToolStart';
  tool: string;
  tool_use_id?: string;
  input: unknown;
}
export type ToolStatus = 'ok' | 'error' | 'rejected';
export interface ToolEndRecord extends RecordBase {
  type: 'ToolEnd';
  tool: string;
  tool_use_id?: string;
  status: ToolStatus;
  output: string;
  /** What the person typed when rejecting the tool call or the plan. */
  reason?: string;
  /** Only on ExitPlanMode. */
  plan?: 'approved' | 'rejected';
  duration_ms?: number;
}
/** An explicit note by the person: the turn before it was wrong, and how. */
export interface NoteRecord extends RecordBase {
  type: '[correction]';
  note?: string;
}
export interface InterruptRecord extends RecordBase {
  type: 'Interrupt';
  /** True when a tool was running or asking at that moment. */
  tool: boolean;
}
export interface StopFailureRecord extends RecordBase {
  type: 'StopFailure';
  error: string;
  text?: string;
}
export type Interaction =
  | UserRecord
  | AssistantRecord
  | ToolStartRecord
  | ToolEndRecord
  | NoteRecord
  | InterruptRecord
  | StopFailureRecord;

export interface SessionStartRecord extends RecordBase {
  type: 'SessionStart';
  source: string;
  model?: string;
}
export interface SessionEndRecord extends RecordBase {
  type: 'SessionEnd';
  reason: string;
}
/** An event that carries nothing to learn from but belongs to the session's course. */
export interface MarkRecord extends RecordBase {
  type: 'Stop' | 'Setup' | 'PreCompact' | 'PostCompact' | 'SubagentStart' | 'SubagentStop' | 'Event';
  event?: string;
}
/** What was told to the session, or to one of its subagents: the items' full ids. */
export interface InjectedRecord extends RecordBase {
  type: 'Injected';
  event: string;
  ids: string[];
  /** UTF-16 units of the whole text, and its tokens, estimated. */
  units: number;
  tokens?: number;
  agent_id?: string;
}
/** How far the transcript was read, and which door records it had not shown yet (their match keys). */
export interface TranscriptCursorRecord extends RecordBase {
  type: 'Transcript';
  up_to: number;
  ahead: string[];
  /** Bytes of the buffer that were compared with it: a door may append while this runs. */
  seen?: number;
  /** What is older than this is not the session's own (it was resumed or forked). */
  since?: string;
}
export interface WatermarkRecord {
  published_up_to: number;
}

export type SessionCourse =
  | SessionRecord
  | SessionStartRecord
  | SessionEndRecord
  | MarkRecord
  | InjectedRecord
  | TranscriptCursorRecord;

export type BufferRecord = Interaction | SessionCourse;

export const INTERACTION_TYPES: ReadonlySet<string> = new Set([
  'User',
  'Assistant',
  'ToolStart',
  'ToolEnd',
  '[correction]',
  'Interrupt',
  'StopFailure',
]);

export const isInteraction = (record: BufferRecord): record is Interaction => INTERACTION_TYPES.has(record.type);
