import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { learned, PNPM_RULE } from '../fixtures/replies.ts';
import { PNPM, writeSession } from '../fixtures/sessions.ts';
import { Machine } from './machine.ts';

interface Failure {
  error: { code: string; message: string; hint: string };
}
const failure = async (machine: Machine, args: string[], env: Record<string, string> = {}) => {
  const ran = await machine.run([...args, '--json'], { env });
  expect(ran.code, args.join(' ')).toBe(1);
  return (JSON.parse(ran.stdout) as Failure).error;
};

test('where the working folder is gone, every command says so, or works', async () => {
  const machine = new Machine();
  const gone = path.join(machine.root, 'gone');
  const there = async (...args: string[]) => {
    const line = `mkdir -p "${gone}" && cd "${gone}" && rmdir "${gone}" && exec "${process.execPath}" "${machine.program}" "$@"`;
    return machine.start('/bin/sh', ['-c', line, 'sh', ...args], {});
  };
  for (const command of ['show', 'history', 'status', 'tag']) {
    expect(await there(command)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^claude-smart: the folder that you are in is not there any more\.\nChange to/),
    });
  }
  const json = await there('show', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'no_working_folder' } });
  for (const args of [['show', '--project', machine.project], ['learn'], ['daemon', 'stop'], ['install'], ['--help']]) {
    expect(await there(...args), args.join(' ')).toMatchObject({ code: 0, stderr: '' });
  }
});

test('learning works where the working folder is gone', async () => {
  const machine = withModel();
  const gone = path.join(machine.root, 'gone');
  fs.mkdirSync(gone);
  const line = `cd "${gone}" && rmdir "${gone}" && exec "${process.execPath}" "${machine.program}" learn`;
  expect((await machine.shell(line)).stdout).toContain('Learned: 1 new.');
});

function withModel(): Machine {
  const machine = new Machine();
  const claude = fakeClaude(path.join(machine.root, 'model'));
  claude.reply(learned([PNPM_RULE]));
  machine.env = { ...machine.env, ...claude.env, CLAUDE_SMART_CLAUDE: claude.program };
  writeSession(machine.paths, { id: 's' }, PNPM);
  return machine;
}

test('a damaged database is named with what is kept, and moving it away and learning fills a new one', async () => {
  const machine = withModel();
  await machine.run(['learn']);
  const { database, sessions } = machine.paths;
  const whole = fs.readFileSync(database);
  for (const text of [Buffer.from('no database. '.repeat(50)), whole.subarray(0, 100), whole.subarray(0, 20_000)]) {
    fs.writeFileSync(database, text);
    for (const args of [['show'], ['status'], ['learn'], ['daemon', 'start']]) {
      const { code, message, hint } = await failure(machine, args);
      expect([code, message]).toEqual(['database_damaged', expect.stringContaining(`${database} is damaged: `)]);
      expect(hint).toContain(`the journal in ${sessions} is kept`);
    }
  }
  fs.renameSync(database, `${database}.damaged`);
  expect(await machine.json(['learn'])).toMatchObject({ learned: { added: 1 }, failures: [] });
  // A file of no bytes is a new database.
  fs.writeFileSync(database, '');
  expect(await machine.json(['status'])).toMatchObject({ counts: { sessions: 0 } });
});

test('a damaged lock holds nothing and is named', async () => {
  const machine = new Machine();
  fs.mkdirSync(machine.paths.data, { recursive: true });
  const lock = path.join(machine.paths.data, 'drain.lock');
  fs.writeFileSync(lock, 'no database. '.repeat(50));
  const { code, message, hint } = await failure(machine, ['learn']);
  expect([code, message]).toEqual(['database_damaged', `${lock} is damaged: it is not a database.`]);
  expect(hint).toContain('Remove it.');
});

test('a database that another program holds is called that', async () => {
  const machine = new Machine();
  machine.seed(() => {});
  const holder = new Database(machine.paths.database);
  holder.pragma('locking_mode = EXCLUSIVE');
  holder.exec('BEGIN EXCLUSIVE; create table held (x); COMMIT');
  const { code, message } = await failure(machine, ['show']);
  holder.close();
  expect([code, message]).toEqual(['database_locked', expect.stringContaining(machine.paths.database)]);
});

test.each(['EMEND_HOME', 'CLAUDE_SMART_HOME', 'CLAUDE_CONFIG_DIR'])(
  'an impossible %s is named with the place, the reason and the setting',
  async (setting) => {
    const machine = new Machine();
    const file = path.join(machine.root, 'file');
    fs.writeFileSync(file, '');
    const impossible = [file, path.join(file, 'inside'), ...(process.platform === 'linux' ? ['/proc/nobody'] : [])];
    for (const place of impossible) {
      const command = setting === 'EMEND_HOME' ? 'learn' : 'install';
      const { code, stderr } = await machine.run([command], { env: { [setting]: place } });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /cannot be (made|read): (there is a file where a folder should be|there is no such place)\./,
      );
      expect(stderr).toContain(place);
      expect(stderr).toContain(`set ${setting} to another folder`);
    }
    expect((await failure(machine, ['status'], { EMEND_HOME: file })).code).toBe('bad_place');
  },
);

test.runIf(fs.existsSync('/dev/full'))('a full disk is called that', async () => {
  const machine = new Machine();
  fs.mkdirSync(machine.paths.run, { recursive: true });
  fs.symlinkSync('/dev/full', path.join(machine.paths.run, 'daemon.path'));
  expect(await machine.run(['install'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the disk is full'),
  });
});
