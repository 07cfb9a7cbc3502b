import { expect, test } from 'vitest';
import type { Observation, StoredRule, Told } from '../../eval/observation.ts';
import { parseScenarios, type Scenario } from '../../eval/scenario.ts';
import { type CheckName, extras, score } from '../../eval/score.ts';

const scenario = (parts: object): Scenario => {
  const base = { id: 'x1', category: 'some', project: 'p', sessions: [], probes: [], truth: {} };
  return parseScenarios(JSON.stringify({ ...base, ...parts }), 'test')[0] as Scenario;
};
let n = 0;
const rule = (content: string, more: Partial<StoredRule> = {}): StoredRule => {
  n += 1;
  return { id: `r${n}`, kind: 'correction', status: 'CURRENT', trigger: '', content, rationale: '', cues: [], ...more };
};
const fact = (content: string) => ({ id: `f${content}`, kind: 'role', status: 'CURRENT', content, cues: [] });
const told = (parts: Partial<Told> = {}): Told => ({ start: [], prompt: [], alone: [], units: 0, ...parts });
const observed = (
  parts: Partial<Observation & { rules: StoredRule[]; facts: ReturnType<typeof fact>[] }>,
): Observation => ({
  shelves: [{ place: 'p', rules: parts.rules ?? [], facts: parts.facts ?? [], atStart: [] }],
  told: [],
  refused: [],
  cost: { calls: 0, usd: 0, input_tokens: 0, output_tokens: 0 },
  unanswered: [],
  unread: '',
  ...parts,
});
/** What each check said, in order: `learned+` passed, `learned-` did not. */
const said = (one: Scenario, observation: Observation) =>
  score(one, observation).map(({ check, passed }) => `${check}${passed ? '+' : '-'}`);

test('a rule is learned when a CURRENT one has all it must mention and any one of the rest; its kind counts apart', () => {
  const wanted = scenario({
    truth: { rules: [{ must_mention: ['ruff'], any_of: ['lint', 'check'], kind: 'correction' }] },
  });
  expect(said(wanted, observed({ rules: [rule('run ruff check')] }))).toEqual(['learned+', 'kind+']);
  expect(said(wanted, observed({ rules: [rule('ruff', { trigger: 'to lint' })] }))).toEqual(['learned+', 'kind+']);
  expect(said(wanted, observed({ rules: [rule('run ruff')] }))).toEqual(['learned-']);
  expect(said(wanted, observed({ rules: [rule('run ruff check', { status: 'ARCHIVED' })] }))).toEqual(['learned-']);
  expect(said(wanted, observed({ rules: [rule('run ruff check', { kind: 'recipe' })] }))).toEqual([
    'learned+',
    'kind-',
  ]);
});

test('only with split_ok may the parts lie in several rules', () => {
  const rules = [rule('first alpha'), rule('then beta')];
  const entry = { must_mention: ['alpha', 'beta'] };
  expect(said(scenario({ truth: { rules: [entry] } }), observed({ rules }))).toEqual(['learned-']);
  expect(said(scenario({ truth: { rules: [{ ...entry, split_ok: true }] } }), observed({ rules }))).toEqual([
    'learned+',
  ]);
});

test('duplicates are CURRENT rules over the limit; an optional entry is not asked for', () => {
  const limited = scenario({ truth: { rules: [{ must_mention: ['loader'], max_copies: 1 }] } });
  const twice = [rule('use loaders'), rule('loader again'), rule('loader', { status: 'ARCHIVED' })];
  expect(said(limited, observed({ rules: twice }))).toEqual(['learned+', 'duplicates-']);
  expect(said(limited, observed({ rules: twice.slice(1) }))).toEqual(['learned+', 'duplicates+']);
  const optional = scenario({ truth: { rules: [{ must_mention: ['loader'], optional: true }] } });
  expect(said(optional, observed({}))).toEqual([]);
});

test('superseded means ARCHIVED, and no CURRENT rule recommends it; turning it down is not recommending', () => {
  const wanted = scenario({ truth: { archived: [{ must_mention: ['cypress'] }] } });
  const old = rule('use cypress', { status: 'ARCHIVED' });
  expect(said(wanted, observed({ rules: [old, rule('use playwright, not cypress')] }))).toEqual(['status+']);
  expect(said(wanted, observed({ rules: [old, rule('use cypress for smoke tests')] }))).toEqual(['status-']);
  expect(said(wanted, observed({ rules: [rule('use playwright, not cypress')] }))).toEqual(['status-']);
});

test('a fact belongs in the profile, and a rule that says it is astray unless it is a wanted rule as well', () => {
  const profile = [{ must_mention: ['writer'] }];
  const both = scenario({ truth: { profile, rules: [{ must_mention: ['git'] }] } });
  expect(said(scenario({ truth: { profile } }), observed({ facts: [fact('is a writer')] }))).toEqual([
    'profile+',
    'routing+',
  ]);
  expect(said(scenario({ truth: { profile } }), observed({ rules: [rule('for a writer')] }))).toEqual([
    'profile-',
    'routing-',
  ]);
  const rules = [rule('explain git to a writer')];
  expect(said(both, observed({ facts: [fact('writer')], rules }))).toEqual(['learned+', 'profile+', 'routing+']);
});

test('nothing means no CURRENT item; never means not even an archived one, cues included', () => {
  const nothing = scenario({ truth: { nothing: true } });
  expect(said(nothing, observed({ rules: [rule('x', { status: 'ARCHIVED' })] }))).toEqual(['nothing+']);
  expect(said(nothing, observed({ facts: [fact('likes tea')] }))).toEqual(['nothing-']);
  const never = scenario({ truth: { never: ['skip-tests'] } });
  expect(said(never, observed({ rules: [rule('x', { status: 'ARCHIVED', cues: ['run with skip-tests'] })] }))).toEqual([
    'never-',
  ]);
  expect(said(never, observed({ rules: [rule('run the tests')] }))).toEqual(['never+']);
});

test('a rule is told in every workspace of its git directory and in no other', () => {
  const at = (git_common_dir: string) => ({ cwd: '/x', git_common_dir });
  const workspaces = { main: at('/a/.git'), tree: at('/a/.git'), stranger: at('/b/.git') };
  const wanted = scenario({ workspaces, truth: { rules: [{ must_mention: ['kick'], workspace: 'tree' }] } });
  const item = rule('kick it');
  const seen = (...places: string[]) => ({
    ...observed({}),
    shelves: Object.keys(workspaces).map((place) => ({
      place,
      rules: place === 'stranger' ? [] : [item],
      facts: [],
      atStart: places.includes(place) ? ['kick it'] : [],
    })),
  });
  expect(said(wanted, seen('main', 'tree'))).toEqual(['learned+', 'scope+']);
  expect(said(wanted, seen('tree'))).toEqual(['learned+', 'scope-']);
  expect(said(wanted, seen('main', 'tree', 'stranger'))).toEqual(['learned+', 'scope-']);
});

const probed = (probe: object, parts: Partial<Told>): Partial<Record<CheckName, boolean>> => {
  const one = scenario({ probes: [{ query: 'q', target: 'playbook', ...probe }] });
  return Object.fromEntries(score(one, observed({ told: [told(parts)] })).map(({ check, passed }) => [check, passed]));
};

test('a probe is scored at the start, at the prompt, together and alone', () => {
  const found = probed({ expect_any: ['pnpm'] }, { start: ['use pnpm'], alone: [] });
  expect(found).toEqual({
    'playbook start': true,
    'playbook prompt': false,
    'playbook together': true,
    'playbook alone': false,
  });
});

test('a stale phrase fails a probe unless its item is excused, or says what is expected and turns it down', () => {
  const probe = { expect_any: ['pnpm'], expect_none: ['npm'] };
  expect(probed(probe, { start: ['use pnpm, not npm'] })).toMatchObject({ 'playbook together': true, stale: true });
  expect(probed(probe, { start: ['use pnpm', 'use npm'] })).toMatchObject({ 'playbook together': false, stale: false });
  // Turned down, but in an item that says nothing of what is expected.
  expect(probed(probe, { start: ['use pnpm', 'do not use npm'] })).toMatchObject({ stale: false });
  const excused = { ...probe, excuse_if: ['in ci'] };
  expect(probed(excused, { start: ['use pnpm', 'npm in CI'] })).toMatchObject({ stale: true });
});

test('a negative probe passes when none of its phrases is told, and asks nothing more', () => {
  const probe = { target: 'none', expect_none: ['pnpm'] };
  expect(probed(probe, { start: ['use pnpm'], prompt: ['other'] })).toEqual({
    'negative start': false,
    'negative prompt': true,
    'negative together': false,
    'negative alone': true,
  });
});

test('what is CURRENT and nobody asked for is an extra; a part of a split rule is none', () => {
  const wanted = scenario({ truth: { rules: [{ must_mention: ['alpha', 'beta'], split_ok: true }] } });
  const rules = [rule('alpha'), rule('beta'), rule('gamma'), rule('delta', { status: 'ARCHIVED' })];
  expect(extras(wanted, observed({ rules, facts: [fact('tea')] }))).toBe(2);
});
