/**
 * `claude-smart edit ID`: a rule's or a fact's words, in the person's own editor. Nothing they wrote is lost: whatever keeps it
 * from being taken over, the text stays in its file, and the message says where and how to go on.
 */
import fs from 'node:fs';
import { AppError, messageOf } from '../core/errors.ts';
import type { Context } from '../learn/context.ts';
import type { Lesson } from '../reconcile/lesson.ts';
import type { Acted } from '../review/act.ts';
import { readLesson } from '../review/lessons.ts';
import { readWords, textOf } from './edit-text.ts';
import { editText } from './editor.ts';
import { inWords } from './in-words.ts';
import { shortenerOf, unknownId } from './named.ts';
import { type ActOptions, perform, refusal, tell, withItem } from './perform.ts';
import type { Run } from './run.ts';

export type Edited = { ok: true; acted: Acted & { ok: true } } | { ok: false; error: AppError };

const isEmpty = (text: string): boolean => text.replace(/^#.*$/gm, '').trim() === '';

/** Edits the lesson as it was read; what changed meanwhile is not run over. */
export async function editIn(run: Run, context: Context, lesson: Lesson): Promise<Edited> {
  const short = shortenerOf(context.store.db);
  const before = textOf(lesson, short(lesson.id));
  const editing = await editText(run.env, short(lesson.id), before, run.confirm !== undefined);
  const kept = (message: string): Edited => ({
    ok: false,
    error: new AppError('not_edited', `nothing was changed: ${message}.`, {
      hint: `What you wrote is in ${editing.file}\nTo take it over: claude-smart edit ${short(lesson.id)} --from ${quoted(editing.file)}`,
    }),
  });
  if (editing.text === before || isEmpty(editing.text)) {
    editing.remove();
    if (editing.trouble !== null)
      return { ok: false, error: new AppError('not_edited', `nothing was changed: ${editing.trouble}.`) };
    return { ok: true, acted: { ok: true, act: null, changed: [], said: 'Nothing was changed.' } };
  }
  if (editing.trouble !== null) return kept(editing.trouble);
  const result = takeOver(run, context, lesson, editing.text);
  if (typeof result === 'string') return kept(result);
  if (!result.ok) {
    const { error } = result;
    const where = `What you wrote is in ${editing.file}`;
    return {
      ok: false,
      error: new AppError(error.code, error.message, { hint: [error.hint, where].filter(Boolean).join('\n') }),
    };
  }
  editing.remove();
  return result;
}

/** A string says why the text cannot be read. */
function takeOver(run: Run, context: Context, lesson: Lesson, text: string): Edited | string {
  const read = readWords(text, lesson);
  if (!read.ok) return read.why;
  try {
    const acted = perform(context, { do: 'edit', id: lesson.id, words: read.words }, [lesson]);
    if (acted.ok) return { ok: true, acted };
    return { ok: false, error: refusal(run.out, acted, shortenerOf(context.store.db)) };
  } catch (thrown) {
    // A full disk, or a database that is held: whoever wrote the text has to be told where it is.
    const error = inWords(thrown, run.env);
    if (error instanceof AppError) return { ok: false, error };
    throw error;
  }
}

const quoted = (file: string): string => (/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`);

const WHY_UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is somebody else’s',
};

function textFrom(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const hint = 'Name a file with the text, or - for stdin: --from FILE';
    if (file.trim() === '') throw new AppError('usage', 'an empty --from is not a file.', { hint });
    const why = WHY_UNREAD[(error as NodeJS.ErrnoException).code ?? ''] ?? messageOf(error);
    throw new AppError('usage', `${file} cannot be read: ${why}.`, { cause: error, hint });
  }
}

export const edit = (run: Run, typed: string, options: ActOptions & { from?: string }): Promise<void> =>
  withItem(run, typed, async (context, { row }) => {
    const lesson = readLesson(context.store.db, row.id) ?? unknownId(typed);
    if (lesson.status === 'ARCHIVED') {
      throw new AppError('not_possible', 'what is archived is not told to anybody, so it is not edited.', {
        hint: `To bring it back first: claude-smart restore ${typed}`,
      });
    }
    const edited =
      options.from === undefined
        ? await editIn(run, context, lesson)
        : takeOver(
            run,
            context,
            lesson,
            options.from === '-' ? await run.input('The edited text?') : textFrom(options.from),
          );
    if (typeof edited === 'string') {
      const hint = options.from === '-' ? {} : { hint: `The text is in ${options.from}` };
      throw new AppError('not_edited', `nothing was changed: ${edited}.`, hint);
    }
    if (!edited.ok) throw edited.error;
    tell(run, context.store.db, edited.acted, options);
  });
