/** What the scripted model says: short ways to write answers, and the split between the agent and the calls of claude-smart. */
import { EXTRACTOR_MARK } from '../../src/core/session.ts';
import type { Answer, Block, Message, MessagesRequest, Script } from './loopback-api.ts';

export const text = (words: string): Answer => ({ blocks: [{ type: 'text', text: words }] });

let tools = 0;
export const useTool = (name: string, input: unknown): Answer => ({
  blocks: [{ type: 'tool_use', id: `toolu_${String(++tools).padStart(6, '0')}`, name, input }],
});

/** How `--json-schema` is answered: the CLI offers a tool of this name and checks what comes against the schema. */
export const structured = (value: unknown): Answer => useTool('StructuredOutput', value);

const blocksOf = (content: string | Block[] | undefined): Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);

export const systemText = (request: MessagesRequest): string =>
  blocksOf(request.system)
    .map((block) => block.text ?? '')
    .join('\n');

/** Everything in the request that the model reads, for "is this in it?". */
export const wholeText = (request: MessagesRequest): string =>
  JSON.stringify([request.system, request.messages]).replaceAll('\\"', '"').replaceAll('\\n', '\n');

const userMessages = (request: MessagesRequest): Message[] =>
  request.messages.filter((message) => message.role === 'user');

/** The last thing a person (or the CLI in their name) said: the words, or the tool results they came with. */
export function lastTurn(request: MessagesRequest): { words: string; hasToolResult: boolean } {
  const blocks = blocksOf(userMessages(request).at(-1)?.content);
  return {
    words: blocks.map((block) => block.text ?? '').join('\n'),
    hasToolResult: blocks.some((block) => block.type === 'tool_result'),
  };
}

export const isOurs = (request: MessagesRequest): boolean => systemText(request).includes(EXTRACTOR_MARK);

/** A script with two parts: the agent that the person talks to, and the model that claude-smart asks. */
export const split = (parts: { agent: Script; learner: Script }): Script => {
  return (request, n) => (isOurs(request) ? parts.learner(request, n) : parts.agent(request, n));
};

/** An agent that runs one shell command for every prompt the pattern finds, and says "Done." for everything else. */
export const agentThatRuns =
  (when: RegExp, command: string): Script =>
  (request) => {
    const { words, hasToolResult } = lastTurn(request);
    if (!hasToolResult && when.test(words)) return useTool('Bash', { command, description: 'as asked' });
    return text('Done.');
  };
