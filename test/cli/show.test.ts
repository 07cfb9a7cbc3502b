import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { widthOf } from '../../src/cli/text.ts';
import { recordChange } from '../../src/store/changes.ts';
import { AT, addFact, addRule, Machine } from './machine.ts';

interface Item {
  id: string;
  [key: string]: unknown;
}
interface Document {
  rules: Item[];
  profile: Item[];
}
const ids = (items: Item[]) => items.map(({ id }) => id).sort();

function learned(): Machine {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa1');
    addRule(store, null, 'bbbbbb1', { kind: 'recipe', trigger: 'releasing', content: 'Tag first.', evidence: 1 });
    addRule(store, project, 'cccccc1', { status: 'ARCHIVED', content: 'Use yarn.', superseded_by: 'aaaaaa1' });
    addRule(store, project, 'dddddd1', { status: 'PENDING', content: 'Perhaps.' });
    addFact(store, null, 'eeeeee1', { expires_at: '2999-01-01T00:00:00.000Z' });
    addFact(store, project, 'ffffff1', { content: 'Staging is rebuilt at night.', kind: 'environment' });
    addFact(store, null, 'gggggg1', { content: 'On call this week.', expires_at: '2026-03-02T00:00:00.000Z' });
    const change = { at: AT, change: 'supersede' as const, why: 'the newer one says the opposite', turns: [] };
    recordChange(store.db, {
      ...change,
      item_id: 'cccccc1',
      before: { status: 'CURRENT' },
      after: { status: 'ARCHIVED' },
    });
  });
  return machine;
}

test('before anything was learned it says so, says what happens next, and makes nothing', async () => {
  const machine = new Machine();
  const { code, stdout, stderr } = await machine.run(['show']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Nothing has been learned here yet.');
  expect(stdout).toContain('claude-smart install');
  expect(await machine.json(['show'])).toEqual({ rules: [], profile: [] });
  expect(await machine.json(['history'])).toEqual({ rules: [], profile: [] });
  expect(fs.readdirSync(machine.home)).toEqual(['work']);
  await machine.run(['install']);
  expect((await machine.run(['show'])).stdout.replace(/\s+/g, ' ')).toContain('To learn at once: claude-smart learn');
});

test('it shows exactly what counts now: archived, pending, expired and strangers’ items are not there', async () => {
  const machine = learned();
  machine.seed((store) => addRuleOfStranger(machine, store));
  const { rules, profile } = await machine.json<Document>(['show']);
  expect(ids(rules)).toEqual(['aaaaaa1', 'bbbbbb1']);
  expect(ids(profile)).toEqual(['eeeeee1', 'ffffff1']);
  expect(rules.find(({ id }) => id === 'aaaaaa1')).toEqual({
    id: 'aaaaaa1',
    kind: 'correction',
    scope: 'project',
    status: 'CURRENT',
    trigger: 'installing packages',
    content: 'Use pnpm, not npm.',
    rationale: 'The lockfile is pnpm-lock.yaml.',
    provisional: false,
    flagged_at: null,
    evidence: 2,
    cues: ['install a package'],
    learned_at: AT,
    created_at: AT,
    updated_at: AT,
    version: 1,
  });
  expect(rules.find(({ id }) => id === 'bbbbbb1')).toMatchObject({ scope: 'shared', kind: 'recipe' });
  expect(profile.map(({ scope }) => scope).sort()).toEqual(['project', 'user']);
  expect(profile.find(({ id }) => id === 'eeeeee1')).toMatchObject({
    scope: 'user',
    expires_at: '2999-01-01T00:00:00.000Z',
  });
});

function addRuleOfStranger(machine: Machine, store: Parameters<Parameters<Machine['seed']>[0]>[0]): void {
  const other = { id: 'other', label: 'shop front', path: path.join(machine.root, 'elsewhere') };
  store.db.run(`insert into projects values ('${other.id}', '${other.label}', '${other.path}', '${AT}')`);
  addRule(store, 'other', 'hhhhhh1', { content: 'Not here.' });
}

test('a folder of the project is the project; a folder that never was is a slip of the pen', async () => {
  const machine = learned();
  expect((await machine.json<Document>(['show', '--project', machine.project], { cwd: '/' })).rules).toHaveLength(2);
  expect(await machine.run(['show', '--project', 'no-such-folder'])).toMatchObject({ code: 3, stdout: '' });
  const slip = await machine.run(['show', '--project', '/no\u001b[31m-\u200bsuch'], { env: { NO_COLOR: '1' } });
  expect(slip).toMatchObject({ code: 3, stderr: expect.stringContaining('/no-such') });
  expect(slip.stderr).not.toContain('\u001b');
  fs.rmSync(machine.project, { recursive: true });
  expect((await machine.json<Document>(['show', '--project', machine.project], { cwd: '/' })).rules).toHaveLength(2);
});

test('history has every status, the links, and what changed when and why', async () => {
  const { rules, profile } = await learned().json<Document>(['history']);
  expect(ids(rules)).toEqual(['aaaaaa1', 'bbbbbb1', 'cccccc1', 'dddddd1']);
  expect(ids(profile)).toEqual(['eeeeee1', 'ffffff1', 'gggggg1']);
  expect(rules.find(({ id }) => id === 'cccccc1')).toMatchObject({
    status: 'ARCHIVED',
    superseded_by: 'aaaaaa1',
    merged_into: null,
    changes: [{ at: AT, change: 'supersede', why: 'the newer one says the opposite' }],
  });
});

test('a terminal gets groups, short ids, no colours it did not ask for, and lines within its width', async () => {
  const machine = learned();
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa2', { content: '包管理器用pnpm不要用npm'.repeat(9), trigger: 'x\u001b[2Jy' });
  });
  for (const command of ['show', 'history', 'status']) {
    const { stdout } = await machine.run([command], { env: { COLUMNS: '40' } });
    const paths = [machine.root, 'captures', 'store', '/'];
    const lines = stdout.split('\n').filter((line) => !paths.some((text) => line.includes(text)));
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(40);
    expect(stdout).not.toContain('\u001b');
  }
  const { stdout } = await machine.run(['show']);
  for (const title of ['Rules of this project', 'Rules of all projects', 'About this project', 'About you']) {
    expect(stdout).toContain(`\n${title}\n`);
  }
  expect(stdout).toMatch(/^ {2}aaaaaa1 {2}installing packages: Use pnpm, not npm\.$/m);
  expect(stdout).toMatch(/^ {2}bbbbbb {2}releasing: Tag first\.$/m);
});

test('colours come when they are forced, and never against NO_COLOR', async () => {
  const machine = learned();
  expect((await machine.run(['show'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b[36m');
  expect((await machine.run(['show'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain('\u001b');
  expect((await machine.run(['show', '--json'], { env: { FORCE_COLOR: '1' } })).stdout).not.toContain('\u001b');
});

test('a reader that has seen enough ends it quietly', async () => {
  const machine = learned();
  machine.seed((store, project) => {
    for (let n = 0; n < 3_000; n++)
      addRule(store, project, `zz${String(n).padStart(6, '0')}`, { content: 'long '.repeat(20) });
  });
  const line = `{ "${process.execPath}" "${machine.program}" show; echo "rc $?" >&2; } | head -1`;
  expect(await machine.shell(line)).toEqual({
    code: 0,
    stdout: expect.stringContaining('shop front'),
    stderr: 'rc 0\n',
  });
});

test('search finds from the store what fits, says by which words, and finds nothing for what does not', async () => {
  const machine = learned();
  const found = await machine.run(['search', 'which', 'pnpm', 'package', '--json']);
  expect(found.code).toBe(0);
  const { hits } = JSON.parse(found.stdout) as { hits: Item[] };
  expect(hits[0]).toMatchObject({
    id: 'aaaaaa1',
    type: 'rule',
    trigger: 'installing packages',
    content: 'Use pnpm, not npm.',
  });
  expect(Object.keys(hits[0]?.matches ?? {})).toContain('pnpm');
  // A person gets the words as they were typed, and the words alone.
  const typed = await machine.run(['search', '“Installing”,', 'packages!', 'of', 'nothing']);
  expect(typed.stdout).toMatch(/found by: Installing, packages$/m);
  expect(await machine.run(['search', 'kubernetes ingress', '--json'])).toMatchObject({ code: 3 });
  expect((await machine.run(['search', 'yarn'])).stdout).toMatch(/^Nothing learned in shop front fits: yarn\n$/);
});

test('status counts what there is and says that no daemon runs', async () => {
  expect(await learned().json(['status'])).toMatchObject({
    counts: { rules: 2, sessions: 0 },
    queue: { waiting: 0, dead: 0 },
    stall: null,
    daemon: { running: false },
  });
});

test('search and status know no more of a fact whose time is over than show does', async () => {
  const machine = learned();
  expect(await machine.run(['search', 'on', 'call', 'this', 'week'])).toMatchObject({ code: 3 });
  expect(await machine.run(['search', 'staging rebuilt at night'])).toMatchObject({ code: 0 });
  expect(await machine.json(['status'])).toMatchObject({ counts: { profile: 2 } });
});
