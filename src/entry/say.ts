/** The one JSON object that a hook may answer: whole, or not at all, and never more than Claude Code takes in. */
import { writeAll } from './blocking.ts';

/** UTF-16 units: above 10,000 Claude Code puts the text into a file and shows its beginning. */
export const CEILING = 9_500;
const MESSAGE_UNITS = 1_000;

export interface Output {
  /** For the model; must name its event. */
  context?: string | undefined;
  /** For the person; the model does not see it. */
  message?: string | undefined;
}

/** The JSON line for these, or '' when there is nothing to say. */
export function outputFor(event: string, { context = '', message = '' }: Output): string {
  const fits = context !== '' && context.length <= CEILING;
  if (!fits && message === '') return '';
  const output = {
    systemMessage: message.slice(0, MESSAGE_UNITS) || undefined,
    hookSpecificOutput: fits ? { hookEventName: event, additionalContext: context } : undefined,
  };
  return `${JSON.stringify(output)}\n`;
}

/** Whether all of it was printed: nothing is where nobody listens any more. */
export const print = (event: string, output: Output): boolean => {
  const text = outputFor(event, output);
  return text !== '' && writeAll(1, text, PATIENCE_MS);
};

const PATIENCE_MS = 1_000;
