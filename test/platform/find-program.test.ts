import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../src/platform/find-program.ts';
import { temporaryHome } from '../fixtures/home.ts';

test('a name is looked up on PATH, in its order; a path is itself; neither has to be there', () => {
  const { root } = temporaryHome();
  const [first, second] = ['one', 'two'].map((name) => path.join(root, name)) as [string, string];
  for (const folder of [first, second]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(first, 'claude'), '', { mode: 0o644 });
  fs.writeFileSync(path.join(second, 'claude'), '', { mode: 0o755 });
  fs.mkdirSync(path.join(first, 'folder'));
  const env = { PATH: `${first}${path.delimiter}${second}` };
  expect(findProgram('claude', env)).toBe(path.join(second, 'claude'));
  expect(findProgram(path.join(second, 'claude'), {})).toBe(path.join(second, 'claude'));
  expect(findProgram('folder', env)).toBeUndefined();
  expect(findProgram('/no/such/claude', env)).toBeUndefined();
  expect(findProgram('claude', {})).toBeUndefined();
});
