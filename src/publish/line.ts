/** The edge where a buffer's lines become trusted records: a line of a known type with the fields its stage needs. */
import * as z from 'zod';
import type { BufferRecord } from '../core/interaction.ts';

const base = { ts: z.iso.datetime(), cut: z.number().optional(), uuid: z.string().optional() };
const record = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...base, ...shape });
const mark = (type: 'Stop' | 'Setup' | 'PreCompact' | 'PostCompact' | 'SubagentStart' | 'SubagentStop' | 'Event') =>
  record(type, { event: z.string().optional() });

const Line = z.discriminatedUnion('type', [
  record('Session', {
    session_id: z.string(),
    cwd: z.string(),
    project_id: z.string(),
    project_label: z.string(),
    transcript_path: z.string().optional(),
    entrypoint: z.string().optional(),
  }),
  record('User', { text: z.string(), prompt_id: z.string().optional() }),
  record('Assistant', { text: z.string() }),
  record('ToolStart', { tool: z.string(), tool_use_id: z.string().optional(), input: z.unknown() }),
  record('ToolEnd', {
    tool: z.string(),
    tool_use_id: z.string().optional(),
    status: z.enum(['ok', 'error', 'rejected']),
    output: z.string(),
    reason: z.string().optional(),
    plan: z.enum(['approved', 'rejected']).optional(),
    duration_ms: z.number().optional(),
  }),
  record('[correction]', { note: z.string().optional() }),
  record('Interrupt', { tool: z.boolean() }),
  record('StopFailure', { error: z.string(), text: z.string().optional() }),
  record('SessionStart', { source: z.string(), model: z.string().optional() }),
  record('SessionEnd', { reason: z.string() }),
  record('Injected', {
    event: z.string(),
    ids: z.array(z.string()),
    units: z.number(),
    tokens: z.number().optional(),
    agent_id: z.string().optional(),
  }),
  record('Transcript', {
    up_to: z.number(),
    ahead: z.array(z.string()),
    seen: z.number().optional(),
    since: z.string().optional(),
  }),
  mark('Stop'),
  mark('Setup'),
  mark('PreCompact'),
  mark('PostCompact'),
  mark('SubagentStart'),
  mark('SubagentStop'),
  mark('Event'),
]);

/** The record when it has its shape; undefined for a line of another version or another hand. */
export function knownRecord(value: BufferRecord): BufferRecord | undefined {
  const parsed = Line.safeParse(value);
  return parsed.success ? (parsed.data as BufferRecord) : undefined;
}
