/** Changes in words: no name of a change before a sentence that says it already, and none missing where it does not. */
import { expect, test } from 'vitest';
import { changeText } from '../../src/cli/change-text.ts';

test.each([
  ['add', 'learned', 'learned'],
  ['add', 'noted by the person', 'you noted it'],
  ['archive', 'you archived it', 'you archived it'],
  [
    'supersede',
    'contradicted by what the person said: Use yarn.',
    'replaced: contradicted by what you said: Use yarn.',
  ],
  ['supersede', 'you brought back: Use npm.', 'replaced: you brought back: Use npm.'],
  ['share', 'you shared it with all projects', 'you shared it with all projects'],
  ['share', 'said in 2 projects', 'shared: said in 2 projects'],
  ['unshare', 'fewer than two projects say it now', 'no longer shared: fewer than two projects say it now'],
  ['undo', 'you took back: restore (you brought it back)', 'undone: you brought it back'],
  ['undo', 'you took back: merge (you merged into it: Use (a) b)', 'undone: you merged into it: Use (a) b'],
] as const)('%s, %s', (change, why, text) => {
  expect(changeText({ change, why })).toBe(text);
});
