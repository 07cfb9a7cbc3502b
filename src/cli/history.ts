/** `claude-smart history [ID]`: everything that was ever learned in a project, what replaced what, when, why and by whom. */
import { localTime } from '../core/when.ts';
import { type Change, changesOf } from '../store/changes.ts';
import type { Db } from '../store/open.ts';
import { allFacts, type Fact } from '../store/profile.ts';
import { allRules, type Rule } from '../store/rules.ts';
import { changeText } from './change-text.ts';
import { factJson, factNotes, itemText, linksJson, ruleJson, ruleNotes, ruleSentence } from './items.ts';
import { namedItem, shortenerOf, unknownId } from './named.ts';
import type { Output } from './output.ts';
import { askStore, projectAt, type Run } from './run.ts';
import { wrap } from './text.ts';

export const changeJson = (change: Change) => ({
  at: change.at,
  change: change.change,
  why: change.why,
  before: change.before,
  after: change.after,
  extraction_id: change.extraction_id,
  turns: change.turns,
  actor: change.actor,
  reviewed_at: change.reviewed_at,
});

const past = (db: Db, item: Rule | Fact) => ({ ...linksJson(item), changes: changesOf(db, item.id).map(changeJson) });
type Past = ReturnType<typeof past>;
const pastRule = (db: Db, rule: Rule) => ({ ...ruleJson(rule), ...past(db, rule) });
const pastFact = (db: Db, fact: Fact) => ({ ...factJson(fact), ...past(db, fact) });

interface Found {
  rules: ReturnType<typeof pastRule>[];
  profile: ReturnType<typeof pastFact>[];
  short: (id: string) => string;
}
const NONE: Found = { rules: [], profile: [], short: String };

const ofProject = (db: Db, projectId: string): Found => ({
  rules: allRules(db, projectId).map((rule) => pastRule(db, rule)),
  profile: allFacts(db, projectId).map((fact) => pastFact(db, fact)),
  short: shortenerOf(db),
});

function ofItem(db: Db, typed: string): Found {
  const item = namedItem(db, typed);
  const found = { ...NONE, short: shortenerOf(db) };
  return item.type === 'rule'
    ? { ...found, rules: [pastRule(db, item.row)] }
    : { ...found, profile: [pastFact(db, item.row)] };
}

/** What a change made of the words, as lines of a diff. */
function wordsChanged(out: Output, { before, after }: ReturnType<typeof changeJson>): string[] {
  const [old, now] = [before, after].map((row) => sentenceIn(row));
  if (old === undefined || now === undefined || old === now) return [];
  const line = (sign: string, text: string) => `      ${sign} ${wrap(text, out.width, 8)}`;
  return [out.colors.red(line('-', old)), out.colors.green(line('+', now))];
}

function sentenceIn(row: unknown): string | undefined {
  const { trigger, content } = (row ?? {}) as { trigger?: unknown; content?: unknown };
  if (typeof content !== 'string') return undefined;
  return ruleSentence({ trigger: typeof trigger === 'string' ? trigger : '', content });
}

/** The item, then one line for each thing that happened to it; `full`: with the words before and after. */
function text(
  out: Output,
  item: Past & { id: string; status: string },
  body: string,
  short: Found['short'],
  full: boolean,
): string {
  const colour = item.status === 'CURRENT' ? out.colors.green : out.colors.yellow;
  const links = [
    item.superseded_by && `superseded by ${short(item.superseded_by)}`,
    item.merged_into && `merged into ${short(item.merged_into)}`,
    item.withdrawn_at && `taken back ${localTime(item.withdrawn_at)}`,
  ].filter((link) => typeof link === 'string' && link !== '');
  const events = item.changes.flatMap((change) => {
    const line = `${localTime(change.at)}  ${changeText(change)}`;
    return [`    ${wrap(line, out.width, 6)}`, ...(full ? wordsChanged(out, change) : [])];
  });
  const status = [item.status, ...links].join(', ');
  return [body, `    ${colour(wrap(status, out.width, 4))}`, ...events].join('\n');
}

/** `typed`: of that rule or fact alone, with the words before and after each change. */
export function history(run: Run, typed: string | undefined, options: { project?: string; json?: boolean }): void {
  const { out } = run;
  const project = projectAt(run, options.project);
  const found = askStore(run, (db) => (typed === undefined ? ofProject(db, project.id) : ofItem(db, typed)));
  if (!found && typed !== undefined) unknownId(typed);
  const { rules, profile, short } = found ?? NONE;
  if (options.json) {
    out.json({ rules, profile });
    return;
  }
  const full = typed !== undefined;
  const blocks = [
    ...rules.map((rule) =>
      text(out, rule, itemText(out, short(rule.id), ruleSentence(rule), ruleNotes(rule)), short, full),
    ),
    ...profile.map((fact) =>
      text(out, fact, itemText(out, short(fact.id), fact.content, factNotes(fact)), short, full),
    ),
  ];
  const heading = full ? [] : [out.colors.dim(wrap(`${project.label} (${project.root})`, out.width))];
  out.print([...heading, ...(blocks.length > 0 ? blocks : ['Nothing has been learned here yet.'])].join('\n\n'));
}
