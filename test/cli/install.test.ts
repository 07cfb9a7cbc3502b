import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandLine, EVENTS, hookFileIn, quoted } from '../../src/cli/hook-entries.ts';
import { Machine, repository } from './machine.ts';

const settingsOf = (machine: Machine) => path.join(machine.home, '.claude', 'settings.json');

function write(file: string, text: string, mode = 0o600): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
  return file;
}

interface Settings {
  hooks: Record<string, { matcher?: string; hooks: { type: string; command: string; timeout: number }[] }[]>;
}
const read = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Settings;

const OTHERS = `{
\t// mine
\t"model": "opus", "permissions": {"allow": ["Bash(ls)"]},
\t"hooks": {
\t\t"Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ],
\t\t"PreToolUse": []
\t},
\t"env": {}
}`;

test('install, install, uninstall: the file is byte for byte what it was, with the same mode', async () => {
  for (const text of [
    OTHERS,
    '{}',
    '{ }\n',
    '\n',
    '',
    '{"a":1}',
    OTHERS.replaceAll('\n', '\r\n'),
    `\ufeff${OTHERS}\n`,
  ]) {
    const machine = new Machine();
    const file = write(settingsOf(machine), text, 0o640);
    expect(await machine.run(['install'])).toMatchObject({ code: 0, stderr: '' });
    const installed = fs.readFileSync(file, 'utf8');
    for (const event of EVENTS) expect(installed).toContain(`${event} --claude-smart`);
    expect((await machine.run(['install'])).stdout).toContain('nothing was changed');
    expect(fs.readFileSync(file, 'utf8')).toBe(installed);
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    expect(await machine.run(['uninstall'])).toMatchObject({ code: 0, stderr: '' });
    expect(fs.readFileSync(file, 'utf8'), JSON.stringify(text)).toBe(text);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['settings.json']);
  }
});

test('where there was no file there is none afterwards, unless somebody put something into it', async () => {
  const machine = new Machine();
  const file = settingsOf(machine);
  await machine.run(['install']);
  expect(Object.keys(read(file).hooks).sort()).toEqual([...EVENTS].sort());
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  await machine.run(['uninstall']);
  expect(fs.existsSync(file)).toBe(false);
  // Claude Code's folder was made by install, so it goes too.
  expect(fs.existsSync(path.dirname(file))).toBe(false);
  expect((await machine.run(['uninstall'])).stdout).toContain('no hooks of ours');

  await machine.run(['install']);
  fs.writeFileSync(file, JSON.stringify({ ...read(file), model: 'opus' }, null, 2));
  await machine.run(['uninstall']);
  expect(read(file)).toEqual({ model: 'opus' });
  expect(fs.readdirSync(path.dirname(file))).toEqual(['settings.json']);
});

test('the hook’s line survives a shell, from a package whose path has spaces, quotes, dollars and CJK', async () => {
  const machine = new Machine();
  const place = path.join(machine.root, `it's "a" $HOME \`pwd\` 包`);
  fs.mkdirSync(place);
  for (const name of ['dist', 'prompts', 'migrations', 'plugin'])
    fs.cpSync(path.join(repository, name), path.join(place, name), { recursive: true });
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(place, 'node_modules'));
  machine.program = path.join(place, 'dist', 'cli.mjs');
  expect(await machine.run(['install'])).toMatchObject({ code: 0 });
  expect(fs.readFileSync(path.join(machine.paths.run, 'daemon.path'), 'utf8')).toBe(`${place}/dist/daemon.mjs\n`);

  const { hooks } = read(settingsOf(machine));
  expect(hooks.PreToolUse?.[0]?.matcher).toBe('Edit|Write|NotebookEdit|Bash|Agent|Task');
  const command = hooks.UserPromptSubmit?.[0]?.hooks[0]?.command ?? '';
  const payload = { session_id: 's1', hook_event_name: 'UserPromptSubmit', cwd: machine.project, prompt: 'no, pnpm' };
  expect(await machine.shell(command, { input: JSON.stringify(payload) })).toMatchObject({ code: 0, stderr: '' });
  expect(machine.bufferOf('s1')).toContainEqual(expect.objectContaining({ type: 'User', text: 'no, pnpm' }));

  // The package has moved: the old lines go, the new ones come, nothing doubles.
  machine.program = path.join(repository, 'dist', 'cli.mjs');
  await machine.run(['install']);
  expect(fs.readFileSync(settingsOf(machine), 'utf8')).not.toContain('包');
  expect(read(settingsOf(machine)).hooks.Stop).toHaveLength(1);
  await machine.run(['uninstall']);
  expect(fs.existsSync(settingsOf(machine))).toBe(false);
});

test('a linked settings.json stays a link, also one that names no file yet', async () => {
  const machine = new Machine();
  const real = path.join(machine.home, 'dotfiles', 'claude.json');
  fs.mkdirSync(path.dirname(real));
  fs.mkdirSync(path.dirname(settingsOf(machine)));
  fs.symlinkSync('../dotfiles/claude.json', settingsOf(machine));
  await machine.run(['install']);
  expect(fs.lstatSync(settingsOf(machine)).isSymbolicLink()).toBe(true);
  expect(Object.keys(read(real))).toEqual(['hooks']);
  await machine.run(['uninstall']);
  expect(fs.existsSync(real)).toBe(false);
  expect(fs.lstatSync(settingsOf(machine)).isSymbolicLink()).toBe(true);
});

test('CLAUDE_CONFIG_DIR moves the file and the commands', async () => {
  const machine = new Machine();
  machine.env.CLAUDE_CONFIG_DIR = path.join(machine.home, 'other config');
  await machine.run(['install']);
  expect(fs.readdirSync(machine.env.CLAUDE_CONFIG_DIR)).toEqual(['commands', 'settings.json']);
  expect(fs.existsSync(settingsOf(machine))).toBe(false);
});

test('the slash commands come with the hooks and go with them, but for one that the person changed', async () => {
  const machine = new Machine();
  const commands = path.join(machine.home, '.claude', 'commands');
  write(path.join(commands, 'mine.md'), 'mine');
  await machine.run(['install']);
  expect(fs.readdirSync(path.join(commands, 'claude-smart')).sort()).toEqual([
    'learn.md',
    'review.md',
    'show.md',
    'tag.md',
  ]);
  const changed = write(path.join(commands, 'claude-smart', 'tag.md'), 'my own tag');
  await machine.run(['install']);
  expect((await machine.run(['uninstall'])).stdout).toContain(changed);
  expect(fs.readFileSync(changed, 'utf8')).toBe('my own tag');
  expect(fs.readdirSync(commands).sort()).toEqual(['claude-smart', 'mine.md']);
  expect(fs.readdirSync(path.join(commands, 'claude-smart'))).toEqual(['tag.md']);
});

test('a broken file is named with the place, and not touched by either command', async () => {
  const machine = new Machine();
  const text = '{\n  "hooks": {\n    "Stop": [\n}';
  const file = write(settingsOf(machine), text);
  for (const command of ['install', 'uninstall']) {
    const ran = await machine.run([command]);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(
      new RegExp(`^claude-smart: ${file} cannot be read: a value is missing at line 4, column 1\\.`),
    );
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  }
});

test('with the plugin switched on, install refuses: every event would be captured twice', async () => {
  const machine = new Machine();
  const text = '{ "enabledPlugins": { "emend@claude-smart": true } }';
  const file = write(settingsOf(machine), text);
  expect(await machine.run(['install'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('claude plugin uninstall'),
  });
  expect(fs.readFileSync(file, 'utf8')).toBe(text);
  fs.writeFileSync(file, text.replace('true', 'false'));
  expect(await machine.run(['install'])).toMatchObject({ code: 0 });
});

test('with our hooks in settings.json, the plugin way refuses until they are out', async () => {
  const machine = new Machine();
  await machine.run(['install']);
  const before = fs.readFileSync(settingsOf(machine), 'utf8');
  const ran = await machine.run(['install', '--plugin']);
  expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('claude-smart uninstall') });
  expect(fs.readFileSync(settingsOf(machine), 'utf8')).toBe(before);
  await machine.run(['uninstall']);
  expect(await machine.run(['install', '--plugin'])).toMatchObject({ code: 0 });
});

test('the hook’s line does nothing, and well, when the package is gone; uninstall knows older lines too', async () => {
  const machine = new Machine();
  const place = path.join(machine.root, `it's "a" $HOME \`pwd\` gone`);
  fs.mkdirSync(path.join(place, 'dist'), { recursive: true });
  const hook = path.join(place, 'dist', 'hook.cjs');
  fs.writeFileSync(hook, 'console.log(process.argv.slice(2).join()); process.exit(7);');
  const line = commandLine(hook, 'Stop', 'linux');
  expect(hookFileIn(line)).toBe(hook);
  expect(await machine.shell(line)).toEqual({ code: 7, stdout: 'Stop,--claude-smart\n', stderr: '' });
  fs.rmSync(place, { recursive: true });
  expect(await machine.shell(line)).toEqual({ code: 0, stdout: '', stderr: '' });

  const older = `node ${quoted(hook, 'linux')} Stop --claude-smart`;
  const settings = { hooks: { Stop: [{ hooks: [{ type: 'command', command: older, timeout: 10 }] }] } };
  write(settingsOf(machine), JSON.stringify(settings));
  await machine.run(['uninstall']);
  expect(fs.readFileSync(settingsOf(machine), 'utf8')).toBe('{}');
});

test('uninstall says what it took away and what it stopped', async () => {
  const machine = new Machine();
  await machine.run(['install']);
  await machine.run(['daemon', 'start']);
  const { stdout } = await machine.run(['uninstall']);
  for (const part of ['Our hooks are out of', 'slash commands are removed', 'daemon is stopped', 'stays in']) {
    expect(stdout).toContain(part);
  }
  const { stdout: again } = await machine.run(['uninstall']);
  expect(again).not.toMatch(/removed|stopped/);
  expect((await machine.run(['daemon', 'status'])).stdout).toMatch(
    /^No daemon runs\. No hooks .*claude-smart install\n$/,
  );
});

test('printing changes no settings: the hooks as JSON, or the commands of the plugin way, whose hooks are told where the daemon is', async () => {
  const machine = new Machine();
  const printed = await machine.run(['install', '--print']);
  expect(Object.keys((JSON.parse(printed.stdout) as Settings).hooks)).toEqual([...EVENTS]);
  const { stdout, stderr } = await machine.run(['install', '--plugin']);
  expect(stderr).toMatch(/^Run these two commands, then start a new Claude Code session\..*called emend/);
  expect(stdout).toBe(`claude plugin marketplace add ${repository}\nclaude plugin install emend@claude-smart\n`);
  expect(
    JSON.parse(fs.readFileSync(path.join(repository, '.claude-plugin', 'marketplace.json'), 'utf8')),
  ).toMatchObject({
    name: 'claude-smart',
    plugins: [{ name: 'emend', source: './plugin' }],
  });
  expect(fs.readdirSync(machine.home).sort()).toEqual(['.claude-smart', 'work']);
  expect(fs.readdirSync(path.join(machine.home, '.claude-smart', 'run'))).toEqual(['daemon.path']);
});
