/** A window for which only a fact speaks waits for its session's end: one call a session, and nothing lost. */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import { addMs, type Clock } from '../../src/core/clock.ts';
import type { Interaction } from '../../src/core/interaction.ts';
import { type Context, openContext } from '../../src/learn/context.ts';
import { drain } from '../../src/learn/drain.ts';
import { learn } from '../../src/learn/learn.ts';
import { publishAll } from '../../src/learn/publish-all.ts';
import { jobOf } from '../../src/queue/queue.ts';
import { allFacts } from '../../src/store/profile.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { fact, learned } from '../fixtures/replies.ts';
import { writeSession } from '../fixtures/sessions.ts';

const START = '2026-03-04T10:00:00.000Z';
const IDLE_MS = 10 * 60_000;
const at = (minute: number) => addMs(START, minute * 60_000);
const user = (minute: number, text: string): Interaction => ({ type: 'User', ts: at(minute), text });
const agent = (minute: number, text: string): Interaction => ({ type: 'Assistant', ts: at(minute), text });
const STATED = [user(0, 'rename the topic'), agent(1, 'Done.'), user(2, "btw i'm the only firmware engineer here")];

interface World {
  context: Context;
  claude: FakeClaude;
  file: string;
  /** Publishes and does what is due at that minute, as the daemon would. */
  drainAt: (minute: number) => Promise<void>;
}

function world(): World {
  const home = temporaryHome('patient');
  const claude = fakeClaude(path.join(home.root, 'fake'));
  claude.reply(learned([], [fact('The user is the only firmware engineer.', [3])]));
  let now = START;
  const clock: Clock = () => new Date(now);
  const context = openContext({ ...home.env, ...claude.env, CLAUDE_SMART_EXTRACT_AFTER: '3' }, clock);
  onTestFinished(() => context.store.close());
  const file = writeSession(
    context.paths,
    { id: 's' },
    STATED.map((record) => () => record),
  );
  const drainAt = async (minute: number) => {
    now = at(minute);
    publishAll(context);
    expect(await drain(context)).toBe('empty');
  };
  return { context, claude, file, drainAt };
}
const facts = ({ context }: World) => allFacts(context.store.db, 'project-a').map(({ content }) => content);
const job = ({ context }: World) => jobOf(context.store.db, 's');

test('while the session goes on it is not read, and is due when the session will have gone quiet', async () => {
  const live = world();
  await live.drainAt(3);
  expect(live.claude.calls()).toEqual([]);
  expect(job(live)).toMatchObject({ state: 'waiting', due_at: addMs(at(2), IDLE_MS), attempts: 0, leased_until: null });
  await live.drainAt(13);
  expect(live.claude.calls()).toHaveLength(1);
  expect(facts(live)).toEqual(['The user is the only firmware engineer.']);
  expect(job(live)).toBeUndefined();
});

test('it is read when the session ends, together with all that was said until then', async () => {
  const live = world();
  await live.drainAt(3);
  appendRecords(live.file, [user(4, 'commit and push'), agent(5, 'Done.')]);
  await live.drainAt(6);
  expect(live.claude.calls()).toEqual([]);
  appendRecords(live.file, [{ type: 'SessionEnd', ts: at(7), reason: 'other' }]);
  await live.drainAt(7);
  expect(live.claude.calls()).toHaveLength(1);
  expect(live.claude.calls()[0]?.stdin).toContain('commit and push');
  expect(facts(live)).toHaveLength(1);
});

test('a correction that joins it makes it due at once', async () => {
  const live = world();
  await live.drainAt(3);
  appendRecords(live.file, [agent(4, 'I renamed it in cloud/ too.'), user(5, "no, i didn't ask for that, undo it")]);
  await live.drainAt(6);
  expect(live.claude.calls()).toHaveLength(1);
});

test('who asks for everything gets it at once', async () => {
  const live = world();
  await live.drainAt(3);
  expect(await learn(live.context)).toMatchObject({ called: 1, learned: { added: 1 }, jobs: { waiting: 0 } });
  expect(facts(live)).toHaveLength(1);
});
