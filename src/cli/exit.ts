/** How a command ended, as a number: the table that --help and the README show, and the one place that maps errors to it. */
import { AppError } from '../core/errors.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, nothing: 3, waiting: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES: readonly { code: ExitCode; meaning: string }[] = [
  { code: EXIT.done, meaning: 'done' },
  { code: EXIT.failed, meaning: 'something failed; the message says what' },
  { code: EXIT.usage, meaning: 'bad usage: unknown command, option or value' },
  { code: EXIT.nothing, meaning: 'nothing found: no hit, or no such session, project or id' },
  { code: EXIT.waiting, meaning: 'learning is paused or a daily cap is reached; everything waits, nothing is lost' },
];

/** Codes of AppErrors that say "there is no such thing" rather than "it failed". */
const NOTHING = new Set(['unknown_session', 'unknown_project', 'unknown_id', 'no_session', 'nothing_to_undo']);
const USAGE = new Set(['usage', 'ambiguous_session', 'ambiguous_id']);

export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof AppError)) return EXIT.failed;
  if (NOTHING.has(error.code)) return EXIT.nothing;
  return USAGE.has(error.code) ? EXIT.usage : EXIT.failed;
}
