/**
 * One sitting of `review`: carries out what a key asked for, each in its own transaction on what the person sees, and reads
 * anew what changed by it. What somebody else changed meanwhile is shown instead of being run over.
 */
import type { Context } from '../../learn/context.ts';
import { type Act, type Acted, keepAll } from '../../review/act.ts';
import { forgetting } from '../../review/forget.ts';
import { entryOf } from '../../review/inbox.ts';
import { readLesson } from '../../review/lessons.ts';
import type { Db } from '../../store/open.ts';
import type { Project } from '../../store/projects.ts';
import { forgetIn, goingText } from '../forget.ts';
import { shortenerOf } from '../named.ts';
import { carriedOut, hintOf, perform } from '../perform.ts';
import { backTo } from '../share.ts';
import { undoIn } from '../undo.ts';
import { type Shown, shownOf } from './shown.ts';
import type { Doing, Intent, Outcome } from './state.ts';

const MARKS = { archive: 'archived', share: 'shared', unshare: 'no longer shared', edit: 'edited', keep: 'kept' };

export class Sitting {
  readonly #context: Context;
  readonly #here: Project;
  readonly #entries = new Map<string, Shown>();

  /** `here`: where something goes that is no longer shared, when nothing tells whose it was. */
  constructor(context: Context, entries: readonly Shown[], here: Project) {
    this.#context = context;
    this.#here = here;
    for (const entry of entries) this.#entries.set(entry.lesson.id, entry);
  }

  get #db(): Db {
    return this.#context.store.db;
  }

  going(id: string): string {
    const going = forgetting(this.#db, id);
    return going ? goingText(going) : 'It is not there any more.';
  }

  carryOut(intent: Intent, openIds: readonly string[]): Outcome {
    if (intent.do === 'undo') return this.#undo();
    if (intent.do === 'keep_rest') return this.#keepRest(openIds);
    const entry = 'id' in intent ? this.#entries.get(intent.id) : undefined;
    if (!entry || intent.do === 'edit' || intent.do === 'quit') throw new Error(`${intent.do} is not done here`);
    if (intent.do === 'forget') return this.#forget(entry);
    const what = this.#actOf(intent.do, entry);
    if (typeof what === 'string') return { ok: false, said: what, entries: [], marks: {}, next: false };
    return this.told(entry, what, perform(this.#context, what, [entry.lesson, ...entry.replaced]));
  }

  /** A string says why there is nothing to do. */
  #actOf(doing: Exclude<Doing, 'forget'>, { lesson, before, replaced }: Shown): Act | string {
    const { id } = lesson;
    if (doing === 'keep') return { do: 'keep', id };
    if (doing === 'archive') return { do: 'archive', id };
    if (doing === 'share')
      return lesson.project_id === null
        ? { do: 'unshare', id, project: backTo(this.#db, id, () => this.#here) }
        : { do: 'share', id };
    if (lesson.status === 'ARCHIVED') return { do: 'restore', id };
    const gone = replaced.findLast(({ status, superseded_by }) => status === 'ARCHIVED' && superseded_by !== null);
    if (gone) return { do: 'restore', id: gone.id };
    if (!before) return 'It replaced nothing.';
    const { rationale, cues } = lesson;
    return { do: 'edit', id, words: { ...before, rationale, cues } };
  }

  /** What came of an act on an entry, also of one that was carried out elsewhere. */
  told(entry: Shown, what: Act, acted: Acted): Outcome {
    const { id } = entry.lesson;
    const entries = [...new Set([id, what.id])].flatMap((one) => this.#again(one) ?? []);
    if (!acted.ok) {
      const shown = acted.code === 'changed_meanwhile' ? ' This is how it is now.' : '';
      return { ok: false, said: this.#refused(acted) + shown, entries, marks: {}, next: false };
    }
    if (acted.act === null) return { ok: true, said: acted.said, entries, marks: {}, next: false };
    const mark =
      what.do === 'restore'
        ? what.id === id
          ? 'restored'
          : 'archived; what it replaced is back'
        : MARKS[what.do as keyof typeof MARKS];
    const next = what.do === 'keep' || what.do === 'archive' || what.do === 'restore';
    return { ok: true, said: `${acted.said} u: undo`, entries, marks: { [id]: mark }, next };
  }

  #forget(shown: Shown): Outcome {
    const { lesson } = shown;
    const forgotten = forgetIn(this.#context, lesson);
    const entry = this.#again(lesson.id);
    if (!forgotten.ok)
      return { ok: false, said: sentence(forgotten.message), entries: entry ? [entry] : [], marks: {}, next: false };
    return {
      ok: true,
      said: forgotten.said,
      entries: [wordless(shown)],
      marks: { [lesson.id]: 'forgotten' },
      next: true,
    };
  }

  #keepRest(openIds: readonly string[]): Outcome {
    const acted = carriedOut(this.#context, (tx, now) => keepAll(tx, openIds, now));
    if (!acted.ok) return { ok: false, said: sentence(acted.message), entries: [], marks: {}, next: false };
    const entries = openIds.flatMap((id) => this.#again(id) ?? []);
    return {
      ok: true,
      said: `${acted.said} u: undo`,
      entries,
      marks: Object.fromEntries(openIds.map((id) => [id, 'kept'])),
      next: false,
    };
  }

  #refused(acted: Acted & { ok: false }): string {
    return [sentence(acted.message), ...hintOf(acted, shortenerOf(this.#db))].join('\n');
  }

  #undo(): Outcome {
    const acted = undoIn(this.#context);
    if (!acted.ok) return { ok: false, said: this.#refused(acted), entries: [], marks: {}, next: false };
    const ids = acted.changed.map(({ after }) => after.id);
    // What was brought back stands in the list under what had replaced it.
    const touched = [...this.#entries.values()].filter(
      ({ lesson, replaced }) => ids.includes(lesson.id) || replaced.some(({ id }) => ids.includes(id)),
    );
    const entries = touched.flatMap(({ lesson }) => this.#again(lesson.id) ?? []);
    const marks = Object.fromEntries(entries.map(({ lesson }) => [lesson.id, null]));
    const what = acted.changed.at(-1)?.after.content ?? '';
    return { ok: true, said: `Undone: ${what}`, entries, marks, next: false };
  }

  /** The entry as the store has it now; undefined when it is gone. */
  #again(id: string): Shown | undefined {
    const known = this.#entries.get(id);
    const lesson = readLesson(this.#db, id);
    if (!known || !lesson) return undefined;
    const members = known.replaced.map((one) => one.id);
    const short = shortenerOf(this.#db);
    const entry = entryOf(this.#db, lesson, members, known.at);
    // What it was before is told from the changes that wait; those may be settled by now.
    const shown = shownOf(this.#db, { ...entry, news: known.news, before: known.before }, short);
    this.#entries.set(id, shown);
    return shown;
  }
}

/** Its line in the list, and nothing of what it said. */
const wordless = (shown: Shown): Shown => ({
  ...shown,
  lesson: { ...shown.lesson, trigger: '', content: '', rationale: '', cues: [] },
  before: null,
  replaced: [],
  disagrees: [],
  turns: [],
});

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
