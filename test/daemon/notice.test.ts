/** The daemon's second look: turns without a phrase are weighed by meaning before their session is read. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openContext } from '../../src/learn/context.ts';
import { interactionsFrom } from '../../src/store/interactions.ts';
import { runningDaemon, until } from '../fixtures/daemon.ts';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { learned } from '../fixtures/replies.ts';
import { assistant, sessionEnd, user, writeSession } from '../fixtures/sessions.ts';

test('the daemon weighs by meaning what no phrase explains, before the session is read', async () => {
  const home = temporaryHome();
  const claude = fakeClaude(path.join(home.root, 'fake'));
  claude.reply(learned([]));
  writeSession(home.paths, { id: 's' }, [
    user('group the rows by year'),
    assistant('I added the library lodash for grouping.'),
    user('Object.groupBy is built in'),
    sessionEnd,
  ]);
  await runningDaemon(home, claude.env);
  await until('the call', () => claude.calls().length > 0);
  const context = openContext({ ...home.env, ...claude.env }, systemClock);
  try {
    const [, , turn] = interactionsFrom(context.store.db, 's', 0, 10);
    expect(turn?.signal).toMatchObject({ kind: 'correction', by: 'model' });
  } finally {
    context.store.close();
  }
});
