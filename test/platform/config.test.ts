import fs from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/platform/config.ts';
import { temporaryHome } from '../fixtures/home.ts';

const NUMBERS = {
  CLAUDE_SMART_EXTRACT_AFTER: 'a whole number, 1 or more',
  CLAUDE_SMART_IDLE_MINUTES: 'a number above 0',
  CLAUDE_SMART_DAEMON_IDLE_MINUTES: 'a number above 0',
  CLAUDE_SMART_CALL_SECONDS: 'a number above 0',
  CLAUDE_SMART_DAILY_CALLS: 'a whole number, 0 or more',
  CLAUDE_SMART_DAILY_USD: 'a number, 0 or more',
  CLAUDE_SMART_WINDOW_TOKENS: 'a whole number, 1 or more',
  CLAUDE_SMART_START_UNITS: 'a whole number, 1 or more',
  CLAUDE_SMART_PROMPT_UNITS: 'a whole number, 1 or more',
  CLAUDE_SMART_PROMPT_COUNT: 'a whole number, 0 or more',
  CLAUDE_SMART_FAILURE_FLOOR: 'a number, 0 or more',
};

test.each(Object.entries(NUMBERS))('%s that is none says that it must be %s', (name, words) => {
  const { paths } = temporaryHome();
  for (const value of ['abc', '-1', 'NaN']) {
    expect(() => loadConfig(paths, { [name]: value })).toThrow(`${name} is "${value}": it must be ${words}.`);
  }
});

test('review is auto unless it is ask, and nothing else', () => {
  const { paths } = temporaryHome();
  expect(loadConfig(paths, {}).review).toBe('auto');
  expect(loadConfig(paths, { CLAUDE_SMART_REVIEW: 'ask' }).review).toBe('ask');
  expect(() => loadConfig(paths, { CLAUDE_SMART_REVIEW: 'Ask' })).toThrow('it must be auto or ask.');
});

test('blank is as good as unset, and the file that cannot be read is named', () => {
  const { paths } = temporaryHome();
  expect(loadConfig(paths, { CLAUDE_SMART_DAILY_CALLS: ' ' }).dailyCalls).toBe(100);
  fs.mkdirSync(paths.settings, { recursive: true });
  expect(() => loadConfig(paths, {})).toThrow(`${paths.settings} cannot be read: there is a folder where a file`);
});

test('a time too long for a timer or a date is the longest there is', () => {
  const { paths } = temporaryHome();
  for (const huge of ['3000000', '1e300']) {
    const config = loadConfig(paths, {
      CLAUDE_SMART_CALL_SECONDS: huge,
      CLAUDE_SMART_IDLE_MINUTES: huge,
      CLAUDE_SMART_DAEMON_IDLE_MINUTES: huge,
    });
    expect(config.callTimeoutMs).toBe(86_400_000);
    for (const quiet of [config.idleMs, config.daemonIdleMs]) {
      expect(new Date(Date.UTC(2026, 0) + quiet).getUTCFullYear()).toBe(2027);
    }
  }
  expect(loadConfig(paths, { CLAUDE_SMART_CALL_SECONDS: '0.0001' }).callTimeoutMs).toBe(1);
});
