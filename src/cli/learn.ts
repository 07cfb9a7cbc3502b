/** `claude-smart learn`: everything that waits, learned now and in the foreground, and what came of it in words. */
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { type Context, openContext } from '../learn/context.ts';
import { type LearnEvent, type LearnReport, learn as learnAll } from '../learn/learn.ts';
import { BorrowedModel } from '../learn/text-model.ts';
import { makeMissingVectors } from '../learn/vectors.ts';
import { waitingTurns } from '../store/interactions.ts';
import { bannerText, currentStall } from '../store/stall.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { failureLines } from './failures.ts';
import { appendNote, noteText, sessionNamed } from './note.ts';
import type { Run } from './run.ts';
import { counted, plain, wrap } from './text.ts';

function eventText(event: LearnEvent): string {
  if (event.at === 'published') {
    return event.waiting === 0 ? 'nothing waits to be read' : `${counted(event.waiting, 'session')} to read`;
  }
  if (event.at === 'waiting') return `waiting: ${event.why}`;
  if (event.at === 'reading') return `${event.project}: reading, ${event.left} to go`;
  return `${event.project}: ${event.text}`;
}

function learnedText({ learned, jobs, called, published }: LearnReport): string {
  const parts = [
    learned.added && `${learned.added} new`,
    learned.merged && `${learned.merged} confirmed`,
    learned.refined && `${learned.refined} refined`,
    learned.archived && `${learned.archived} archived`,
    learned.parked && `${learned.parked} to review`,
    learned.shared && `${learned.shared} shared by all projects`,
  ].filter(Boolean);
  if (parts.length > 0) return `Learned: ${parts.join(', ')}.`;
  // The daemon may have read it first: then this one had no job, and still there was a call.
  const tried = called > 0 || Object.values(jobs).some((n) => n > 0);
  if (!tried) return 'Nothing waited to be learned.';
  return published.noted > 0 ? 'Learned: nothing beside that.' : 'Learned: nothing new.';
}

function capturedText({ published, sessions_read }: LearnReport): string[] {
  const { interactions, sessions } = published;
  return [
    ...(interactions > 0
      ? [`Captured: ${counted(interactions, 'new interaction')} of ${counted(sessions, 'session')}.`]
      : []),
    ...(sessions_read > sessions ? [`Read: ${counted(sessions_read, 'session')} that waited.`] : []),
  ];
}

function waitingText({ jobs, capped }: LearnReport, banner: string | undefined): string[] {
  const left = jobs.waiting + jobs.dead;
  const waiting = left > 0 ? [`${counted(left, 'session')} still to be read.`] : [];
  const why = banner !== undefined ? [banner] : capped ? [`Everything waits and nothing is lost: ${capped}.`] : [];
  return [...waiting, ...why];
}

function summary(report: LearnReport, banner: string | undefined, now: string): string[] {
  const { published, refused, spent } = report;
  const cost = `${spent.input_tokens + spent.output_tokens} tokens, $${spent.usd.toFixed(4)}`;
  return [
    ...capturedText(report),
    ...(published.noted > 0 ? [`Noted: ${counted(published.noted, 'rule')} in your own words, told from now on.`] : []),
    ...(published.broken > 0 ? [`${counted(published.broken, 'line')} of the buffers could not be read.`] : []),
    ...published.failed.map(({ file, why }) => `Not captured: ${file}: ${why}`),
    learnedText(report),
    ...(refused.length > 1 ? [`${counted(refused.length, 'proposal')} of the model refused:`] : []),
    ...refused.map(({ what, why }) => `Refused: ${what} (${why})`),
    spent.calls === 0 ? 'Spent: no model call.' : `Spent: ${counted(spent.calls, 'model call')}, ${cost}.`,
    ...failureLines(report.failures, now).map((line) => `Failed: ${line}`),
    ...waitingText(report, banner),
  ];
}

/** Why learning is paused, in the words that a session start uses too. */
function banner({ store, clock }: Context): string | undefined {
  const stall = currentStall(store.db, iso(clock));
  return stall && bannerText(stall, waitingTurns(store.db));
}

export interface LearnCommand {
  note?: string;
  session?: string;
  json?: boolean;
}

export async function learn(run: Run, options: LearnCommand): Promise<ExitCode> {
  const { out, signal } = run;
  let sessionId: string | undefined;
  if (options.note !== undefined) {
    const note = await noteText(run, options.note);
    if (note.trim() === '') {
      throw new AppError('usage', 'the note is empty.', { hint: 'To learn without one: claude-smart learn' });
    }
    sessionId = appendNote(run, note, options.session).sessionId;
    out.progress(`noted in session ${sessionId.slice(0, 8)}`);
  } else if (options.session !== undefined) {
    sessionId = sessionNamed(run, options.session);
  }
  const context = openContext(run.env, run.clock);
  const model = new BorrowedModel(context, (why) => out.progress(plain(why)));
  try {
    // A note is published with everything else; only a session that was named limits what is published.
    const named = options.session !== undefined && sessionId !== undefined ? { sessionId } : {};
    const report = await learnAll(context, {
      ...named,
      signal,
      model,
      report: (event) => out.progress(plain(eventText(event))),
    });
    if (options.json) out.json(report);
    else
      out.print(
        summary(report, banner(context), iso(run.clock))
          .map((line) => wrap(line, out.width, 2))
          .join('\n'),
      );
    await makeMissingVectors(context, model, signal);
    if (report.paused || report.capped) return EXIT.waiting;
    return report.failures.length + report.published.failed.length > 0 ? EXIT.failed : EXIT.done;
  } finally {
    await model.close();
    context.store.close();
  }
}
