import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingsCheck, yellow } from '../../src/cli/checks.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';

/** What the check says of a settings file with this text. */
function settingsOf(text: string) {
  const { env, paths } = temporaryHome();
  fs.mkdirSync(path.dirname(paths.settings), { recursive: true });
  fs.writeFileSync(paths.settings, text);
  return { check: settingsCheck(paths, env), file: paths.settings };
}

test('without a settings file the defaults count, and the check says where one would be', () => {
  const { env, paths } = temporaryHome();
  expect(settingsCheck(paths, env)).toEqual({
    name: 'settings',
    state: 'green',
    says: `the defaults: there is no ${paths.settings}`,
    mend: null,
  });
});

test('names that nothing reads in the settings file are yellow: slips of the pen, and what only the environment says', () => {
  const { check, file } = settingsOf('CLAUDE_SMART_REVEIW=ask\nCLAUDE_SMART_REVIEW=ask\nEMEND_MODEL_DIR=/models\n');
  expect(check).toEqual({
    name: 'settings',
    state: 'yellow',
    says: `${file}: nothing reads CLAUDE_SMART_REVEIW, EMEND_MODEL_DIR there`,
    mend: `The names it may hold are in ${path.join(REPO, '.env.example')}.`,
  });
});

test('.env.example may be the settings file as it is', () => {
  const { check, file } = settingsOf(fs.readFileSync(path.join(REPO, '.env.example'), 'utf8'));
  expect(check).toMatchObject({ state: 'green', says: file });
});

test('what is wrong ends without a stop where what to do follows it', () => {
  const { check } = settingsOf('CLAUDE_SMART_DAILY_CALLS=lots\n');
  expect(check.says).toBe('CLAUDE_SMART_DAILY_CALLS is "lots": it must be a whole number, 0 or more');
  expect(yellow('learning', 'Nothing is lost.', null).says).toBe('Nothing is lost.');
});
