/**
 * Shared rules. A lesson that two projects taught holds everywhere: it is *lifted* into a rule of no project, and the projects'
 * rules stay CURRENT as what it rests on, *covered*. Pure: which rules look alike is found here, whether they say the same a
 * model names (lift-reply.ts), and what follows is decided here. A project's rule that goes against it overrules it at home.
 */
import crypto from 'node:crypto';
import { newId } from '../core/ids.ts';
import { isIdentifier, words } from '../core/words.ts';
import type { Rule } from '../store/rules.ts';
import { isBetter } from './rank.ts';
import { type Comparable, lexicalSimilarity } from './similar.ts';
import { wordKey } from './word-key.ts';

/** Alike rules of at least two scopes, one of them a project's. */
export interface Group {
  hash: string;
  rules: Rule[];
}
/** What was named about a group. */
export interface Named {
  same: Rule[];
  against: Rule[];
  /** How a new shared rule is worded; absent: as the best of them. */
  words?: { trigger: string; content: string };
}
/** What follows: the shared rule (`isNew`: it is not there yet), the rules it covers from now on, those that overrule it. */
export interface Lift {
  shared: Rule;
  isNew: boolean;
  covers: Rule[];
  overruledBy: Rule[];
}

/** What is lifted must be more alike than what is only compared: a chance pair costs a call in every project. */
const ALIKE = 0.3;
const MOST_IN_GROUP = 8;
const MOST_CUES = 8;

const keyOf = ({ trigger, content }: Rule): string => wordKey({ type: 'rule', trigger, content });
const comparable = ({ id, trigger, content }: Rule): Comparable => ({ id, type: 'rule', trigger, content, cues: [] });

/** `near`: for each of the wanted rules those that could be alike, of other scopes. Every rule is in one group at most. */
export function groupsOf(wanted: readonly { rule: Rule; near: readonly Rule[] }[]): Group[] {
  const taken = new Set<string>();
  const groups: Group[] = [];
  for (const { rule, near } of wanted) {
    const others = near.filter(
      (other) => !taken.has(other.id) && other.project_id !== rule.project_id && !isOverruled(rule, other),
    );
    const scores = lexicalSimilarity(comparable(rule), others.map(comparable));
    const alike = others
      .map((other, i) => ({ other, score: keyOf(other) === keyOf(rule) ? 2 : (scores[i] ?? 0) }))
      .filter(({ score }) => score >= ALIKE)
      .sort((a, b) => b.score - a.score || (a.other.id < b.other.id ? -1 : 1))
      .slice(0, MOST_IN_GROUP - 1)
      .map(({ other }) => other);
    const rules = [rule, ...alike].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (taken.has(rule.id) || !spansProjects(rules)) continue;
    for (const { id } of rules) taken.add(id);
    groups.push({ hash: hashOf(rules), rules });
  }
  return groups;
}

const isOverruled = (one: Rule, other: Rule): boolean =>
  one.overrules?.includes(other.id) === true || other.overrules?.includes(one.id) === true;

const spansProjects = (rules: readonly Rule[]): boolean => new Set(rules.map(({ project_id }) => project_id)).size > 1;

/** Of what is left of a group behind a shared rule: that it does not say the same was named already. */
export function hashOfRest({ rules }: Group, { shared, covers, overruledBy }: Lift): string {
  const rest = rules.filter((rule) => rule.id !== shared.id && !covers.includes(rule) && !overruledBy.includes(rule));
  return hashOf([shared, ...rest].sort((a, b) => (a.id < b.id ? -1 : 1)));
}

/** Another one when a member or its wording is another. */
const hashOf = (rules: readonly Rule[]): string =>
  crypto
    .createHash('sha256')
    .update(rules.map((rule) => `${rule.id}\n${keyOf(rule)}`).join('\n\n'))
    .digest('hex');

/** When all say it in the same words, nobody needs to be asked. */
export function saidAlike({ rules }: Group): Named | undefined {
  const [first, ...rest] = rules;
  if (first === undefined || rest.some((rule) => keyOf(rule) !== keyOf(first))) return undefined;
  return { same: rules, against: [] };
}

/** What follows from what was named, or undefined: nothing does. */
export function liftOf({ same, against, words: given }: Named, now: string): Lift | undefined {
  const projects = same.filter(({ project_id }) => project_id !== null);
  const overruledBy = against.filter(({ project_id }) => project_id !== null);
  const known = same.find(({ project_id }) => project_id === null);
  if (known) {
    const covers = projects.filter(({ covered_by }) => covered_by !== known.id);
    return covers.length + overruledBy.length === 0 ? undefined : { shared: known, isNew: false, covers, overruledBy };
  }
  if (new Set(projects.map(({ project_id }) => project_id)).size < 2 || !haveOneValue(projects)) return undefined;
  return { shared: sharedOf(projects, given, now), isNew: true, covers: projects, overruledBy };
}

const numbersIn = (text: string): string =>
  [...new Set(words(text).filter((term) => /\p{N}/u.test(term)))].sort().join(' ');
/** Two ports are not one lesson, whatever a model says. */
const haveOneValue = (rules: readonly Rule[]): boolean =>
  new Set(rules.map(({ content }) => numbersIn(content))).size === 1;

function sharedOf(rules: readonly Rule[], given: Named['words'], now: string): Rule {
  const best = rules.reduce((a, b) => (isBetter(lessonWords(b), lessonWords(a)) ? b : a));
  const worded = given && namesOnlyWhatAllName(given.content, rules) ? given : best;
  const latest = (times: (string | null)[]) => times.reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null);
  return {
    ...best,
    id: newId(),
    project_id: null,
    kind: rules.some(({ kind }) => kind === 'correction') ? 'correction' : 'recipe',
    trigger: worded.trigger,
    content: worded.content,
    rationale: best.rationale || (rules.find(({ rationale }) => rationale !== '')?.rationale ?? ''),
    cues: [...new Set(rules.flatMap(({ cues }) => cues))].slice(0, MOST_CUES),
    evidence: rules.reduce((sum, { evidence }) => sum + evidence, 0),
    learned_at: latest(rules.map(({ learned_at }) => learned_at)) ?? now,
    said_at: latest(rules.map(({ said_at }) => said_at)),
    version: 1,
    created_at: now,
    updated_at: now,
    edited_at: null,
    flagged_at: null,
    covered_by: null,
    overrules: null,
    proposal: null,
  };
}

const lessonWords = ({ trigger, content }: Rule) => ({ type: 'rule' as const, trigger, content });

const namesOnlyWhatAllName = (content: string, rules: readonly Rule[]): boolean =>
  words(content)
    .filter((term) => isIdentifier(term) || /^\p{N}+$/u.test(term))
    .every((name) => rules.every((rule) => `${rule.trigger}\n${rule.content}`.toLowerCase().includes(name)));
