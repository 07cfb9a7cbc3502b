import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../fixtures/daemon.ts';
import { fakeClaude, isRunning } from '../fixtures/fake-claude.ts';
import { learned, PNPM_RULE } from '../fixtures/replies.ts';
import { PNPM, writeSession } from '../fixtures/sessions.ts';
import { Machine } from './machine.ts';

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s ends learn with the shell’s code and its model call with all its children; the session waits',
  async (signal, code) => {
    const machine = new Machine();
    const claude = fakeClaude(path.join(machine.root, 'fake'));
    Object.assign(machine.env, claude.env, { CLAUDE_SMART_CLAUDE: claude.program });
    claude.reply({ hang: true, grandchild: 'quiet' });
    writeSession(machine.paths, { id: 's' }, PNPM);
    const learn = spawn(process.execPath, [machine.program, 'learn'], { env: machine.env, stdio: 'ignore' });
    await until('the call', () => claude.grandchildren().length > 0);
    learn.kill(signal);
    expect(await once(learn, 'exit')).toEqual([code, null]);
    const family = [...claude.grandchildren(), ...claude.calls().map(({ pid }) => pid)];
    await until('its children to be gone', () => !family.some(isRunning));

    claude.reply(learned([PNPM_RULE]));
    expect(await machine.json(['learn'])).toMatchObject({ learned: { added: 1 }, jobs: { waiting: 0 } });
  },
);
