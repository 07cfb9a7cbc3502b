/** Documentation that cannot rot: every command, option, variable and exit code is in the README, and nothing that is gone. */
import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { EXIT_CODES } from '../src/cli/exit.ts';
import { DIST, REPO } from './fixtures/home.ts';

const read = (name: string) => fs.readFileSync(path.join(REPO, name), 'utf8');
const README = read('README.md');
const help = async (...args: string[]) =>
  (await execa(process.execPath, [path.join(DIST, 'cli.mjs'), ...args, '--help'])).stdout;

/** The rows of the README's table of events. */
const events = () =>
  [...README.matchAll(/^\| `([A-Z_]+)` \|[^|]+\| (\d+) \| (\d+) \|$/gm)].map(([, event = '', units, items]) => ({
    event,
    units,
    items,
  }));

test('every variable of the settings is in the README and in .env.example, with its default', () => {
  const code = read('src/platform/config.ts');
  const known = [...code.matchAll(/^ {2}(CLAUDE_SMART_\w+): /gm)].map(([, name]) => name ?? '');
  expect(known.length).toBeGreaterThan(5);
  const documented = (text: string) => {
    const names = [...text.matchAll(/\bCLAUDE_SMART_(?:<EVENT>|[A-Z])[A-Z_]*\b/g)].map(([name]) => name);
    return [...new Set(names.flatMap((name) => events().map(({ event }) => name.replace('<EVENT>', event))))];
  };
  const others = ['CLAUDE_SMART_HOME'];
  for (const file of ['README.md', '.env.example']) {
    expect(documented(read(file)).sort(), file).toEqual([...known, ...others].sort());
  }
});

test('the defaults of the events are the ones of the settings', () => {
  const defaults = Object.fromEntries(
    [...read('.env.example').matchAll(/^(CLAUDE_SMART_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(events().length).toBeGreaterThan(5);
  for (const { event, units, items } of events()) {
    expect(defaults[`CLAUDE_SMART_${event}_UNITS`], event).toBe(units);
    expect(defaults[`CLAUDE_SMART_${event}_COUNT`], event).toBe(items);
  }
});

test('every command and option of the program is in the README', async () => {
  const commands = [...(await help()).matchAll(/^ {2}([a-z-]+)(?: \[| <| {2,})/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'help');
  expect(commands).toContain('show');
  for (const command of commands) {
    expect(README, command).toContain(`claude-smart ${command}`);
    const row = README.split('\n')
      .filter((line) => line.startsWith('|') && line.includes(`claude-smart ${command}`))
      .join('\n');
    const options = [...(await help(command)).matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
    for (const option of options) {
      if (option === '--project') expect(said('The commands about a project take')).toContain(`\`${command}\``);
      else if (option !== '--help' && option !== '--json') expect(row, `${command} ${option}`).toContain(option);
    }
    // Of these the subcommands take it.
    if (command === 'daemon' || command === 'model') continue;
    const without = said('With `--json` there is').includes(`\`${command}\``);
    expect(options.includes('--json'), `${command} --json`).toBe(!without);
  }
});

/** The README's sentence that begins so. */
function said(begin: string): string {
  const text = README.replace(/\s+/g, ' ');
  const from = text.indexOf(begin);
  expect(from, begin).toBeGreaterThan(0);
  return text.slice(from, text.indexOf('.', from));
}

test('every exit code is in the README, in the words of the help', () => {
  for (const { code, meaning } of EXIT_CODES) expect(README).toContain(`| ${code} | ${meaning} |`);
});

test('the map names every folder of the source', () => {
  for (const folder of fs.readdirSync(path.join(REPO, 'src'))) expect(read('AGENTS.md')).toContain(`src/${folder}/`);
});

test('the two commands of the first screen are scripts of the package', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const first = README.split('\n').slice(0, 40).join('\n');
  expect(first).toContain('npm ci && npm run demo');
  expect(first).toContain('npm ci && npm test');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test']));
});
