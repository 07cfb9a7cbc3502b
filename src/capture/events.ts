/** Says which records an event makes. Pure: what is written, and where, is the door's business. */
import type { BufferRecord } from '../core/interaction.ts';
import { humanText } from './human.ts';
import type { Payload } from './payload.ts';
import { assistantRecord, stopFailureRecord, toolEndRecord, toolStartRecord, userRecord } from './record.ts';

const NAME_UNITS = 100;

/**
 * The records of one event, in order; none when there is nothing to keep. Nothing that happens inside a subagent is kept:
 * no person speaks there, its prompts are another model's words, and the parent's own tool result tells how it ended.
 */
export function recordsOf(payload: Payload, ts: string): BufferRecord[] {
  if (payload.agent_id !== undefined) return [];
  switch (payload.event) {
    case 'SessionStart':
      return [
        {
          type: 'SessionStart',
          ts,
          source: payload.source?.slice(0, NAME_UNITS) ?? 'startup',
          ...(payload.model === undefined ? {} : { model: payload.model.slice(0, NAME_UNITS) }),
        },
      ];
    case 'UserPromptSubmit': {
      const text = typedPrompt(payload);
      return text === undefined ? [] : [userRecord(ts, text, payload.prompt_id)];
    }
    case 'PreToolUse':
      return [toolStartRecord(ts, payload.tool_name ?? 'unknown', payload.tool_use_id, payload.tool_input ?? {})];
    case 'PostToolUse':
      return [toolEnd(payload, ts, 'ok', payload.tool_response)];
    case 'PostToolUseFailure':
      return [toolEnd(payload, ts, 'error', payload.error ?? payload.tool_response)];
    case 'Stop':
      return payload.last_assistant_message === undefined
        ? [{ type: 'Stop', ts }]
        : [assistantRecord(ts, payload.last_assistant_message), { type: 'Stop', ts }];
    case 'StopFailure':
      return [stopFailureRecord(ts, payload.error ?? 'unknown', payload.last_assistant_message)];
    case 'SessionEnd':
      return [{ type: 'SessionEnd', ts, reason: payload.reason?.slice(0, NAME_UNITS) ?? 'other' }];
    case 'Setup':
    case 'PreCompact':
    case 'PostCompact':
    case 'SubagentStart':
    case 'SubagentStop':
      return [{ type: payload.event, ts }];
    default:
      return [{ type: 'Event', ts, event: payload.event.slice(0, NAME_UNITS) }];
  }
}

/** What a person typed at this prompt; undefined when a program made it. */
export function typedPrompt(payload: Payload): string | undefined {
  if (payload.agent_id !== undefined || (payload.source ?? 'user') !== 'user') return undefined;
  return payload.prompt === undefined ? undefined : humanText(payload.prompt);
}

function toolEnd(payload: Payload, ts: string, status: 'ok' | 'error', output: unknown): BufferRecord {
  const tool = payload.tool_name ?? 'unknown';
  return toolEndRecord(ts, tool, payload.tool_use_id, {
    status,
    output,
    // A plan that was turned down never gets here: Claude Code reports no denial to these hooks.
    plan: tool === 'ExitPlanMode' && status === 'ok' ? 'approved' : undefined,
    duration_ms: payload.duration_ms,
  });
}
