/** `claude-smart forget ID`: erases a rule or a fact and the words it alone rests on. It says what goes and that it cannot be undone before it asks. */
import path from 'node:path';
import { catchUp } from '../capture/catchup.ts';
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { sessionFileName } from '../core/session.ts';
import type { Context } from '../learn/context.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import { type Forgetting, type Forgotten, forget as forgetIt, forgetting } from '../review/forget.ts';
import { overwriteFreed, wipe } from '../store/wipe.ts';
import { shortenerOf, unknownId } from './named.ts';
import type { Output } from './output.ts';
import { type ActOptions, lessonText, refresh, withItem } from './perform.ts';
import type { Run } from './run.ts';
import { counted, wrap } from './text.ts';

/** Used by `review` too. */
export function forgetIn(context: Context, lesson: Lesson): Forgotten {
  const { store, paths } = context;
  overwriteFreed(store.db);
  // What the transcript has told by now is compared with words that are still there: without them it would be taken for new.
  const sessions = new Set(forgetting(store.db, lesson.id)?.turns.map(({ session_id }) => session_id));
  for (const session of sessions) {
    const name = sessionFileName(session);
    if (name) while (catchUp(path.join(paths.sessions, name), iso(context.clock)));
  }
  const now = iso(context.clock);
  const forgotten = store.transaction((tx) => {
    const done = forgetIt(tx, lesson.id, { now, sessions: paths.sessions, seen: lesson });
    // Other lessons may have been covered by it. What sessions start with has its words until then, so both are one.
    if (done.ok) refresh(context, tx, [{ ...lesson, project_id: null }]);
    return done;
  });
  if (!forgotten.ok) return forgotten;
  wipe(store.db);
  return forgotten;
}

export function goingText({ merged, turns, kept }: Forgetting): string {
  const parts = [
    'it and its history',
    ...(merged.length > 0 ? [`${counted(merged.length, 'note or rule', 'notes and rules')} merged into it`] : []),
    ...(turns.length > 0 ? [`the words of ${counted(turns.length, 'turn')} it rests on`] : []),
  ];
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0];
  const rest =
    kept > 0
      ? ` ${counted(kept, 'turn')} ${kept === 1 ? 'stays' : 'stay'}: other rules or facts rest on ${kept === 1 ? 'it' : 'them'} too.`
      : '';
  return `This erases ${list}, for good: it cannot be undone.${rest}`;
}

const ASIDE = 'Claude Code’s own transcript of the conversation is not ours to change; it still has the words.';

async function agreed(run: Run, going: string): Promise<boolean> {
  if (!run.confirm) {
    throw new AppError('usage', 'forgetting asks first, and there is no terminal to ask at.', {
      hint: `${going}\nTo do it without being asked: --yes`,
    });
  }
  return run.confirm('Forget it?');
}

export const forget = (run: Run, typed: string, options: ActOptions & { yes?: boolean }): Promise<void> =>
  withItem(run, typed, async (context, { row }) => {
    const { out } = run;
    const going = forgetting(context.store.db, row.id) ?? unknownId(typed);
    const text = goingText(going);
    if (!options.yes) {
      if (run.confirm) out.remark(asked(out, going, text, shortenerOf(context.store.db)));
      if (!(await agreed(run, text))) {
        if (options.json) out.json({ done: 'Nothing was forgotten.', forgotten: [], turns_erased: 0, turns_kept: 0 });
        else out.print('Nothing was forgotten.');
        return;
      }
    }
    const forgotten = forgetIn(context, going.lesson);
    if (!forgotten.ok) throw new AppError(forgotten.code, forgotten.message);
    const { said, forgotten: ids, turns, kept } = forgotten;
    if (options.json) out.json({ done: said, forgotten: ids, turns_erased: turns, turns_kept: kept });
    else out.print(turns === 0 ? said : wrap(`${said} ${ASIDE}`, out.width));
  });

const asked = (out: Output, { lesson }: Forgetting, text: string, short: (id: string) => string): string =>
  [lessonText(out, lesson, short), '', wrap(text, out.width)].join('\n');
