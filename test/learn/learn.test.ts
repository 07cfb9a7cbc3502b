import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import { systemClock } from '../../src/core/clock.ts';
import { recall } from '../../src/inject/recall.ts';
import { type Context, openContext } from '../../src/learn/context.ts';
import { drain, drainLockFile } from '../../src/learn/drain.ts';
import type { JobOutcome } from '../../src/learn/job.ts';
import { learn } from '../../src/learn/learn.ts';
import { noticeFile, updateNotice } from '../../src/learn/notice.ts';
import { publishAll, publishSession } from '../../src/learn/publish-all.ts';
import { statusOf } from '../../src/learn/status.ts';
import { spentToday } from '../../src/store/calls.ts';
import { takeLock } from '../../src/store/lock.ts';
import { allFacts } from '../../src/store/profile.ts';
import { allRules } from '../../src/store/rules.ts';
import { currentStall, pauseLearning } from '../../src/store/stall.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { fact, learned, PNPM_RULE, related, rule, takenBack } from '../fixtures/replies.ts';
import {
  assistant,
  note,
  PNPM,
  sessionEnd,
  sessionStart,
  toolEnd,
  toolStart,
  user,
  writeSession,
} from '../fixtures/sessions.ts';

interface World {
  context: Context;
  claude: FakeClaude;
  current: () => string[];
}

function world(env: Record<string, string> = {}): World {
  const home = temporaryHome('домашняя папка');
  const claude = fakeClaude(path.join(home.root, 'fake'));
  const context = openContext({ ...home.env, ...claude.env, ...env }, systemClock);
  onTestFinished(() => context.store.close());
  const current = () =>
    allRules(context.store.db, 'project-a')
      .filter(({ status }) => status === 'CURRENT')
      .map(({ content }) => content);
  return { context, claude, current };
}

test('a correction is learned once: learning again publishes nothing, calls nothing, changes nothing', async () => {
  const { context, claude, current } = world();
  claude.reply(learned([PNPM_RULE]));
  writeSession(context.paths, { id: 's' }, [...PNPM, sessionEnd]);
  expect(await learn(context)).toMatchObject({
    published: { sessions: 1, interactions: 4 },
    called: 1,
    learned: { added: 1 },
    jobs: { done: 1, waiting: 0, dead: 0 },
    spent: { calls: 1 },
    paused: null,
  });
  expect(await learn(context)).toMatchObject({ published: { interactions: 0 }, called: 0, learned: { added: 0 } });
  expect(current()).toEqual(['Use pnpm, never npm.']);
});

test('learning in the middle of a session leaves a reply to its Stop hook, and takes it once the session is over', async () => {
  const { context } = world();
  const { paths, store } = context;
  const transcript = path.join(paths.home, 'transcript.jsonl');
  const file = path.join(paths.sessions, 'live.jsonl');
  const ts = () => new Date().toISOString();
  const line = (type: string, text: string) =>
    fs.appendFileSync(
      transcript,
      `${JSON.stringify({ type, uuid: text, timestamp: ts(), message: { role: type, content: [{ type: 'text', text }] } })}\n`,
    );
  const published = () => store.db.all<{ type: string }>('select type from interactions').map(({ type }) => type);
  appendRecords(file, [sessionStart('startup')(ts()), user('hello there')(ts())], () => ({
    type: 'Session',
    ts: ts(),
    session_id: 'live',
    cwd: '/somewhere',
    project_id: 'project-a',
    project_label: 'project-a',
    transcript_path: transcript,
  }));
  line('user', 'hello there');
  line('assistant', 'Hello.');
  await learn(context);
  expect(published()).toEqual(['User']);
  appendRecords(file, [assistant('Hello.')(ts())]);
  line('assistant', 'Anything else?');
  appendRecords(file, [sessionEnd(ts())]);
  await learn(context);
  expect(published()).toEqual(['User', 'Assistant', 'Assistant']);
});

test('what is learned is rendered for the next session start', async () => {
  const { context, claude } = world();
  claude.reply(learned([PNPM_RULE]));
  writeSession(context.paths, { id: 's' }, PNPM);
  await learn(context);
  const snapshot = fs.readFileSync(path.join(context.paths.inject, 'project-a.json'), 'utf8');
  expect(snapshot).toContain('Use pnpm, never npm.');
});

test('a note is told to the next session while learning is paused, and read and refined in place afterwards', async () => {
  const { context, claude } = world();
  const snapshot = () => fs.readFileSync(path.join(context.paths.inject, 'project-a.json'), 'utf8');
  pauseLearning(context.store.db, { class: 'auth', message: 'Not logged in', resetsAt: null, now: '2026-01-01' });
  writeSession(context.paths, { id: 's' }, [...PNPM.slice(0, 2), note('no, pnpm')]);
  // As the daemon does when it is poked.
  publishSession(context, 's');
  expect(await drain(context)).toBe('paused');
  expect(claude.calls()).toHaveLength(0);
  expect(snapshot()).toContain('no, pnpm');
  const [noted] = allRules(context.store.db, 'project-a');

  claude.reply(learned([PNPM_RULE]));
  expect(await learn(context)).toMatchObject({ called: 1, learned: { added: 0, refined: 1 } });
  expect(allRules(context.store.db, 'project-a')).toMatchObject([
    { id: noted?.id, content: 'Use pnpm, never npm.', provisional: false, version: 2 },
  ]);
  expect(snapshot()).toContain('Use pnpm, never npm.');
  expect(snapshot()).not.toContain('no, pnpm');
});

test('a note counts without a claude at all, also at the prompt, and learn says so', async () => {
  const { context } = world({ CLAUDE_SMART_CLAUDE: '/no/such/claude' });
  writeSession(context.paths, { id: 's' }, [user('add the zod dependency'), note('no, pnpm')]);
  expect(await learn(context)).toMatchObject({ published: { noted: 1 }, paused: { class: 'setup' }, failures: [] });
  // Nothing was asked, so nothing was spent of the day's calls.
  expect(spentToday(context.store.db, new Date()).calls).toBe(0);
  const asked = {
    event: 'UserPromptSubmit' as const,
    projectId: 'project-a',
    query: 'add the zod dependency here',
    seen: new Set<string>(),
  };
  expect(recall(context, asked, context.config).text).toContain('] no, pnpm\n');
});

test('what a person takes back in a later session is told no more, and stays in the history with the reason', async () => {
  const { context, claude } = world();
  const snapshot = () => fs.readFileSync(path.join(context.paths.inject, 'project-a.json'), 'utf8');
  claude.reply(learned([], [fact('The user edits in Vim.', [1])]));
  writeSession(context.paths, { id: 'one' }, [
    user('I edit in Vim, remember that when you suggest shortcuts'),
    sessionEnd,
  ]);
  await learn(context);
  expect(snapshot()).toContain('Vim');

  claude.rules([{ match: '<pairs>', reply: related('withdraws') }]);
  claude.reply(takenBack('The user edits in Vim.', [1]));
  const from = '2026-02-05T09:00:00.000Z';
  writeSession(context.paths, { id: 'two', from }, [user('forget that I edit in Vim, I gave up'), sessionEnd]);
  expect(await learn(context)).toMatchObject({ called: 2, learned: { archived: 1, added: 0 } });
  expect(snapshot()).not.toContain('Vim');
  expect(allFacts(context.store.db, 'project-a')).toMatchObject([{ status: 'ARCHIVED', withdrawn_at: from }]);
});

test('a database that somebody holds ends the publishing at the first buffer, is told once, and costs nothing', () => {
  const { context } = world();
  const { store, paths } = context;
  store.db.get('pragma busy_timeout = 20');
  for (const id of ['a', 'b', 'c']) writeSession(paths, { id }, PNPM);
  const other = new Database(store.file);
  other.exec('BEGIN EXCLUSIVE');
  const { published, failed } = publishAll(context);
  other.close();
  expect(published).toEqual([]);
  expect(failed).toEqual([{ file: store.file, why: expect.stringContaining('is held by another program') }]);
  expect(publishAll(context).published).toHaveLength(3);
});

test('a session without a human word costs no call', async () => {
  const { context, claude } = world();
  writeSession(context.paths, { id: 's' }, [assistant('Hello.'), toolStart('t', 'ls'), toolEnd('t', 'a b')]);
  expect(await learn(context)).toMatchObject({ called: 0, jobs: { skipped: 1, waiting: 0 } });
  expect(claude.calls()).toHaveLength(0);
});

test('an empty reply is an answer: the job is done and the window is not read again', async () => {
  const { context, claude } = world();
  writeSession(context.paths, { id: 's' }, PNPM);
  expect(await learn(context)).toMatchObject({ called: 1, jobs: { done: 1, waiting: 0 }, learned: { added: 0 } });
  await learn(context);
  expect(claude.calls()).toHaveLength(1);
});

test('a long backlog is read whole, in order, each turn by one window, and sessions never mix', async () => {
  const { context, claude } = world({ CLAUDE_SMART_WINDOW_TOKENS: '1500' });
  const many = (name: string) =>
    Array.from({ length: 30 }, (_, n) => user(`${name}-${n}. no, that is wrong, use pnpm. ${'words '.repeat(60)}`));
  // Their names sort the other way round.
  writeSession(context.paths, { id: 'z', from: '2026-01-01T00:00:00.000Z' }, many('old'));
  writeSession(context.paths, { id: 'a', from: '2026-01-02T00:00:00.000Z' }, many('new'));
  await learn(context);
  const prompts = claude.calls().map(({ stdin }) => stdin);
  expect(prompts.length).toBeGreaterThan(4);
  expect(prompts.findIndex((prompt) => prompt.includes('new-0'))).toBeGreaterThan(
    prompts.findIndex((prompt) => prompt.includes('old-29')),
  );
  for (const prompt of prompts) expect(/old-\d/.test(prompt) && /new-\d/.test(prompt)).toBe(false);
  const freshTurns = (name: string) =>
    prompts.flatMap((prompt) =>
      [
        ...prompt.matchAll(
          new RegExp(`<turn-[^>]*>\\s*${name}-(\\d+)\\.|<[^>]*from="human"[^>]*>\\s*${name}-(\\d+)\\.`, 'g'),
        ),
      ]
        .filter(([whole]) => !whole.includes('already-read'))
        .map(([, a, b]) => Number(a ?? b)),
    );
  expect(freshTurns('old')).toEqual(Array.from({ length: 30 }, (_, n) => n));
  expect(freshTurns('new')).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

test('logged out: learning pauses, everything waits, the notice is written once, and learn after the login learns all', async () => {
  const { context, claude, current } = world();
  claude.reply({ error: 'Not logged in · Please run /login' });
  for (const id of ['a', 'b', 'c']) writeSession(context.paths, { id }, [...PNPM, sessionEnd]);
  const stopped = await learn(context);
  expect(stopped).toMatchObject({ paused: { class: 'auth' }, jobs: { waiting: 3, dead: 0 }, called: 1 });
  expect(currentStall(context.store.db, new Date().toISOString())?.message).toContain('/login');

  claude.rules([{ match: '<pairs>', reply: related('same', 'same') }]);
  claude.reply(learned([PNPM_RULE]));
  expect(await learn(context)).toMatchObject({ paused: null, jobs: { waiting: 0 } });
  expect(current()).toEqual(['Use pnpm, never npm.']);
});

test('a pause that the daemon met is told once, in a file that whoever shows it removes', async () => {
  const { context, claude } = world();
  claude.reply({ error: 'Credit balance is too low', status: 400 });
  writeSession(context.paths, { id: 'a' }, [...PNPM, sessionEnd]);
  publishAll(context);
  const outcomes: JobOutcome[] = [];
  const end = await drain(context, { onOutcome: (outcome) => outcomes.push(outcome) });
  expect([end, outcomes]).toMatchObject([
    'paused',
    [{ outcome: 'failed', class: 'billing', next: { pause: 'billing' } }],
  ]);
  updateNotice(context);
  expect(fs.readFileSync(noticeFile(context), 'utf8')).toContain('Credit balance is too low');
  fs.rmSync(noticeFile(context));
  updateNotice(context);
  expect(fs.existsSync(noticeFile(context))).toBe(false);
  expect(await drain(context)).toBe('paused');
  expect(claude.calls()).toHaveLength(1);
});

test('an unusable reply is repaired once, tried again later, kept for a look, and its job waits as a dead letter in the end', async () => {
  const { context, claude, current } = world();
  claude.reply({ text: 'I could not find anything in particular.' });
  writeSession(context.paths, { id: 's' }, PNPM);
  publishAll(context);
  for (let round = 1; round <= 3; round++) {
    context.store.db.run("update jobs set due_at = '2026-01-01T00:00:00.000Z'");
    const outcomes: JobOutcome[] = [];
    await drain(context, { onOutcome: (outcome) => outcomes.push(outcome) });
    expect(outcomes).toMatchObject([
      { outcome: 'failed', class: 'malformed', next: round < 3 ? { retryAt: expect.any(String) } : 'dead' },
    ]);
    expect(claude.calls()).toHaveLength(round * 2);
  }
  const kept = context.store.db.all<{ reply: string }>("select reply from extractions where outcome = 'failed'");
  expect(kept.map(({ reply }) => reply)).toEqual(Array(3).fill('I could not find anything in particular.'));
  expect(context.store.db.all('select state, failure from jobs')).toEqual([{ state: 'dead', failure: 'malformed' }]);
  claude.reply(learned([PNPM_RULE]));
  await learn(context);
  expect(current()).toEqual(['Use pnpm, never npm.']);
});

test('overloaded: the job backs off and is not lost', async () => {
  const { context, claude, current } = world();
  claude.reply({ error: 'API Error: 529 Overloaded.', status: 529 });
  writeSession(context.paths, { id: 's' }, PNPM);
  const report = await learn(context);
  expect(report).toMatchObject({ jobs: { failed: 1, waiting: 1, dead: 0 }, sessions_read: 0, paused: null });
  const failure = { project: 'project-a', class: 'transient', message: 'API Error: 529 Overloaded.' };
  expect(report.failures).toEqual([{ ...failure, retry_at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
  expect(statusOf(context).failures).toEqual([{ ...failure, sessions: 1, retry_at: report.failures[0]?.retry_at }]);
  claude.reply(learned([PNPM_RULE]));
  expect(await learn(context)).toMatchObject({ failures: [], sessions_read: 1 });
  expect(statusOf(context).failures).toEqual([]);
  expect(current()).toEqual(['Use pnpm, never npm.']);
});

test('a reply is paid for once: when naming the relations fails, the next run does not extract again', async () => {
  const { context, claude } = world();
  claude.reply(learned([PNPM_RULE]));
  writeSession(context.paths, { id: 'one' }, PNPM);
  await learn(context);
  claude.reply(learned([rule('adding a dependency', 'Use yarn for dependencies, not pnpm.', [3])]));
  claude.rules([{ match: '<pairs>', reply: { text: 'hm' } }]);
  writeSession(context.paths, { id: 'two', from: '2026-01-06T09:00:00.000Z' }, [
    user('add left-pad'),
    assistant('Used pnpm.'),
    user('no, yarn, not pnpm: we moved'),
  ]);
  await learn(context);
  const extractCalls = () => claude.calls().filter(({ stdin }) => !stdin.includes('<pairs>')).length;
  expect(extractCalls()).toBe(2);
  expect(allRules(context.store.db, 'project-a')).toHaveLength(1);
  claude.rules([{ match: '<pairs>', reply: related('contradicts') }]);
  await learn(context);
  expect(extractCalls()).toBe(2);
  expect(
    allRules(context.store.db, 'project-a')
      .map(({ status, content }) => [status, content])
      .sort(),
  ).toEqual([
    ['ARCHIVED', 'Use pnpm, never npm.'],
    ['CURRENT', 'Use yarn for dependencies, not pnpm.'],
  ]);
});

test('the daily cap stops calls before they are made, and says which', async () => {
  const { context, claude } = world({ CLAUDE_SMART_DAILY_CALLS: '1' });
  for (const id of ['a', 'b']) writeSession(context.paths, { id }, PNPM);
  const report = await learn(context);
  expect(claude.calls()).toHaveLength(1);
  expect(report).toMatchObject({ jobs: { waiting: 1 }, capped: expect.stringContaining('CLAUDE_SMART_DAILY_CALLS') });
});

test.each(['CLAUDE_SMART_DAILY_CALLS', 'CLAUDE_SMART_DAILY_USD'])(
  '%s=0 switches calls off, and it is called that, not a day’s end',
  async (setting) => {
    const { context, claude } = world({ [setting]: '0' });
    writeSession(context.paths, { id: 's' }, PNPM);
    expect((await learn(context)).capped).toBe(`model calls are switched off by ${setting}=0`);
    expect(claude.calls()).toHaveLength(0);
  },
);

test('a call that was stopped failed nothing: the job waits as before', async () => {
  const { context, claude } = world();
  claude.reply({ hang: true });
  writeSession(context.paths, { id: 's' }, PNPM);
  const stop = new AbortController();
  const said: string[] = [];
  const report = await learn(context, {
    signal: stop.signal,
    report: (event) => {
      // What was captured is for the summary to say; at the beginning a person wants to know how much is to come.
      if (event.at === 'published') expect(event).toEqual({ at: 'published', waiting: 1 });
      if (event.at === 'reading') setTimeout(() => stop.abort(), 300);
      if (event.at === 'outcome') said.push(event.text);
    },
  });
  expect([said, report.failures, report.jobs]).toMatchObject([['stopped'], [], { failed: 0, waiting: 1 }]);
  expect(statusOf(context).failures).toEqual([]);
});

test('a pause that another process met while learn waited for it does not stop learn', async () => {
  const { context, claude, current } = world();
  claude.reply(learned([PNPM_RULE]));
  writeSession(context.paths, { id: 's' }, PNPM);
  const other = takeLock(drainLockFile(context));
  setTimeout(() => {
    const now = new Date().toISOString();
    pauseLearning(context.store.db, { class: 'auth', message: 'Not logged in', resetsAt: null, now });
    other?.release();
  }, 500);
  expect(await learn(context)).toMatchObject({ paused: null, learned: { added: 1 } });
  expect(current()).toEqual(['Use pnpm, never npm.']);
});

test('homes that share a store drain it one at a time, also when the folder of what runs was emptied', async () => {
  const home = temporaryHome();
  const open = (name: string) =>
    openContext({ ...home.env, CLAUDE_SMART_HOME: path.join(home.root, name) }, systemClock);
  const [one, two] = [open('one'), open('two')];
  let seen: unknown;
  await drain(one, {
    onLocked: () => {
      fs.rmSync(one.paths.run, { recursive: true, force: true });
      seen = Promise.all([drain(two), drain(one)]);
    },
  });
  expect(await seen).toEqual(['busy', 'busy']);
  for (const { store } of [one, two]) store.close();
});

test('learn waits while another process drains, and says so', async () => {
  const { context, claude, current } = world();
  claude.reply(learned([PNPM_RULE]));
  writeSession(context.paths, { id: 's' }, PNPM);
  const other = takeLock(drainLockFile(context));
  setTimeout(() => other?.release(), 2_500);
  const said: string[] = [];
  await learn(context, { report: (event) => event.at === 'waiting' && said.push(event.why) });
  expect(said.length).toBeGreaterThan(0);
  expect(current()).toEqual(['Use pnpm, never npm.']);
});
