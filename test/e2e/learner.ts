/**
 * The model that claude-smart asks, scripted: it reads the numbered turns of the prompt as a model would have to, and
 * proposes a lesson for each new human turn it knows. It cites real numbers, so a wrong numbering shows as a refused rule.
 */
import type { MessagesRequest, Script } from './loopback-api.ts';
import { lastTurn, structured, text } from './model-script.ts';

interface Rule {
  kind: 'correction' | 'recipe';
  trigger: string;
  content: string;
  rationale: string;
  cues: string[];
}
/** What a person says, and what is to be learned from it. */
export interface Lesson {
  said: string;
  rule: Rule;
}

export const PNPM: Lesson = {
  said: 'no, pnpm not npm',
  rule: {
    kind: 'correction',
    trigger: 'Installing or running packages',
    content: 'Use pnpm, not npm.',
    rationale: 'The person corrected an npm command.',
    cues: ['install the dependencies', 'add a package', 'run the build script'],
  },
};
export const NAMED_EXPORTS: Lesson = {
  said: 'never default exports, named exports only',
  rule: {
    kind: 'correction',
    trigger: 'Writing a module',
    content: 'Write named exports only, never default exports.',
    rationale: 'The person said so.',
    cues: ['create a component', 'add a new module', 'export the function'],
  },
};

/** `show --json`, as far as the tests look. */
export interface Shown {
  rules: { id: string; status: string; kind: string; trigger: string; content: string; evidence: unknown }[];
  profile: { id: string; content: string }[];
}

interface Turn {
  n: number;
  attributes: string;
  body: string;
}

function turnsOf(prompt: string): Turn[] {
  const found = prompt.matchAll(/<turn n="(\d+)"([^>]*)>\n([\s\S]*?)\n<\/turn>/g);
  return [...found].map(([, n, attributes = '', body = '']) => ({ n: Number(n), attributes, body }));
}

const isNew = (turn: Turn): boolean => !turn.attributes.includes('already-read');

/** Words of a person: a turn of theirs, or what they typed when they rejected a tool call. */
const humanWords = (turn: Turn): string =>
  turn.attributes.includes('from="human"')
    ? turn.body
    : (/<human-says>([\s\S]*)<\/human-says>/.exec(turn.body)?.[1] ?? '');

export const learnerOf =
  (lessons: Lesson[]): Script =>
  (request) => {
    const { words, hasToolResult } = lastTurn(request);
    if (hasToolResult) return text('Recorded.');
    const properties = structuredProperties(request);
    if (properties.includes('pairs')) return structured({ pairs: relations(words) });
    const turns = turnsOf(words).filter(isNew);
    const playbook = lessons.flatMap(({ said, rule }) => {
      const evidence = turns.filter((turn) => humanWords(turn).includes(said)).map((turn) => turn.n);
      return evidence.length > 0 ? [{ ...rule, evidence }] : [];
    });
    return structured({ playbook, profile: [] });
  };

/** Every pair is about something else: the lessons here have nothing to do with each other. */
const relations = (prompt: string) =>
  [...prompt.matchAll(/^\{"pair":\s*(\d+)/gm)].map(([, n]) => ({ pair: Number(n), relation: 'unrelated' }));

/** Which call this is, told by the schema that `claude` passes on as the input of the StructuredOutput tool. */
function structuredProperties(request: MessagesRequest): string[] {
  const tool = request.tools?.find((offered) => offered.name === 'StructuredOutput');
  return Object.keys(tool?.input_schema?.properties ?? {});
}
