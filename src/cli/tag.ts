/**
 * `claude-smart tag`: notes that the last turn was wrong, pokes the daemon and is gone. A note with words is a rule as soon as
 * it is published, so where no daemon answers it is published here; no model is called.
 */
import { iso } from '../core/clock.ts';
import { capReached } from '../learn/call.ts';
import { openContext } from '../learn/context.ts';
import { publishSession } from '../learn/publish-all.ts';
import { ask } from '../platform/ask.ts';
import { VERSION } from '../platform/package-root.ts';
import { socketAddress } from '../platform/paths.ts';
import { currentStall } from '../store/stall.ts';
import { appendNote, noteText } from './note.ts';
import { pathsOf, type Run } from './run.ts';
import { isOn, switchedOn } from './switched-on.ts';
import { plain, wrap } from './text.ts';

const POKE_MS = 500;

export async function tag(run: Run, words: readonly string[], options: { session?: string }): Promise<void> {
  const text = await noteText(run, words.length === 0 ? undefined : words.join(' '));
  const noted = appendNote(run, text, options.session);
  const reply = await ask(
    socketAddress(pathsOf(run)),
    { op: 'poke', version: VERSION, session_id: noted.sessionId },
    POKE_MS,
  );
  const why = settle(run, noted.sessionId, reply?.ok === true);
  const what = text.trim() === '' ? 'The last turn is marked as wrong' : 'Noted';
  const told = text.trim() === '' ? '' : 'the next session is told so, and ';
  const when =
    why === undefined ? later(run, reply?.ok === true) : `it is kept, and learned when learning goes on: ${why}`;
  const where = `${plain(noted.project)}, session ${noted.sessionId.slice(0, 8)}`;
  run.out.print(wrap(`${what} (${where}); ${told}${when}.`, run.out.width));
}

function later(run: Run, isHeard: boolean): string {
  if (isHeard) return 'it is being learned in the background';
  const next = isOn(switchedOn(run.env, run.cwd)) ? 'with the next session, or now' : 'when you run';
  return `it is learned ${next}: claude-smart learn`;
}

/** Publishes the note where no daemon does; says why learning does not go on at the moment. */
function settle(run: Run, sessionId: string, isPublished: boolean): string | undefined {
  const context = openContext(run.env, run.clock);
  try {
    if (!isPublished) publishSession(context, sessionId);
    const isPaused = currentStall(context.store.db, iso(context.clock)) !== undefined;
    return isPaused ? 'it is paused (claude-smart status says why)' : capReached(context);
  } finally {
    context.store.close();
  }
}
