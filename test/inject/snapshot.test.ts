import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { frame, type Snapshot } from '../../src/inject/render.ts';
import { EVERYWHERE, renderSnapshot, renderSnapshots, snapshotFile } from '../../src/inject/snapshot.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { pathsFrom } from '../../src/platform/paths.ts';
import { recordInjections } from '../../src/store/injections.ts';
import { insertFact } from '../../src/store/profile.ts';
import { insertRule } from '../../src/store/rules.ts';
import { clock, day, PROJECT, temporaryStore } from '../reconcile/world.ts';
import { factRow, ruleRow } from '../store/items.ts';

const config = loadConfig(pathsFrom({ HOME: '/nowhere' }), {});

test('holds what is CURRENT in the project and everywhere, strongest first', () => {
  const { db } = temporaryStore();
  insertRule(db, ruleRow('once-older', { learned_at: day(1) }));
  insertRule(db, ruleRow('once-newer', { learned_at: day(2) }));
  insertRule(db, ruleRow('often', { evidence: 3 }));
  insertRule(db, ruleRow('shared', { project_id: null, evidence: 2 }));
  insertRule(db, ruleRow('elsewhere', { project_id: 'project-two' }));
  insertRule(db, ruleRow('archived', { status: 'ARCHIVED' }));
  insertRule(db, ruleRow('pending', { status: 'PENDING' }));
  insertFact(db, factRow('about-user', { project_id: null, evidence: 4 }));
  insertFact(db, factRow('ending', { expires_at: day(200), evidence: 5 }));
  insertFact(db, factRow('ended', { expires_at: clock().toISOString(), evidence: 9 }));
  const { items, more } = renderSnapshot(db, PROJECT, clock, config);
  expect(items.map((item) => item.id)).toEqual(['ending', 'about-user', 'often', 'shared', 'once-newer', 'once-older']);
  expect(items[0]?.expires_at).toBe(day(200));
  expect(items.slice(1).every((item) => item.expires_at === undefined)).toBe(true);
  expect(more).toBe(0);
});

test('a playbook that does not fit is cut to whole items and counted', () => {
  const { db } = temporaryStore();
  for (let i = 0; i < 200; i++)
    insertRule(db, ruleRow(`rule${String(i).padStart(6, '0')}`, { content: `content ${i} ${'x'.repeat(100)}` }));
  const { items, more } = renderSnapshot(db, PROJECT, clock, config);
  expect(frame(items, more).length).toBeLessThanOrEqual(6_000);
  expect(items.length + more).toBe(200);
  expect(items.length).toBeGreaterThan(30);
});

test('shows the shortest prefix that no other item has, of any project or status', () => {
  const { db } = temporaryStore();
  insertRule(db, ruleRow('abcdefgh'));
  insertRule(db, ruleRow('abcdefxx', { status: 'ARCHIVED' }));
  insertFact(db, factRow('zyxwvuts'));
  const shorts = renderSnapshot(db, PROJECT, clock, config).items.map((item) => item.short);
  expect(shorts.sort()).toEqual(['abcdefg', 'zyxwvu']);
});

test('files are swapped in whole, readable by their owner only, for the projects asked for or all of them', () => {
  const { db } = temporaryStore();
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'claude-smart inject '));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const paths = { inject: path.join(root, 'home', 'inject') };
  insertFact(db, factRow('about-user', { project_id: null }));
  const read = (id: string): Snapshot => JSON.parse(fs.readFileSync(snapshotFile(paths, id), 'utf8'));
  renderSnapshots(db, paths, clock, config, [PROJECT]);
  expect(fs.readdirSync(paths.inject)).toEqual([`${PROJECT}.json`]);
  renderSnapshots(db, paths, clock, config, 'all');
  expect(fs.readdirSync(paths.inject).sort()).toEqual(
    [`${EVERYWHERE}.json`, `${PROJECT}.json`, 'project-two.json'].sort(),
  );
  for (const id of [PROJECT, 'project-two', EVERYWHERE])
    expect(read(id)).toMatchObject({ format: 1, items: [{ id: 'about-user' }] });
  expect(fs.statSync(snapshotFile(paths, PROJECT)).mode & 0o777).toBe(0o600);
  expect(fs.statSync(paths.inject).mode & 0o777).toBe(0o700);
});

test('a rule unused for long stands behind one that is used, and nothing disappears', () => {
  const { db } = temporaryStore();
  const now = () => new Date('2027-03-01T12:00:00.000Z');
  for (const id of ['aaa-unused', 'bbb-used', 'ccc-begun-with']) insertRule(db, ruleRow(id, { learned_at: day(1) }));
  insertRule(db, ruleRow('ddd-often-said', { learned_at: day(1), evidence: 4 }));
  const told = (item_id: string, at: string, event = 'UserPromptSubmit') =>
    recordInjections(db, [{ session_id: `${item_id} ${at}`, seq: 1, item_id, event, at, tokens: 10 }]);
  const order = () => renderSnapshot(db, PROJECT, now, config).items.map(({ id }) => id);
  expect(order()).toEqual(['ddd-often-said', 'aaa-unused', 'bbb-used', 'ccc-begun-with']);
  told('bbb-used', '2027-02-27T09:00:00.000Z');
  // Every session start tells everything: no sign of use.
  told('ccc-begun-with', '2027-02-28T09:00:00.000Z', 'SessionStart');
  expect(order()).toEqual(['bbb-used', 'ddd-often-said', 'aaa-unused', 'ccc-begun-with']);
});
