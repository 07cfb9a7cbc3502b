/** The scenarios that come with the project are sound, and the format's reader says where a line is not. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { find, findAny } from '../../eval/match.ts';
import { type Entry, parseScenarios, readScenarios } from '../../eval/scenario.ts';
import { makeGround } from '../../eval/workspaces.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';

const own = readScenarios(path.join(REPO, 'eval/scenarios-own.jsonl'));
const DEV = path.resolve(REPO, '../shared/data/scenarios-dev.jsonl');
const dev = fs.existsSync(DEV) ? readScenarios(DEV) : [];

test('there are more than twenty, each with an id of its own, in every category and nine languages', () => {
  expect(own.length).toBeGreaterThanOrEqual(20);
  expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
  expect(new Set(own.map(({ category }) => category)).size).toBe(10);
});

test('none shares its project, a prompt or a query with the development scenarios', () => {
  const partsOf = (all: typeof own) =>
    all.flatMap(({ project, sessions, probes }) => [
      project,
      ...sessions.flatMap(({ turns }) => turns.map(({ user }) => user)),
      ...probes.map(({ query }) => query),
    ]);
  const known = new Set(partsOf(dev));
  expect(partsOf(own).filter((part) => part.length > 12 && known.has(part))).toEqual([]);
});

describe.each([...own, ...dev].map((scenario) => [scenario.id, scenario] as const))('%s', (_, scenario) => {
  const { truth, sessions, probes, workspaces } = scenario;
  const said = JSON.stringify(sessions);

  test('each entry of the truth is matched by its own gist, and rests on what was said', () => {
    const misses = (entry: Entry) => [
      ...entry.must_mention.filter((phrase) => !find(phrase, entry.gist)),
      ...(entry.any_of.length > 0 && !findAny(entry.any_of, entry.gist) ? entry.any_of : []),
    ];
    expect([...truth.rules, ...truth.archived, ...truth.profile].flatMap(misses)).toEqual([]);
    expect(truth.never.filter((phrase) => !said.includes(phrase))).toEqual([]);
  });

  test('each probe can pass: what it wants does not hold what it must not be told', () => {
    for (const { expect_any, expect_none } of probes)
      expect(expect_any.filter((one) => findAny(expect_none, one))).toEqual([]);
  });

  test('every workspace that is named is described', () => {
    const named = [...sessions, ...probes, ...truth.rules].flatMap(({ workspace }) => workspace ?? []);
    expect(named.filter((key) => workspaces?.[key] === undefined)).toEqual([]);
  });
});

test('a line that does not fit is named', () => {
  expect(() => parseScenarios('\n{"id":"a"}', 'file')).toThrow(/^file:2: category: /);
  expect(() => parseScenarios('{', 'file')).toThrow('file:1: not JSON');
});

test('the ground has what the workspaces say: worktrees are one project, equal names are two', async () => {
  const scenario = own.find(({ category }) => category === 'project_identity');
  if (!scenario?.workspaces) throw new Error('there is no such scenario');
  const { cwdOf } = await makeGround(scenario, temporaryHome().root);
  const id = (workspace: string) => projectOf(cwdOf({ workspace })).id;
  expect(id('hotfix')).toBe(id('main'));
  expect(id('other')).not.toBe(id('main'));
  expect(cwdOf({ workspace: 'hotfix' })).toMatch(/core-hotfix\/firmware$/);
});
