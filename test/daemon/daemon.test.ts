import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openContext } from '../../src/learn/context.ts';
import { learn } from '../../src/learn/learn.ts';
import { socketAddress } from '../../src/platform/paths.ts';
import { allRules } from '../../src/store/rules.ts';
import {
  daemonsOf,
  endDaemonsAfterTest,
  gone,
  ping,
  request,
  runningDaemon,
  startDaemonProcess,
  until,
  VERSION,
} from '../fixtures/daemon.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { DIST, type Home, temporaryHome } from '../fixtures/home.ts';
import { learned, PNPM_RULE, related } from '../fixtures/replies.ts';
import { PNPM, sessionEnd, writeSession } from '../fixtures/sessions.ts';

function world(label?: string): { home: Home; claude: FakeClaude; env: Record<string, string> } {
  const home = temporaryHome(label);
  const claude = fakeClaude(path.join(home.root, 'fake'));
  claude.rules([{ match: '<pairs>', reply: related('same') }]);
  claude.reply(learned([PNPM_RULE]));
  return { home, claude, env: claude.env };
}

function rulesOf(home: Home, env: Record<string, string>) {
  const context = openContext({ ...home.env, ...env }, systemClock);
  try {
    return allRules(context.store.db, 'project-a').map(({ status, content, evidence }) => ({
      status,
      content,
      evidence,
    }));
  } finally {
    context.store.close();
  }
}

test('a session that ended is published, read and learned in the background', async () => {
  const { home, env } = world('ホーム');
  writeSession(home.paths, { id: 's' }, [...PNPM, sessionEnd]);
  await runningDaemon(home, env);
  await until('the rule', () => rulesOf(home, env).length > 0);
  expect(rulesOf(home, env)).toMatchObject([{ status: 'CURRENT', content: 'Use pnpm, never npm.' }]);
});

test('a poke publishes the session, and a prompt is answered with what fits it and was not shown', async () => {
  const { home, env } = world();
  await runningDaemon(home, env);
  writeSession(home.paths, { id: 's' }, [...PNPM, sessionEnd]);
  await request(home, { op: 'poke', version: VERSION, session_id: 's' });
  await until('the rule', () => rulesOf(home, env).length > 0);
  writeSession(home.paths, { id: 'next' }, [...PNPM]);
  await request(home, { op: 'poke', version: VERSION, session_id: 'next' });
  const recall = () =>
    request(home, {
      op: 'recall',
      version: VERSION,
      event: 'UserPromptSubmit',
      session_id: 'next',
      cwd: '/somewhere',
      prompt: 'add the zod dependency',
    });
  const reply = await until('the answer', async () => {
    const got = await recall();
    return got && 'ids' in got && got.ids.length > 0 ? got : undefined;
  });
  expect(reply.text).toContain('pnpm');
  writeSession(home.paths, { id: 'next' }, [
    (ts) => ({ type: 'Injected', ts, event: 'UserPromptSubmit', ids: reply.ids, units: 1 }),
  ]);
  expect(await recall()).toMatchObject({ text: '', ids: [] });
});

test('a second daemon leaves at once, the first goes on', async () => {
  const { home, env } = world();
  const first = await runningDaemon(home, env);
  expect(await gone(startDaemonProcess(home, env))).toBe(0);
  expect(await ping(home)).toMatchObject({ pid: first.pid });
});

test('a socket file left by a killed daemon does not keep the next one from starting', async () => {
  const { home, env } = world();
  const first = await runningDaemon(home, env);
  first.kill('SIGKILL');
  await gone(first);
  expect(fs.existsSync(socketAddress(home.paths))).toBe(true);
  const second = await runningDaemon(home, env);
  expect(await ping(home)).toMatchObject({ pid: second.pid });
});

test('a newer version takes over from an older one, an older one does not', async () => {
  const { home, env } = world();
  const copy = (version: string) => {
    const folder = path.join(home.root, `v${version}`, 'dist');
    fs.mkdirSync(folder, { recursive: true });
    for (const shared of ['node_modules', 'prompts', 'migrations']) {
      fs.symlinkSync(path.join(DIST, '..', shared), path.join(folder, '..', shared));
    }
    const text = fs.readFileSync(path.join(DIST, 'daemon.mjs'), 'utf8');
    const own = /VERSION = "([^"]+)"/.exec(text)?.[1] ?? '';
    expect(own).toMatch(/^\d+\.\d+\.\d+/);
    fs.writeFileSync(path.join(folder, 'daemon.mjs'), text.replace(`VERSION = "${own}"`, `VERSION = "${version}"`));
    return path.join(folder, 'daemon.mjs');
  };
  const first = await runningDaemon(home, env);
  const newer = startDaemonProcess(home, env, copy('99.0.0'));
  expect(await gone(first)).toBe(0);
  await until('the newer one to answer', async () => (await ping(home))?.version === '99.0.0');
  expect(await gone(startDaemonProcess(home, env, copy('98.9.9')))).toBe(0);
  expect(daemonsOf(home)).toEqual([newer.pid]);
});

test('asked by a newer hook it refuses and goes, so that the newer daemon can come', async () => {
  const { home, env } = world();
  const daemon = await runningDaemon(home, env);
  expect(await request(home, { op: 'poke', version: '99.0.0', session_id: 's' })).toMatchObject({
    ok: false,
  });
  expect(await gone(daemon)).toBe(0);
});

test('told to stop, it ends its model call with all its children and leaves the job for later', async () => {
  const { home, claude, env } = world();
  claude.reply({ hang: true, grandchild: 'stubborn' });
  writeSession(home.paths, { id: 's' }, [...PNPM, sessionEnd]);
  const daemon = await runningDaemon(home, env);
  await until('the call', () => claude.grandchildren().length > 0);
  await request(home, { op: 'stop', version: VERSION });
  expect(await gone(daemon)).toBe(0);
  for (const pid of claude.grandchildren()) {
    await until(
      'the grandchild to be gone',
      () => !fs.existsSync(`/proc/${pid}`) || fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '),
    );
  }
  claude.reply(learned([PNPM_RULE]));
  await runningDaemon(home, env);
  await until('the rule', () => rulesOf(home, env).length > 0);
});

const logOf = (home: Home) => fs.readFileSync(path.join(home.paths.logs, 'daemon.log'), 'utf8');

/** Overwrites the first page of a table. Its name in the schema stays, so that the database still opens. */
function damage(home: Home, table: string): void {
  const { store } = openContext(home.env, systemClock);
  const [page] = store.db.all<{ at: number }>(`select rootpage as at from sqlite_master where name = '${table}'`);
  const [size] = store.db.all<{ page_size: number }>('pragma page_size');
  // A write makes whoever has it open read it anew; the checkpoint, from the file that is damaged next.
  store.db.run('pragma user_version = 1');
  store.db.all('pragma wal_checkpoint(truncate)');
  store.close();
  const fd = fs.openSync(home.paths.database, 'r+');
  const bytes = size?.page_size ?? 0;
  fs.writeSync(fd, Buffer.alloc(bytes, 0x5a), 0, bytes, ((page?.at ?? 0) - 1) * bytes);
  fs.closeSync(fd);
}

// Each is met somewhere else: while publishing, and while looking for what is due.
test.each(['sessions', 'jobs'])('a database whose %s are damaged ends it, and its log says why', async (table) => {
  const { home, env } = world();
  writeSession(home.paths, { id: 's' }, PNPM);
  damage(home, table);
  const daemon = startDaemonProcess(home, env);
  expect(await gone(daemon)).toBe(1);
  expect(logOf(home)).toMatch(/daemon failed: AppError: .*emend\.db is damaged.* ⏎ at .*caused by .*SqliteError/);
  expect(fs.existsSync(path.join(home.paths.run, 'daemon.json'))).toBe(false);
});

test('damage that is met later, by a prompt or a poke, ends it too', async () => {
  const { home, env } = world();
  const daemon = await runningDaemon(home, env);
  damage(home, 'sessions');
  await request(home, {
    op: 'recall',
    version: VERSION,
    event: 'UserPromptSubmit',
    session_id: 's',
    cwd: '/somewhere',
    prompt: 'add zod',
  });
  writeSession(home.paths, { id: 's' }, PNPM);
  await request(home, { op: 'poke', version: VERSION, session_id: 's' });
  expect(await gone(daemon)).toBe(1);
  expect(logOf(home)).toContain('is damaged');
});

test('questions that fail again and again do not put off what is due', async () => {
  const { home, env } = world();
  // Due when it has been quiet for three seconds.
  writeSession(home.paths, { id: 's', from: new Date().toISOString() }, PNPM);
  await runningDaemon(home, { ...env, CLAUDE_SMART_IDLE_MINUTES: '0.05' });
  // A buffer that cannot be read.
  fs.mkdirSync(path.join(home.paths.sessions, 'bad.jsonl', 'x'), { recursive: true });
  const question = { version: VERSION, event: 'UserPromptSubmit', session_id: 'bad', cwd: '/', prompt: 'add zod' };
  await until('the rule', async () => {
    expect(await request(home, { op: 'recall', ...question })).toMatchObject({ ok: false });
    return rulesOf(home, env).length > 0;
  });
});

test('what lies where its files belong is put aside', async () => {
  const { home, env } = world();
  const names = ['daemon.sock', 'daemon.json', 'daemon.path', 'daemon.lock'];
  for (const name of names) fs.mkdirSync(path.join(home.paths.run, name, 'kept'), { recursive: true });
  await runningDaemon(home, env);
  const aside = fs.readdirSync(home.paths.run).filter((name) => name.includes('.aside-'));
  expect(aside.map((name) => name.split('.aside-')[0]).sort()).toEqual([...names].sort());
  for (const name of aside) expect(fs.readdirSync(path.join(home.paths.run, name))).toEqual(['kept']);
});

test('a daemon whose folder was emptied leaves, and leaves the next one its socket and its card', async () => {
  const { home, env } = world();
  const first = await runningDaemon(home, env);
  fs.rmSync(home.paths.run, { recursive: true });
  const second = await runningDaemon(home, env);
  expect(await gone(first)).toBe(0);
  expect(await ping(home)).toMatchObject({ pid: second.pid });
  expect(JSON.parse(fs.readFileSync(path.join(home.paths.run, 'daemon.json'), 'utf8'))).toMatchObject({
    pid: second.pid,
  });
});

test('where a daemon holds the lock and does not answer, the next one leaves, and the log says what to do', async () => {
  const { home, env } = world();
  const first = await runningDaemon(home, env);
  first.kill('SIGSTOP');
  expect(await gone(startDaemonProcess(home, env))).toBe(0);
  expect(logOf(home)).toMatch(/holds .*daemon\.lock and does not answer.*claude-smart daemon stop/);
});

test('it goes when nobody needs it', async () => {
  const { home, env } = world();
  const daemon = await runningDaemon(home, { ...env, CLAUDE_SMART_DAEMON_IDLE_MINUTES: '0.02' });
  expect(await gone(daemon)).toBe(0);
  expect(fs.existsSync(path.join(home.paths.run, 'daemon.json'))).toBe(false);
});

test('nonsense on the socket is answered with an error and harms nothing', async () => {
  const { home, env } = world();
  await runningDaemon(home, env);
  const say = (bytes: string) =>
    new Promise<string>((resolve) => {
      const socket = net.connect(socketAddress(home.paths), () => socket.write(bytes));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', () => {});
    });
  for (const line of ['nonsense\n', '{}\n', '{"op":"recall"}\n', '[]\n', '"stop"\n']) {
    expect(JSON.parse(await say(line))).toMatchObject({ ok: false });
  }
  expect(await say('x'.repeat(2_000_000))).toBe('');
  expect(await ping(home)).toMatchObject({ ok: true });
});

test('a thousand askers at once are all answered', async () => {
  const { home, env } = world();
  await runningDaemon(home, env);
  const replies = await Promise.all(
    Array.from({ length: 1_000 }, () => request(home, { op: 'ping', version: VERSION }, 20_000)),
  );
  expect(replies.filter((reply) => reply?.ok)).toHaveLength(1_000);
});

/** The payload is there before the hook starts, as when fifty Claude Codes start a hook each. */
async function hook(home: Home, env: Record<string, string>, payload: object) {
  const file = path.join(home.root, `${Math.random()}.json`);
  fs.writeFileSync(file, JSON.stringify(payload));
  const stdin = fs.openSync(file, 'r');
  const ran = spawn(process.execPath, [path.join(DIST, 'hook.mjs')], {
    env: { ...home.env, ...env },
    stdio: [stdin, 'ignore', 'ignore'],
  });
  fs.closeSync(stdin);
  await once(ran, 'exit');
}

test('fifty sessions that end at once start one daemon and are learned by one extraction at a time', async () => {
  const { home, claude, env } = world();
  endDaemonsAfterTest(home);
  claude.reply({ ...learned([]), delayMs: 20 });
  const payload = (id: string, event: string, more: object = {}) => ({
    session_id: id,
    cwd: home.project,
    hook_event_name: event,
    ...more,
  });
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, daemonsOf(home).length);
  }, 20);
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const id = `session-${n}`;
      await hook(home, env, payload(id, 'UserPromptSubmit', { prompt: `no, number ${n} must be blue` }));
      await hook(home, env, payload(id, 'Stop', { last_assistant_message: 'Done.' }));
      await hook(home, env, payload(id, 'SessionEnd', { reason: 'prompt_input_exit' }));
    }),
  );
  await until('the daemon', () => ping(home));
  const context = openContext({ ...home.env, ...env }, systemClock);
  const { jobs } = await learn(context);
  const failures = context.store.db.all('select failure, failure_message from jobs');
  context.store.close();
  clearInterval(watch);
  expect([jobs, failures]).toMatchObject([{ failed: 0, waiting: 0, dead: 0 }, []]);
  expect(claude.calls()).toHaveLength(50);
  expect(daemonsOf(home)).toHaveLength(1);
  expect(most).toBeLessThanOrEqual(3);
}, 120_000);

test('killed at ten random moments of a drain, then learn: every lesson is there once', async () => {
  const { home, claude, env } = world();
  for (let n = 0; n < 6; n++) {
    writeSession(home.paths, { id: `s${n}`, from: `2026-01-0${n + 1}T00:00:00.000Z` }, [...PNPM, sessionEnd]);
  }
  claude.reply({ ...learned([PNPM_RULE]), delayMs: 60 });
  for (let kill = 0; kill < 10; kill++) {
    const daemon = startDaemonProcess(home, env);
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 500));
    daemon.kill('SIGKILL');
    await gone(daemon);
  }
  const context = openContext({ ...home.env, ...env }, systemClock);
  const report = await learn(context);
  context.store.close();
  expect(report.jobs).toMatchObject({ waiting: 0, dead: 0 });
  expect(rulesOf(home, env)).toEqual([{ status: 'CURRENT', content: 'Use pnpm, never npm.', evidence: 6 }]);
}, 60_000);
