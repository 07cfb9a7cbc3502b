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

function enable(folder: string, file: string, on: boolean): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, file),
    JSON.stringify({ enabledPlugins: { 'other@x': true, 'emend@claude-smart': on } }),
  );
}

test.each(['settings.json', 'settings.local.json'])(
  'the settings copy stands aside for a plugin that the user’s or the project’s %s switches on',
  async (file) => {
    for (const inProject of [false, true]) {
      const home = temporaryHome();
      enable(path.join(inProject ? home.project : home.root, '.claude'), file, true);
      expect(await ofSettings(home)).toMatchObject({ code: 0, stdout: '' });
      expect(types(home)).toEqual([]);
      await runDoor(doors.hook, prompt(home), home.env, ['UserPromptSubmit']);
      expect(types(home)).toEqual(['Session', 'User']);
    }
  },
);

test('the settings copy captures where the plugin is switched off or not there', async () => {
  const home = temporaryHome();
  await ofSettings(home);
  enable(path.join(home.root, '.claude'), 'settings.json', false);
  await ofSettings(home);
  expect(types(home)).toEqual(['Session', 'User', 'User']);
});
