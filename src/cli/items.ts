/**
 * What is learned, as the JSON documents of `show` and `history` and as lines for a terminal. The keys are a contract with
 * whoever reads the JSON: add to them, never rename one.
 */
import { shortId } from '../core/ids.ts';
import { localDay } from '../core/when.ts';
import type { Db } from '../store/open.ts';
import { allFacts, type Fact } from '../store/profile.ts';
import { allRules, type Rule } from '../store/rules.ts';
import type { Output } from './output.ts';
import { counted, plain, wrap } from './text.ts';

const common = (item: Rule | Fact) => ({
  status: item.status,
  content: item.content,
  evidence: item.evidence,
  cues: item.cues,
  learned_at: item.learned_at,
  created_at: item.created_at,
  updated_at: item.updated_at,
  version: item.version,
});

export const ruleJson = (rule: Rule) => ({
  id: rule.id,
  kind: rule.kind,
  scope: rule.project_id === null ? 'shared' : 'project',
  trigger: rule.trigger,
  rationale: rule.rationale,
  provisional: rule.provisional,
  flagged_at: rule.flagged_at,
  ...common(rule),
});

export const factJson = (fact: Fact) => ({
  id: fact.id,
  kind: fact.kind,
  scope: fact.project_id === null ? 'user' : 'project',
  expires_at: fact.expires_at,
  ...common(fact),
});

export const linksJson = (item: Rule | Fact) => ({
  superseded_by: item.superseded_by,
  merged_into: item.merged_into,
  withdrawn_at: item.withdrawn_at,
});

export type RuleJson = ReturnType<typeof ruleJson>;
export type FactJson = ReturnType<typeof factJson>;

/** Ids as short as they are unambiguous among everything this project could show, archived items too. */
export function shortener(db: Db, projectId: string): (id: string) => string {
  const ids = [...allRules(db, projectId), ...allFacts(db, projectId)].map((item) => item.id);
  return (id) => shortId(id, ids);
}

const MARGIN = 2;

/** One item: its id, what it says, and a quiet line about where it comes from. */
export function itemText(out: Output, short: string, text: string, notes: readonly string[], rationale = ''): string {
  const indent = MARGIN + short.length + 2;
  const margin = ' '.repeat(MARGIN);
  const lines = [`${margin}${out.colors.cyan(short)}  ${wrap(text, out.width, indent)}`];
  const pad = ' '.repeat(indent);
  if (rationale !== '') lines.push(pad + out.colors.dim(wrap(rationale, out.width, indent)));
  lines.push(pad + out.colors.dim(wrap(notes.join(' · '), out.width, indent)));
  return lines.join('\n');
}

export const ruleSentence = (rule: { trigger: string; content: string }): string =>
  plain(rule.trigger) === '' ? rule.content : `${rule.trigger}: ${rule.content}`;

export const ruleNotes = (rule: RuleJson): string[] => [
  rule.provisional ? 'as you noted it' : rule.kind,
  ...(rule.flagged_at === null ? [] : ['NOT FOLLOWED: corrected again']),
  `rests on ${counted(rule.evidence, 'turn')}`,
  `learned ${localDay(rule.learned_at)}`,
];

export const factNotes = (fact: FactJson): string[] => [
  fact.kind,
  `learned ${localDay(fact.learned_at)}`,
  ...(fact.expires_at === null ? [] : [`holds until ${localDay(fact.expires_at)}`]),
];
