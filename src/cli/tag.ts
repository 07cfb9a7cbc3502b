/**
 * `claude-smart tag`: notes that the last turn was wrong, pokes the daemon and is gone. A note with words is a rule as soon as
 * it is published, so where no daemon answers it is published here; no model is called.
 */
import { openContext } from '../learn/context.ts';
import { publishSession } from '../learn/publish-all.ts';
import { ask } from '../platform/ask.ts';
import { VERSION } from '../platform/package-root.ts';
import { socketAddress } from '../platform/paths.ts';
import { appendNote, noteText } from './note.ts';
import { pathsOf, type Run } from './run.ts';
import { plain } from './text.ts';

const POKE_MS = 500;

export async function tag(run: Run, words: readonly string[], options: { session?: string }): Promise<void> {
  const text = await noteText(run, words.length === 0 ? undefined : words.join(' '));
  const noted = appendNote(run, text, options.session);
  const reply = await ask(
    socketAddress(pathsOf(run)),
    { op: 'poke', version: VERSION, session_id: noted.sessionId, event: 'tag' },
    POKE_MS,
  );
  if (!reply?.ok) publishHere(run, noted.sessionId);
  const what = text.trim() === '' ? 'The last turn is marked as wrong' : 'Noted';
  const told = text.trim() === '' ? '' : 'the next session is told so, and ';
  const when = reply?.ok
    ? 'it is being learned in the background'
    : 'it is learned with the next session, or now: claude-smart learn';
  run.out.print(`${what} (${plain(noted.project)}, session ${noted.sessionId.slice(0, 8)}); ${told}${when}.`);
}

function publishHere(run: Run, sessionId: string): void {
  const context = openContext(run.env, run.clock);
  try {
    publishSession(context, sessionId);
  } finally {
    context.store.close();
  }
}
