/** Says which records an event makes. Pure: what is written, and where, is the door's business. */
import type { BufferRecord, MarkRecord } from '../core/interaction.ts';
import { humanText } from './human.ts';
import type { Payload } from './payload.ts';
import {
  assistantRecord,
  given,
  nameOf,
  outputText,
  stopFailureRecord,
  toolEndRecord,
  toolStartRecord,
  userRecord,
} from './record.ts';

/**
 * The records of one event, in order; none when there is nothing to keep. Nothing that happens inside a subagent is kept:
 * no person speaks there, its prompts are another model's words, and the parent's own tool result tells how it ended.
 */
export function recordsOf(payload: Payload, ts: string): BufferRecord[] {
  if (payload.agent_id) return [];
  const { event, tool_name: tool = 'unknown', tool_use_id: id, error, last_assistant_message: said } = payload;
  const end = (status: 'ok' | 'error', output: unknown): BufferRecord =>
    toolEndRecord(ts, tool, id, {
      status,
      output,
      // A plan that was turned down never gets here: Claude Code reports no denial to these hooks.
      plan: tool === 'ExitPlanMode' && status === 'ok' ? 'approved' : undefined,
      duration_ms: Number(payload.duration_ms) || undefined,
    });
  switch (event) {
    case 'SessionStart':
      return [
        {
          type: event,
          ts,
          source: nameOf(payload.source ?? 'startup'),
          ...given('model', payload.model && nameOf(payload.model)),
        },
      ];
    case 'UserPromptSubmit': {
      const text = typedPrompt(payload);
      return text ? [userRecord(ts, text, payload.prompt_id)] : [];
    }
    case 'PreToolUse':
      return [toolStartRecord(ts, tool, id, payload.tool_input ?? {})];
    case 'PostToolUse':
      return [end('ok', payload.tool_response)];
    case 'PostToolUseFailure':
      return [end('error', error ?? payload.tool_response)];
    case 'Stop':
      return [...(said ? [assistantRecord(ts, said)] : []), { type: event, ts }];
    case 'StopFailure':
      return [stopFailureRecord(ts, outputText(error) || 'unknown', said)];
    case 'SessionEnd':
      return [{ type: event, ts, reason: nameOf(payload.reason ?? 'other') }];
    default:
      return [isMark(event) ? { type: event, ts } : { type: 'Event', ts, event: nameOf(event) }];
  }
}

const isMark = (event: string): event is MarkRecord['type'] =>
  /^(?:Setup|P(?:re|ost)Compact|Subagent(?:Start|Stop))$/.test(event);

/** What a person typed at this prompt; undefined when a program made it. */
export function typedPrompt(payload: Payload): string | undefined {
  if (payload.agent_id || (payload.source ?? 'user') !== 'user') return undefined;
  return payload.prompt && humanText(payload.prompt);
}
