/** `claude-smart undo`: takes back what a person did last, and with the next call what was before that. */
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { type Context, openContext } from '../learn/context.ts';
import { type Acted, undoLast } from '../review/act.ts';
import { type ActOptions, refresh, tell } from './perform.ts';
import { pathsOf, type Run, storeIsThere } from './run.ts';

/** Used by `review` too. */
export function undoIn(context: Context, options: { past?: boolean } = {}): Acted {
  const acted = context.store.transaction((tx) => undoLast(tx, iso(context.clock), options));
  if (acted.ok)
    refresh(
      context,
      acted.changed.flatMap(({ before, after }) => [before, after]),
    );
  return acted;
}

export function undo(run: Run, options: ActOptions & { past?: boolean }): void {
  if (!storeIsThere(pathsOf(run))) throw new AppError('nothing_to_undo', 'there is nothing to undo.');
  const context = openContext(run.env, run.clock);
  try {
    tell(run, context.store.db, undoIn(context, options), options, true);
  } finally {
    context.store.close();
  }
}
