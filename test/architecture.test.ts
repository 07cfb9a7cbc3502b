/** The fences: rules about the code that a reader may rely on. */
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DIST, REPO } from './fixtures/home.ts';

const SRC = path.join(REPO, 'src');
const sources = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: fs.readFileSync(path.join(SRC, name), 'utf8') }));

/** Stages in the order of the flow; a stage may import itself and what stands before it. `store` is below the stages that write it. */
const ORDER = [
  'core',
  'platform',
  'capture',
  'store',
  'queue',
  'publish',
  'extract',
  'search',
  'inject',
  'reconcile',
  'review',
  'learn',
  'daemon',
  'cli',
  'entry',
];

test('a stage never imports a later one', () => {
  const wrong: string[] = [];
  for (const { name, text } of sources) {
    const from = ORDER.indexOf(name.split(path.sep)[0] ?? '');
    for (const [, target] of text.matchAll(/from '(\.{1,2}\/[^']+)'/g)) {
      const stage = path.relative(SRC, path.resolve(SRC, path.dirname(name), target ?? '')).split(path.sep)[0] ?? '';
      if (from === -1 || ORDER.indexOf(stage) === -1 || ORDER.indexOf(stage) > from)
        wrong.push(`${name} imports ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('core imports no Node module but crypto, and nothing of ours', () => {
  const imports = sources
    .filter(({ name }) => name.startsWith('core'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/from '([^']+)'/g)].map(([, target = '']) =>
        target.startsWith('.') ? path.join(path.dirname(name), target) : target,
      ),
    );
  expect(imports.filter((target) => !target.startsWith(`core${path.sep}`) && target !== 'node:crypto')).toEqual([]);
});

test('a source file has at most 250 lines', () => {
  expect(sources.filter(({ text }) => text.split('\n').length > 251).map(({ name }) => name)).toEqual([]);
});

test('every source file opens with a comment that says what it is', () => {
  expect(sources.filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text)).map(({ name }) => name)).toEqual([]);
});

test('claude is run in one place', () => {
  const runners = sources.filter(({ text }) => /(?:from |import\()'execa'/.test(text)).map(({ name }) => name);
  expect(runners.filter((name) => name.startsWith('extract'))).toEqual([path.join('extract', 'claude.ts')]);
});

test.each(['hook.cjs', 'mcp.mjs'])('%s has at most 25 KB and imports nothing', (door) => {
  const text = fs.readFileSync(path.join(DIST, door), 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(25 * 1024);
  expect([...text.matchAll(/\bimport\s*(?:[\w{*"']|\()/g)].length).toBe(0);
});

test.each(['cli.mjs', 'daemon.mjs'])('%s imports only what package.json lists as a dependency', (bundle) => {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(REPO, 'package.json'), 'utf8'));
  const text = fs.readFileSync(path.join(DIST, bundle), 'utf8');
  const imported = [
    ...text.matchAll(/^(?:import|export) .*?from "([^"]+)"/gm),
    ...text.matchAll(/^import "([^"]+)"/gm),
  ].map(([, name]) => name ?? '');
  const packages = imported.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  const names = packages.map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  expect(names.length).toBeGreaterThan(0);
  expect([...new Set(names)].filter((name) => !(name in dependencies))).toEqual([]);
});
