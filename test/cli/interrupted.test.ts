/** Signals, Ctrl-C and a held database, while a person looks, writes or is asked: each ends what it is meant for, and no more. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { machineWithInbox } from './inbox.ts';
import type { Machine } from './machine.ts';
import { hasTmux, Tmux } from './tmux.ts';

const inTmux = test.skipIf(!hasTmux);
const SIZE = { columns: 80, rows: 24 };

/** The program's process in that terminal: the one that was started with this machine's home. */
function pidOf(machine: Machine, command: string): number {
  const isOurs = (pid: string): boolean => {
    try {
      const argv = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const env = fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
      return argv[1] === machine.program && argv[2] === command && env.includes(machine.home);
    } catch {
      return false;
    }
  };
  return Number(fs.readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name)));
}
const inProc = test.skipIf(!hasTmux || !fs.existsSync('/proc/self/environ'));

/** An editor that waits for the file `go` in the machine's folder, and takes no notice of Ctrl-C. */
function patientEditor(machine: Machine): { EDITOR: string; go: () => void } {
  const EDITOR = path.join(machine.root, 'ed');
  const go = path.join(machine.root, 'go');
  const body = `trap "" INT QUIT\necho OPEN\nwhile ! test -e "${go}"; do sleep 0.1; done\nsed -i "s/5174/5175/" "$1"`;
  fs.writeFileSync(EDITOR, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return { EDITOR, go: () => fs.writeFileSync(go, '') };
}

inTmux('Ctrl-C in an editor is the editor’s: what was written is taken over', async () => {
  const machine = machineWithInbox();
  const { EDITOR, go } = patientEditor(machine);
  const tmux = new Tmux(machine);
  tmux.start(['edit', 'port00'], SIZE, { EDITOR });
  await tmux.sees(/OPEN/);
  tmux.keys('C-c');
  await tmux.sees(/\^C/);
  tmux.keys('C-c', 'C-\\');
  go();
  expect(await tmux.sees(/ended with/)).toMatch(/Changed[\s\S]*5175[\s\S]*ended with 0/);
});

inTmux('Ctrl-C leaves the inbox like q, with what was done counted', async () => {
  const tmux = new Tmux(machineWithInbox());
  tmux.start(['review'], SIZE);
  await tmux.sees(/5 to look at/);
  tmux.keys('y');
  await tmux.sees(/4 to look at/);
  tmux.keys('C-c');
  expect(await tmux.sees(/ended with 0/)).toContain('1 item looked at. 4 items still to look at.');
});

inProc('a signal ends the inbox and gives the terminal back', async () => {
  const machine = machineWithInbox();
  const tmux = new Tmux(machine);
  tmux.start(['review'], SIZE);
  await tmux.sees(/5 to look at/);
  process.kill(pidOf(machine, 'review'), 'SIGTERM');
  expect(await tmux.sees(/ended with 143/)).not.toContain('q quit');
});

inProc('a signal at a question is no yes', async () => {
  const machine = machineWithInbox();
  const tmux = new Tmux(machine);
  tmux.start(['forget', 'port00'], SIZE);
  await tmux.sees(/Forget it\?/);
  process.kill(pidOf(machine, 'forget'), 'SIGTERM');
  expect(await tmux.sees(/ended with 143/)).toContain('Nothing was forgotten.');
});

inTmux('one Ctrl-C is enough where a text is asked for', async () => {
  const tmux = new Tmux(machineWithInbox());
  tmux.start(['edit', 'port00', '--from', '-'], SIZE);
  await tmux.sees(/The edited text\?/);
  tmux.keys('C-c');
  expect(await tmux.sees(/ended with 130/)).toContain('nothing was done');
});

inTmux('a database that is held is told in the inbox, which goes on', { timeout: 40_000 }, async () => {
  const machine = machineWithInbox();
  const tmux = new Tmux(machine);
  tmux.start(['review'], SIZE);
  await tmux.sees(/5 to look at/);
  const other = new Database(machine.paths.database);
  other.exec('begin immediate');
  tmux.keys('a');
  await tmux.sees(/is held by another[\s\S]*q quit/);
  other.close();
  tmux.keys('a');
  await tmux.sees(/4 to look at[\s\S]*Archived/);
});

inTmux('the inbox is drawn where a variable says CI, and a dumb terminal is told what to do', async () => {
  const tmux = new Tmux(machineWithInbox());
  tmux.start(['review'], SIZE, { CI: '1' });
  await tmux.sees(/5 to look at/);
  tmux.keys('q');
  await tmux.sees(/ended with 0/);
  const dumb = new Tmux(machineWithInbox());
  dumb.start(['review'], SIZE, { TERM: 'dumb' });
  expect(await dumb.sees(/ended with/)).toMatch(/TERM is dumb[\s\S]*--list[\s\S]*ended with 2/);
});
