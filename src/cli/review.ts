/**
 * `claude-smart review`: what was learned since somebody last looked, with the turns it rests on and what it replaced. At a
 * terminal an inbox to go through; as JSON, as a list, or kept as a whole anywhere else.
 */
import { AppError } from '../core/errors.ts';
import { type Context, openContext } from '../learn/context.ts';
import { keepAll } from '../review/act.ts';
import { inboxOf } from '../review/inbox.ts';
import { readLesson } from '../review/lessons.ts';
import type { Db } from '../store/open.ts';
import type { Project } from '../store/projects.ts';
import { editIn } from './edit.ts';
import { inWords } from './in-words.ts';
import { shortenerOf } from './named.ts';
import { carriedOut } from './perform.ts';
import { listText } from './review/list.ts';
import { type Shown, shownJson, shownOf } from './review/shown.ts';
import { Sitting, sentence } from './review/sitting.ts';
import { begin, type Outcome, type State, settled } from './review/state.ts';
import { pathsOf, projectAt, type Run, storeIsThere } from './run.ts';
import { storedProject } from './share.ts';
import { counted, wrap } from './text.ts';

export interface ReviewOptions {
  project?: string;
  all?: boolean;
  list?: boolean;
  yes?: boolean;
  json?: boolean;
}

const NOTHING = 'Nothing to review: everything that was learned has been looked at.';

function read(db: Db, scope: string): Shown[] {
  const short = shortenerOf(db);
  return inboxOf(db, scope).map((entry) => shownOf(db, entry, short));
}

export async function review(run: Run, options: ReviewOptions): Promise<void> {
  const { out } = run;
  const project = projectAt(run, options.project);
  const drawn = run.atTerminal && run.env.TERM !== 'dumb';
  if (!options.json && !options.list && !options.yes && !drawn) {
    const message = run.atTerminal ? 'the inbox cannot be drawn where TERM is dumb.' : 'the inbox needs a terminal.';
    throw new AppError('usage', message, {
      hint: 'To read it: claude-smart review --list, or --json. To keep all of it: claude-smart review --yes',
    });
  }
  if (!storeIsThere(pathsOf(run))) {
    if (options.json) out.json({ waiting: 0, items: [] });
    else out.print('Nothing has been learned yet, so there is nothing to review.');
    return;
  }
  const context = openContext(run.env, run.clock);
  try {
    const shown = read(context.store.db, options.all ? 'all' : project.id);
    if (options.yes) keepEverything(run, context, shown, options);
    else if (options.json) out.json({ waiting: shown.length, items: shown.map(shownJson) });
    else if (shown.length === 0) out.print(NOTHING);
    else if (options.list) out.print(listText(out, shown));
    else
      await sit(run, context, shown, {
        here: storedProject(project),
        title: options.all ? 'all projects' : project.label,
      });
  } finally {
    context.store.close();
  }
}

/** What was read is what is kept: what is learned at this very moment waits for the next time. */
function keepEverything(run: Run, context: Context, shown: readonly Shown[], options: ReviewOptions): void {
  const ids = shown.map(({ lesson }) => lesson.id);
  const acted = carriedOut(context, (tx, now) => keepAll(tx, ids, now));
  if (!acted.ok) throw new AppError(acted.code, acted.message);
  if (options.json) run.out.json({ kept: ids.length, act: acted.act });
  else
    run.out.print(
      ids.length === 0 ? NOTHING : `Kept ${counted(ids.length, 'item')}. To take that back: claude-smart undo`,
    );
}

/** The inbox at a terminal; an editor gets the whole terminal in between. */
async function sit(
  run: Run,
  context: Context,
  shown: readonly Shown[],
  about: { here: Project; title: string },
): Promise<void> {
  const { showScreen } = await screenModule();
  const sitting = new Sitting(context, shown, about.here);
  const host = {
    title: about.title,
    colors: run.out.colors.isColorSupported,
    going: (id: string) => sitting.going(id),
    carryOut: (...args: Parameters<Sitting['carryOut']>) => orInWords(run, () => sitting.carryOut(...args)),
    signal: run.signal,
  };
  let state = begin(shown);
  for (;;) {
    const end = await showScreen(host, state);
    state = end.state;
    if (end.left.why !== 'edit' || run.signal.aborted) break;
    state = await edited(run, context, sitting, state, end.left.id);
  }
  run.out.print(wrap(farewell(state), run.out.width));
}

/** Where a variable says that nobody looks, ink draws nothing before the end; it asks once, when it is loaded. */
async function screenModule(): Promise<typeof import('./review/screen.tsx')> {
  const names = ['CI', 'CONTINUOUS_INTEGRATION'] as const;
  const was = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) delete process.env[name];
  try {
    return await import('./review/screen.tsx');
  } finally {
    for (const [name, value] of was) if (value !== undefined) process.env[name] = value;
  }
}

/** A full disk, or a database that is held, is told where the person looks; the next key may go better. */
function orInWords(run: Run, carryOut: () => Outcome): Outcome {
  try {
    return carryOut();
  } catch (thrown) {
    const error = inWords(thrown, run.env);
    if (!(error instanceof AppError)) throw error;
    return { ok: false, said: told(error), entries: [], marks: {}, next: false };
  }
}

const told = ({ message, hint = '' }: AppError): string => sentence(`${message}\n${hint}`.trim());

async function edited(run: Run, context: Context, sitting: Sitting, state: State, id: string): Promise<State> {
  const entry = state.entries.find(({ lesson }) => lesson.id === id);
  const lesson = readLesson(context.store.db, id);
  if (!entry || !lesson) return { ...state, message: { text: 'It is not there any more.', tone: 'bad' } };
  try {
    const result = await editIn(run, context, lesson);
    if (!result.ok) throw result.error;
    const words = { trigger: '', content: '', rationale: '', cues: [] };
    return settled(state, sitting.told(entry, { do: 'edit', id, words }, result.acted));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The screen that follows would hide it, and it names the file with the person's words.
    run.out.remark(told(error));
    return { ...state, message: { text: told(error), tone: 'bad' } };
  }
}

function farewell({ entries, marks }: State): string {
  const done = Object.keys(marks).length;
  const left = entries.length - done;
  const rest = left === 0 ? 'Nothing is left to look at.' : `${counted(left, 'item')} still to look at.`;
  return done === 0 ? rest : `${counted(done, 'item')} looked at. ${rest}`;
}
