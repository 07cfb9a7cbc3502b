/** The tools that a model may call: what they are called and take. The daemon answers them; this starts one where none is. */
import { attempt, isText } from '../core/outside.ts';
import { ask } from '../platform/ask.ts';
import { socketAddress } from '../platform/paths.ts';
import { startDaemonOnce } from '../platform/start-daemon.ts';
import { type Door, VERSION } from './door.ts';

const text = (description: string) => ({ type: 'string', description });
const tool = (name: string, description: string, properties: object, required: string[] = []) => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required },
});

export const TOOLS = [
  tool(
    'search',
    'Search the rules and facts learned from the user in earlier sessions, by words and by meaning.',
    { query: text('What you are about to do, or the subject.'), limit: { type: 'integer', minimum: 1, maximum: 20 } },
    ['query'],
  ),
  tool('show', 'List all rules and facts learned for this project.', {}),
  tool(
    'why',
    'Say where a rule or fact comes from: the turns it rests on, its history.',
    { id: text('Its id, such as the one in brackets in front of it.') },
    ['id'],
  ),
  tool('tag', 'Note that your last turn was wrong. Use it when the user says so and wants it remembered.', {
    note: text('How, in the user’s own words.'),
  }),
];

type Tool = (typeof TOOLS)[number];

const ANSWER_MS = 8_000;
const START_MS = 6_000;
const PAUSE_MS = 200;
const NO_ANSWER =
  'claude-smart’s background process does not answer. It was started; ask again in a moment. If that stays so: claude-smart daemon status';

/** What the tool takes, as far as it is a text or a number. */
const takenOf = ({ inputSchema }: Tool, given: Record<string, unknown>) =>
  Object.fromEntries(
    Object.keys(inputSchema.properties)
      .map((key) => [key, given[key]])
      .filter(([, value]) => isText(value) || typeof value === 'number'),
  );

export async function askTool(
  door: Door,
  tool: Tool,
  given: Record<string, unknown>,
  session: string | undefined,
): Promise<string> {
  const cwd = door.env.CLAUDE_PROJECT_DIR ?? process.cwd();
  const asked = { name: tool.name, arguments: takenOf(tool, given) };
  const request = { op: 'tool', version: VERSION, ...asked, cwd, session_id: session } as const;
  for (const end = Date.now() + START_MS; ; ) {
    const reply = await ask(socketAddress(door.paths), request, ANSWER_MS);
    if (reply?.ok && 'answer' in reply) return reply.answer;
    if (reply && !reply.ok && reply.error !== 'superseded') return `claude-smart could not answer: ${reply.error}`;
    attempt(() => startDaemonOnce(door.paths, door.env, import.meta.dirname));
    if (Date.now() > end) return NO_ANSWER;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
