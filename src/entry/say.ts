/** Writes the one JSON object a hook may print: whole, or not at all, and never more than Claude Code takes in. */
import fs from 'node:fs';

/** UTF-16 units: above 10,000 Claude Code puts the text into a file and shows its beginning. */
export const CEILING = 9_500;
const MESSAGE_UNITS = 1_000;

export interface Output {
  /** For the model; must name its event. */
  context?: string | undefined;
  /** For the person; the model does not see it. */
  message?: string | undefined;
}

/** Prints and returns the units of context printed: none where nobody listens any more. */
export function print(event: string, { context = '', message = '' }: Output): number {
  const fits = context !== '' && context.length <= CEILING;
  if (!fits && message === '') return 0;
  const output = {
    systemMessage: message.slice(0, MESSAGE_UNITS) || undefined,
    hookSpecificOutput: fits ? { hookEventName: event, additionalContext: context } : undefined,
  };
  return writeAll(Buffer.from(`${JSON.stringify(output)}\n`)) && fits ? context.length : 0;
}

const PATIENCE_MS = 1_000;

/** stdout is a pipe that may be full for a moment. */
function writeAll(bytes: Buffer): boolean {
  const end = Date.now() + PATIENCE_MS;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() > end) return false;
    }
  }
  return true;
}
