import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS_MARK } from '../../src/core/session.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import { builtDoors, payload, runDoor, types } from './doors.ts';

const doors = builtDoors();
const prompt = (home: Home) => payload(home, 'UserPromptSubmit', { prompt: 'no, pnpm' });
const ofSettings = (home: Home, env: Record<string, string> = {}) =>
  runDoor(doors.hook, prompt(home), { ...home.env, ...env }, ['UserPromptSubmit', SETTINGS_MARK]);

function install(home: Home): void {
  fs.mkdirSync(path.join(home.root, '.claude/plugins'), { recursive: true });
  const plugins = { 'emend@claude-smart': [{ scope: 'user' }] };
  fs.writeFileSync(
    path.join(home.root, '.claude/plugins/installed_plugins.json'),
    JSON.stringify({ version: 2, plugins }),
  );
}

function enable(folder: string, file: string, on: boolean): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, file),
    JSON.stringify({ enabledPlugins: { 'other@x': true, 'emend@claude-smart': on } }),
  );
}

const inProject = (home: Home) => path.join(home.project, '.claude');
const ofUser = (home: Home) => path.join(home.root, '.claude');

test.each<[string, (home: Home) => void]>([
  ['the user’s', (home) => enable(ofUser(home), 'settings.json', true)],
  ['the project’s', (home) => enable(inProject(home), 'settings.json', true)],
  ['the local', (home) => enable(inProject(home), 'settings.local.json', true)],
])('the settings copy stands aside for an installed plugin that %s settings switch on', async (_, write) => {
  const home = temporaryHome();
  install(home);
  write(home);
  expect(await ofSettings(home)).toMatchObject({ code: 0, stdout: '' });
  expect(types(home)).toEqual([]);
  await runDoor(doors.hook, prompt(home), home.env, ['UserPromptSubmit']);
  expect(types(home)).toEqual(['Session', 'User']);
});

test.each<[string, (home: Home) => void]>([
  ['nothing names the plugin', () => {}],
  ['it is switched off', (home) => enable(ofUser(home), 'settings.json', false)],
  [
    'the local settings switch off what the user’s switch on',
    (home) => {
      enable(ofUser(home), 'settings.json', true);
      enable(inProject(home), 'settings.local.json', false);
    },
  ],
  [
    'a comment or another field mentions it',
    (home) => {
      enable(inProject(home), 'settings.json', false);
      const text = '{ // "emend@claude-smart": true\n "env": {"emend@claude-smart": true}, /* "emend@x": true */ }';
      fs.writeFileSync(path.join(inProject(home), 'settings.json'), text);
    },
  ],
  [
    'the project’s settings switch it on, and it is not installed here',
    (home) => {
      enable(inProject(home), 'settings.json', true);
      fs.rmSync(path.join(ofUser(home), 'plugins'), { recursive: true });
    },
  ],
  [
    'the project’s settings lead to a device',
    (home) => {
      fs.mkdirSync(inProject(home), { recursive: true });
      fs.symlinkSync('/dev/zero', path.join(inProject(home), 'settings.json'));
    },
  ],
])('the settings copy captures where %s', async (_, write) => {
  const home = temporaryHome();
  install(home);
  write(home);
  await ofSettings(home);
  expect(types(home)).toEqual(['Session', 'User']);
});
