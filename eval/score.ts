/**
 * Scores what was observed against what should be so: one `Check` for each thing that can be right or wrong. Pure; what the
 * checks mean is the scenario format's, not ours to bend.
 */
import { find, findAny, negates } from './match.ts';
import { type Observation, type Shelf, type StoredFact, type StoredRule, type Told, textOf } from './observation.ts';
import type { Entry, Probe, Scenario } from './scenario.ts';

export const STORE_CHECKS = [
  'learned',
  'kind',
  'status',
  'duplicates',
  'profile',
  'routing',
  'nothing',
  'never',
  'scope',
] as const;
export const CHANNELS = ['start', 'prompt', 'together', 'alone'] as const;
export type Channel = (typeof CHANNELS)[number];
export type CheckName =
  | (typeof STORE_CHECKS)[number]
  | `${'playbook' | 'profile' | 'negative'} ${Channel}`
  /** No phrase that must not be told was told to a probe that wants something. */
  | 'stale';

export interface Check {
  scenario: string;
  category: string;
  check: CheckName;
  passed: boolean;
  wanted: string;
  /** What was there instead; '' when it passed. */
  found: string;
}

const matches = (entry: Entry, text: string): boolean =>
  entry.must_mention.every((phrase) => find(phrase, text)) &&
  (entry.any_of.length === 0 || findAny(entry.any_of, text) !== undefined);

/** Whether these rules together hold the entry's parts. */
const matchesInParts = (entry: Entry, texts: readonly string[]): boolean =>
  entry.must_mention.every((phrase) => texts.some((text) => find(phrase, text))) &&
  (entry.any_of.length === 0 || texts.some((text) => findAny(entry.any_of, text) !== undefined));

/** An entry is recommended by a text that matches it and turns none of its phrases down. */
const recommends = (entry: Entry, text: string): boolean =>
  matches(entry, text) && ![...entry.must_mention, ...entry.any_of].some((phrase) => negates(phrase, text));

const isCurrent = ({ status }: { status: string }) => status === 'CURRENT';
const unique = <T extends { id: string }>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];
const wantedBy = (entry: Entry): string =>
  [entry.must_mention.join(' + '), entry.any_of.join(' | ')].filter(Boolean).join(' + ') || entry.gist;
const shown = (items: readonly (StoredRule | StoredFact)[]): string =>
  items.length === 0 ? '(nothing)' : items.map((item) => textOf(item).replaceAll('\n', ' · ')).join(' ¦ ');

type Verdict = [check: CheckName, passed: boolean, wanted: string, found: string];

interface Store {
  rules: StoredRule[];
  facts: StoredFact[];
}

const storeOf = (shelves: readonly Shelf[]): Store => ({
  rules: unique(shelves.flatMap(({ rules }) => rules)),
  facts: unique(shelves.flatMap(({ facts }) => facts)),
});

function ruleVerdicts(entry: Entry, { rules }: Store): Verdict[] {
  const current = rules.filter(isCurrent);
  const hits = current.filter((rule) => matches(entry, textOf(rule)));
  const learned = hits.length > 0 || (entry.split_ok && matchesInParts(entry, current.map(textOf)));
  const verdicts: Verdict[] = [];
  if (!entry.optional) verdicts.push(['learned', learned, wantedBy(entry), shown(current)]);
  if (entry.kind !== undefined && hits.length > 0) {
    const right = hits.some(({ kind }) => kind === entry.kind);
    verdicts.push(['kind', right, `${wantedBy(entry)} as ${entry.kind}`, hits.map(({ kind }) => kind).join(', ')]);
  }
  if (entry.max_copies !== undefined) {
    const most = entry.max_copies;
    verdicts.push(['duplicates', hits.length <= most, `${wantedBy(entry)} at most ${most} times`, shown(hits)]);
  }
  return verdicts;
}

function archivedVerdict(entry: Entry, { rules }: Store): Verdict {
  const archived = rules.filter(({ status }) => status === 'ARCHIVED');
  const gone = archived.some((rule) => matches(entry, textOf(rule)));
  const standing = rules.filter((rule) => isCurrent(rule) && recommends(entry, textOf(rule)));
  const found =
    standing.length > 0 ? `still current: ${shown(standing)}` : `archived: ${shown(archived)}; nothing current says it`;
  return ['status', gone && standing.length === 0, `${wantedBy(entry)} archived`, found];
}

function profileVerdicts(entry: Entry, { rules, facts }: Store, wanted: readonly Entry[]): Verdict[] {
  const verdicts: Verdict[] = [];
  const current = facts.filter(isCurrent);
  if (!entry.optional) {
    const known = current.some((fact) => matches(entry, textOf(fact)));
    verdicts.push(['profile', known, wantedBy(entry), shown(current)]);
  }
  const astray = rules
    .filter((rule) => isCurrent(rule) && matches(entry, textOf(rule)))
    .filter((rule) => !wanted.some((other) => matches(other, textOf(rule))));
  verdicts.push(['routing', astray.length === 0, `${wantedBy(entry)} in the profile only`, shown(astray)]);
  return verdicts;
}

function storeVerdicts({ truth, workspaces }: Scenario, { shelves }: Observation): Verdict[] {
  const everywhere = storeOf(shelves);
  const store = ({ workspace }: Entry) =>
    workspace === undefined ? everywhere : storeOf(shelves.filter(({ place }) => place === workspace));
  const current = [...everywhere.rules, ...everywhere.facts].filter(isCurrent);
  const all = [...everywhere.rules, ...everywhere.facts];
  return [
    ...truth.rules.flatMap((entry) => ruleVerdicts(entry, store(entry))),
    ...truth.archived.map((entry) => archivedVerdict(entry, store(entry))),
    ...truth.profile.flatMap((entry) => profileVerdicts(entry, store(entry), truth.rules)),
    ...(truth.nothing ? [['nothing', current.length === 0, 'nothing', shown(current)] satisfies Verdict] : []),
    ...truth.never.map((phrase): Verdict => {
      const told = all.filter((item) => find(phrase, [textOf(item), ...item.cues].join('\n')));
      return ['never', told.length === 0, `never ${phrase}`, shown(told)];
    }),
    ...(workspaces ? truth.rules.flatMap((entry) => scopeVerdicts(entry, workspaces, shelves)) : []),
  ];
}

function scopeVerdicts(
  entry: Entry,
  workspaces: NonNullable<Scenario['workspaces']>,
  shelves: readonly Shelf[],
): Verdict[] {
  const home = entry.workspace === undefined ? undefined : workspaces[entry.workspace];
  if (home === undefined || entry.optional) return [];
  const common = home.git_common_dir ?? undefined;
  const wrong = shelves.filter(({ place, atStart }) => {
    const here = place === entry.workspace || (common !== undefined && workspaces[place]?.git_common_dir === common);
    const told = entry.split_ok ? matchesInParts(entry, atStart) : atStart.some((item) => matches(entry, item));
    return told !== here;
  });
  const found = wrong.map(({ place, atStart }) => `${place}: ${atStart.join(' ¦ ') || '(nothing)'}`).join('; ');
  return [['scope', wrong.length === 0, `${wantedBy(entry)} in ${entry.workspace} and its worktrees only`, found]];
}

/** Phrases of `expect_none` that were told and are not excused, with the item that holds each. */
function wronglyTold(probe: Probe, items: readonly string[]): string[] {
  return items.flatMap((item) => {
    if (findAny(probe.excuse_if, item) !== undefined) return [];
    const expected = findAny(probe.expect_any, item) !== undefined;
    return probe.expect_none
      .filter((phrase) => find(phrase, item) && !(expected && negates(phrase, item)))
      .map((phrase) => `${phrase}: ${item}`);
  });
}

const channelsOf = (told: Told): Record<Channel, string[]> => ({
  start: told.start,
  prompt: told.prompt,
  together: [...told.start, ...told.prompt],
  alone: told.alone,
});

function probeVerdicts(probe: Probe, told: Told): Verdict[] {
  const { expect_any: expected, expect_none: unwanted, target, query } = probe;
  const negative = expected.length === 0 && target === 'none';
  const group = negative || target === 'none' ? 'negative' : target;
  const wanted = `"${query}" ${expected.length > 0 ? `→ ${expected.join(' | ')}` : ''}${
    unwanted.length > 0 ? ` not ${unwanted.join(' | ')}` : ''
  }`;
  const channels = channelsOf(told);
  const verdicts = CHANNELS.map((channel): Verdict => {
    const items = channels[channel];
    const wrong = wronglyTold(probe, items);
    const met = expected.length === 0 || items.some((item) => findAny(expected, item) !== undefined);
    const found = wrong.length > 0 ? `told ${wrong.join(' ¦ ')}` : items.join(' ¦ ') || '(nothing)';
    return [`${group} ${channel}`, met && wrong.length === 0, wanted, found];
  });
  if (negative || unwanted.length === 0) return verdicts;
  const wrong = wronglyTold(probe, channels.together);
  return [...verdicts, ['stale', wrong.length === 0, wanted, wrong.join(' ¦ ')]];
}

export function score(scenario: Scenario, observation: Observation): Check[] {
  const verdicts = [
    ...storeVerdicts(scenario, observation),
    ...scenario.probes.flatMap((probe, i) => {
      const told = observation.told[i];
      if (told === undefined) throw new Error(`${scenario.id}: probe ${i} was not fired`);
      return probeVerdicts(probe, told);
    }),
  ];
  return verdicts.map(([check, passed, wanted, found]) => ({
    scenario: scenario.id,
    category: scenario.category,
    check,
    passed,
    wanted,
    found: passed ? '' : found,
  }));
}

/** CURRENT items that are no entry of the truth: tolerated, and counted. */
export function extras({ truth }: Scenario, { shelves }: Observation): number {
  const { rules, facts } = storeOf(shelves);
  const entries = [...truth.rules, ...truth.profile];
  const isPart = (text: string) =>
    entries.some(
      (entry) =>
        matches(entry, text) ||
        (entry.split_ok && [...entry.must_mention, ...entry.any_of].some((phrase) => find(phrase, text))),
    );
  return [...rules, ...facts].filter((item) => isCurrent(item) && !isPart(textOf(item))).length;
}
