/** `claude-smart undo`: takes back what a person did last, and with the next call what was before that. */
import { AppError } from '../core/errors.ts';
import { type Context, openContext } from '../learn/context.ts';
import { type Acted, undoLast } from '../review/act.ts';
import { type ActOptions, carriedOut, tell } from './perform.ts';
import { pathsOf, type Run, storeIsThere } from './run.ts';

/** Used by `review` too. */
export const undoIn = (context: Context, options: { past?: boolean } = {}): Acted =>
  carriedOut(context, (tx, now) => undoLast(tx, now, options));

export function undo(run: Run, options: ActOptions & { past?: boolean }): void {
  if (!storeIsThere(pathsOf(run))) throw new AppError('nothing_to_undo', 'there is nothing to undo.');
  const context = openContext(run.env, run.clock);
  try {
    tell(run, context.store.db, undoIn(context, options), options, true);
  } finally {
    context.store.close();
  }
}
