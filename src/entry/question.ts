/** What a door asks the daemon about an event: the event in the words a search needs, cut to what it reads of them. */
import { typedPrompt } from '../capture/events.ts';
import type { Payload } from '../capture/payload.ts';
import { outputText } from '../capture/record.ts';
import type { RecallRequest } from '../platform/protocol.ts';
import { cwdOf, type Door, VERSION } from './door.ts';

/** Errors are at the end. */
const OUTPUT_TAIL = 4_000;

/** Undefined where there is nothing to ask. */
export function questionOf(door: Door, payload: Payload): RecallRequest | undefined {
  const { event, session_id, agent_id, agent_type, tool_name: tool } = payload;
  const isTool = event.includes('ToolUse');
  const prompt = isTool ? undefined : promptOf(payload);
  if (!isTool && event !== 'SubagentStart' && !prompt) return undefined;
  return {
    op: 'recall',
    version: VERSION,
    event,
    session_id,
    cwd: cwdOf(door, payload),
    agent_id,
    agent_type,
    prompt,
    tool,
    input: payload.tool_input,
    output: isTool ? outputText(payload.error ?? payload.tool_response).slice(-OUTPUT_TAIL) : undefined,
  };
}

/** Of a command its name and what was typed behind it; what it expands to is the command's author's. */
function promptOf(payload: Payload): string | undefined {
  if (payload.event !== 'UserPromptExpansion') return typedPrompt(payload);
  if (payload.agent_id) return undefined;
  const { command_name: name = '', command_args: args = '', prompt = '' } = payload;
  return [name, args, prompt].join(' ');
}
