/** CLAUDE_SMART_REVIEW=ask from the first turn to the next session, through the built programs, with a scripted `claude`. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../fixtures/daemon.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { DIST } from '../fixtures/home.ts';
import { learned, PNPM_RULE, related, rule, takenBack } from '../fixtures/replies.ts';
import { note, PNPM, sessionEnd, user } from '../fixtures/sessions.ts';
import { Machine } from './machine.ts';

interface Row {
  id: string;
  content: string;
  status: string;
}
interface Shown {
  rules: Row[];
}
interface Learned {
  learned: Record<'added' | 'merged' | 'refined' | 'archived' | 'parked', number>;
}
interface Inbox {
  waiting: number;
  items: (Row & { news: string; turns: { text: string }[] })[];
}

const START = Date.parse('2026-03-02T09:00:00.000Z');
type Records = typeof PNPM;

function askingMachine(): { machine: Machine; claude: FakeClaude } {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'fake'));
  const { CLAUDE_SMART_CLAUDE: _, ...env } = machine.env;
  machine.env = { ...env, ...claude.env, CLAUDE_SMART_REVIEW: 'ask' };
  claude.rules([{ match: '<pairs>', reply: related('contradicts') }]);
  claude.reply(learned([PNPM_RULE]));
  return { machine, claude };
}

function says(machine: Machine, id: string, minute: number, records: Records | (typeof sessionEnd)[]): void {
  machine.session(
    id,
    [...records, sessionEnd].map((record, n) => record(new Date(START + minute * 60_000 + n * 1_000).toISOString())),
  );
}

const show = (machine: Machine) => machine.json<Shown>(['show']);
const inbox = (machine: Machine) => machine.json<Inbox>(['review']);
/** What a new session is told, by the real hook. */
async function told(machine: Machine): Promise<string> {
  const payload = { session_id: 'next', hook_event_name: 'SessionStart', source: 'startup', cwd: machine.project };
  const env = { CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_SMART_DAEMON: path.join(machine.root, 'absent.mjs') };
  const hook = [path.join(DIST, 'hook.cjs'), 'SessionStart'];
  return (await machine.start(process.execPath, hook, { input: JSON.stringify(payload), env })).stdout;
}

test('what is learned waits: it is not told, found or shown until it is kept, and undo makes it wait again', async () => {
  const { machine } = askingMachine();
  says(machine, 's1', 0, PNPM);
  const { stdout } = await machine.run(['learn']);
  expect(stdout).toContain('Learned: 1 to review.');
  expect((await show(machine)).rules).toEqual([]);
  const shown = (await machine.run(['show'])).stdout;
  expect(shown).toContain('1 waits until you keep it: claude-smart review');
  expect(shown).not.toContain('Nothing has been learned');
  expect(await machine.json(['search', 'which package manager, pnpm?'])).toMatchObject({ hits: [] });
  expect(await told(machine)).not.toContain('pnpm');

  const { items } = await inbox(machine);
  expect(items).toMatchObject([{ news: 'pending', status: 'PENDING', content: 'Use pnpm, never npm.' }]);
  expect(items[0]?.turns.map(({ text }) => text)).toEqual(['no, pnpm. npm breaks the workspace links']);
  const id = items[0]?.id as string;
  expect((await machine.run(['why', id])).stdout).toContain('npm breaks the workspace links');
  expect((await machine.run(['keep', id])).code).toBe(0);
  expect((await show(machine)).rules).toMatchObject([{ id, status: 'CURRENT' }]);
  expect((await inbox(machine)).waiting).toBe(0);
  expect(await told(machine)).toContain('Use pnpm, never npm.');

  expect((await machine.run(['undo'])).code).toBe(0);
  expect((await show(machine)).rules).toEqual([]);
  expect(await told(machine)).not.toContain('pnpm');
  expect(await machine.json(['review', '--yes'])).toMatchObject({ kept: 1 });
  expect((await show(machine)).rules).toMatchObject([{ id }]);
});

test('what contradicts a rule that counts leaves it alone until it is kept, and then needs no second call', async () => {
  const { machine, claude } = askingMachine();
  says(machine, 's1', 0, PNPM);
  await machine.run(['learn']);
  await machine.run(['review', '--yes']);
  claude.reply(learned([rule('adding a dependency', 'Use bun, not pnpm.', [1])]));
  says(machine, 's2', 10, [user('no, use bun, not pnpm, when adding a dependency')]);
  expect(await machine.json<Learned>(['learn'])).toMatchObject({ learned: { added: 0, archived: 0, parked: 1 } });
  expect((await show(machine)).rules).toMatchObject([{ content: 'Use pnpm, never npm.' }]);
  const calls = claude.calls().length;
  const [waiting] = (await inbox(machine)).items;
  await machine.run(['keep', waiting?.id as string]);
  expect((await show(machine)).rules).toMatchObject([{ content: 'Use bun, not pnpm.' }]);
  expect(claude.calls()).toHaveLength(calls);
  expect((await machine.run(['history'])).stdout).toContain('Use pnpm, never npm.');
});

test('a note counts at once, in the person’s words; the model’s words for it wait', async () => {
  const { machine, claude } = askingMachine();
  says(machine, 's1', 0, [user('add zod'), note('always pnpm here')]);
  claude.reply(learned([rule('adding a dependency', 'Use pnpm.', [2])]));
  expect(await machine.json<Learned>(['learn'])).toMatchObject({ learned: { parked: 1, added: 0, refined: 0 } });
  expect((await show(machine)).rules).toMatchObject([{ content: 'always pnpm here' }]);
  expect(await told(machine)).toContain('always pnpm here');
  const pending = (await inbox(machine)).items.filter(({ news }) => news === 'pending');
  await machine.run(['keep', pending[0]?.id as string]);
  expect((await show(machine)).rules).toMatchObject([{ content: 'Use pnpm.' }]);
});

test('what waits can be archived instead, and what the person takes back goes at once', async () => {
  const { machine, claude } = askingMachine();
  says(machine, 's1', 0, PNPM);
  await machine.run(['learn']);
  const [first] = (await inbox(machine)).items;
  await machine.run(['archive', first?.id as string]);
  expect(await inbox(machine)).toMatchObject({ waiting: 0 });
  expect((await show(machine)).rules).toEqual([]);
  await machine.run(['undo']);
  claude.rules([{ match: '<pairs>', reply: related('withdraws') }]);
  claude.reply(takenBack('use pnpm', [1]));
  says(machine, 's2', 10, [user('forget that I said to use pnpm')]);
  await machine.run(['learn']);
  expect((await show(machine)).rules).toEqual([]);
  expect((await inbox(machine)).items.filter(({ status }) => status === 'PENDING')).toEqual([]);
});

test('the daemon asks first, too, as the settings file says', async () => {
  const { machine } = askingMachine();
  const { CLAUDE_SMART_REVIEW: _, ...env } = machine.env;
  machine.env = env;
  fs.mkdirSync(machine.paths.emend, { recursive: true });
  fs.writeFileSync(path.join(machine.paths.emend, '.env'), 'CLAUDE_SMART_REVIEW=ask\n');
  says(machine, 's1', 0, PNPM);
  await machine.run(['daemon', 'start']);
  const { items } = await until('the lesson', async () => {
    const found = await inbox(machine);
    return found.waiting > 0 ? found : undefined;
  });
  expect(items).toMatchObject([{ news: 'pending', content: 'Use pnpm, never npm.' }]);
  expect((await show(machine)).rules).toEqual([]);
  expect(await told(machine)).not.toContain('pnpm');
  await machine.run(['keep', items[0]?.id as string]);
  expect(await told(machine)).toContain('Use pnpm, never npm.');
});
