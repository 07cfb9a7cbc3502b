import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { Machine } from './machine.ts';

const notes = (machine: Machine, session: string) =>
  machine.bufferOf(session).filter(({ type }) => type === '[correction]');
const HOSTILE = `no, "pnpm" it's $(touch pwned) \`touch pwned\` \${HOME} !\\ %s
-- second line; rm -rf . #`;

test('whatever a note holds reaches the buffer as text, from stdin and from an argument', async () => {
  const machine = new Machine();
  machine.session('s1');
  expect(await machine.run(['tag', '-'], { input: `${HOSTILE}\n` })).toMatchObject({ code: 0, stderr: '' });
  expect(await machine.run(['tag', '--', HOSTILE])).toMatchObject({ code: 0 });
  expect(await machine.run(['tag', 'no,', 'pnpm'])).toMatchObject({ code: 0 });
  expect(notes(machine, 's1').map(({ note }) => note)).toEqual([HOSTILE, HOSTILE, 'no, pnpm']);
  expect(fs.readdirSync(machine.project)).toEqual([]);
});

test('the heredoc that the plugin’s commands describe hands a note over as it is', async () => {
  const machine = new Machine();
  machine.session('s1');
  for (const name of ['tag', 'learn']) {
    const file = path.resolve(import.meta.dirname, '../../plugin/commands', `${name}.md`);
    const text = fs.readFileSync(file, 'utf8');
    const [line = ''] = /^ +claude-smart \w+ .*<<'NOTE_0{10}'\n/m.exec(text) ?? [];
    const typed = line.trim().replace('claude-smart', `"${process.execPath}" "${machine.program}"`);
    await machine.shell(`${typed}\n${HOSTILE}\nNOTE_0000000000\n`);
    // What runs before a model has read anything holds nothing that a person typed.
    expect(text.match(/!`[^`]*`/g)?.join() ?? '').not.toContain('$');
  }
  expect(notes(machine, 's1').map(({ note }) => note)).toEqual([HOSTILE, HOSTILE]);
  expect(fs.readdirSync(machine.project)).toEqual([]);
});

test('a mark without words is a correction too', async () => {
  const machine = new Machine();
  machine.session('s1');
  const ran = await machine.run(['tag']);
  expect(ran.stdout).toMatch(
    /^The last turn is marked as wrong \(shop front, session s1\); [\s\S]*claude-smart learn\.\n$/,
  );
  expect(notes(machine, 's1')).toEqual([{ type: '[correction]', ts: expect.any(String) }]);
  const narrow = (await machine.run(['tag', 'no, pnpm'], { env: { COLUMNS: '40' } })).stdout;
  expect(narrow.split('\n').filter((line) => line.length > 40)).toEqual([]);
});

test('a secret in a note does not reach the disk', async () => {
  const machine = new Machine();
  const file = machine.session('s1');
  await machine.run(['tag', '-'], {
    input: 'use <private>the vault at 10.1.1.1</private>, not ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  });
  const text = fs.readFileSync(file, 'utf8');
  expect(text).toContain('use [private], not [secret]');
});

test('the note goes to the session it runs in, else to the newest of this project, or to the one that is named', async () => {
  const machine = new Machine();
  const elsewhere = path.join(machine.home, 'elsewhere');
  fs.mkdirSync(elsewhere);
  const old = machine.session('old-1');
  machine.session('new-1');
  machine.session('other-1', [], elsewhere);
  fs.utimesSync(old, 1_000, 1_000);
  await machine.run(['tag', 'newest']);
  await machine.run(['tag', 'inside'], { env: { CLAUDE_CODE_SESSION_ID: 'old-1' }, cwd: elsewhere });
  await machine.run(['tag', 'unknown inside'], { env: { CLAUDE_CODE_SESSION_ID: 'not-captured' } });
  await machine.run(['tag', '--session', 'other', 'named'], {});
  const texts = (session: string) => notes(machine, session).map(({ note }) => note);
  expect([texts('old-1'), texts('new-1'), texts('other-1')]).toEqual([
    ['inside', 'unknown inside'],
    ['newest'],
    ['named'],
  ]);
});

test('a note without a session is refused, in words; so is a session that is not one', async () => {
  const machine = new Machine();
  expect(await machine.run(['tag', 'x'])).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('no session of shop front was captured yet'),
  });
  machine.session('s1');
  machine.session('s2');
  expect(await machine.run(['tag', '--session', '../s1', 'x'])).toMatchObject({ code: 3 });
  expect(await machine.run(['tag', '--session', 's', 'x'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/s1 {2}s2|s2 {2}s1/),
  });
});

interface Report {
  called: number;
  learned: { added: number };
  paused: { class: string } | null;
  capped: string | null;
  jobs: { waiting: number };
}

function withModel(): { machine: Machine; claude: ReturnType<typeof fakeClaude> } {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  const ts = new Date().toISOString();
  machine.session('s1', [
    { type: 'User', ts, text: 'install zod' },
    { type: 'Assistant', ts, text: 'I ran npm install zod.' },
  ]);
  return { machine, claude };
}

test('learning with a note says in one document what was captured, called, learned and spent', async () => {
  const { machine, claude } = withModel();
  const ran = await machine.run(['learn', '--note', '-', '--json'], { input: 'no, pnpm' });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    published: { sessions: 1, interactions: 3 },
    called: 1,
    learned: { added: 0 },
    jobs: { waiting: 0 },
    paused: null,
    capped: null,
  });
  expect(claude.calls()[0]?.stdin).toContain('no, pnpm');
  expect(await machine.run(['learn'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing waited to be learned.'),
  });
});

test('paused learning is exit code 4, says why and what to do, and the next run learns what waited', async () => {
  const { machine, claude } = withModel();
  claude.reply({ error: 'Not logged in · Please run /login' });
  const paused = await machine.run(['learn', '--note', 'no, pnpm', '--json']);
  expect(paused.code).toBe(4);
  expect(JSON.parse(paused.stdout)).toMatchObject({
    paused: { class: 'auth' },
    jobs: { waiting: 1 },
  } satisfies Partial<Report>);
  const again = await machine.run(['learn']);
  expect(again).toMatchObject({ code: 4, stderr: '', stdout: expect.stringContaining('/login') });
  expect((await machine.run(['status'])).stdout.replace(/\s+/g, ' ')).toContain('Not logged in');
  claude.reply({ structured: { playbook: [], profile: [] } });
  expect(await machine.run(['learn'])).toMatchObject({ code: 0 });
});

test('while learning does not go on, tag says that the note is kept and why', async () => {
  const { machine, claude } = withModel();
  const tag = async (env: Record<string, string> = {}) =>
    (await machine.run(['tag', 'no, pnpm'], { env })).stdout.replace(/\s+/g, ' ');
  expect(await tag({ CLAUDE_SMART_DAILY_CALLS: '0' })).toContain(
    'learned when learning goes on: model calls are switched off by CLAUDE_SMART_DAILY_CALLS=0.',
  );
  claude.reply({ error: 'Not logged in · Please run /login' });
  await machine.run(['learn']);
  expect(await tag()).toContain('it is kept, and learned when learning goes on: it is paused');
  // The job has been due for long, but nothing will be done about it now.
  const status = (await machine.run(['status'])).stdout;
  expect(status).toMatch(/^waiting +1 session, \d turns? of yours$/m);
});

test('switched off is called that, and what waits is not promised for tomorrow', async () => {
  const { machine } = withModel();
  const off = { env: { CLAUDE_SMART_DAILY_USD: '0' } };
  const ran = await machine.run(['learn'], off);
  expect(ran.code).toBe(4);
  for (const { stdout } of [ran, await machine.run(['status'], off)]) {
    expect(stdout.replace(/\s+/g, ' ')).toContain('model calls are switched off by CLAUDE_SMART_DAILY_USD=0.');
    expect(stdout).not.toContain('tomorrow');
  }
});

test('what failed is in the summary: where, what, in whose words, and what happens next; the exit code is 1', async () => {
  const { machine, claude } = withModel();
  claude.reply({ text: 'I found nothing.' });
  const ran = await machine.run(['learn', '--note', 'no, pnpm']);
  const said = ran.stdout.replace(/\s+/g, ' ');
  expect(ran.code).toBe(1);
  expect(said).toMatch(
    /Failed: shop front, 1 session: the model’s reply could not be used \(.+\)\. Tried again in 1 minute by the background process, or at once by `claude-smart learn`\./,
  );
  expect((await machine.run(['status'])).stdout.replace(/\s+/g, ' ')).toMatch(
    /failed shop front, 1 session: the model’s reply could not be used/,
  );
  claude.reply({ structured: { playbook: [], profile: [] } });
  const again = await machine.run(['learn']);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/^Read: 1 session that waited\.$/m);
  expect(again.stdout).not.toContain('Captured');
  expect((await machine.run(['learn'])).stdout).toMatch(/^Nothing waited to be learned\.\n/);
});

test('a reached cap is exit code 4 and costs no call', async () => {
  const { machine, claude } = withModel();
  const ran = await machine.run(['learn', '--note', 'no', '--json'], { env: { CLAUDE_SMART_DAILY_CALLS: '0' } });
  expect(ran.code).toBe(4);
  expect((JSON.parse(ran.stdout) as Report).capped).toContain('CLAUDE_SMART_DAILY_CALLS');
  expect(claude.calls()).toEqual([]);
});

test('what code refused of a reply is named by learn and counted by status', async () => {
  const { machine, claude } = withModel();
  const rule = { kind: 'correction', trigger: 'installing', rationale: '', cues: [], evidence: [3] };
  const playbook = ['Use `bunx --zap`.', 'Use `yarn`.'].map((content) => ({ ...rule, content }));
  claude.reply({ structured: { playbook, profile: [], forget: [] } });
  const ran = await machine.run(['learn', '--note', 'no, pnpm'], { env: { COLUMNS: '200' } });
  expect(ran.stdout).toContain('Noted: 1 rule in your own words, told from now on.\n');
  expect(ran.stdout).toContain(
    '2 proposals of the model refused:\nRefused: Use `bunx --zap`. (names bunx --zap, which',
  );
  expect(await machine.json(['status'])).toMatchObject({ refused: { total: 2, latest: { what: 'Use `yarn`.' } } });
  expect((await machine.run(['status'], { env: { COLUMNS: '200' } })).stdout).toMatch(
    /^refused +2 proposals; the last one: Use `yarn`\. \(names yarn, /m,
  );
});
