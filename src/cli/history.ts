/** `claude-smart history`: everything that was ever learned in a project, what replaced what, when and why. */
import { localTime } from '../core/when.ts';
import { type Change, changesOf } from '../store/changes.ts';
import type { Db } from '../store/open.ts';
import { allFacts, type Fact } from '../store/profile.ts';
import { allRules, type Rule } from '../store/rules.ts';
import { factJson, factNotes, itemText, linksJson, ruleJson, ruleNotes, ruleSentence, shortener } from './items.ts';
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
});

const past = (db: Db, item: Rule | Fact) => ({ ...linksJson(item), changes: changesOf(db, item.id).map(changeJson) });
type Past = ReturnType<typeof past>;

function read(db: Db, projectId: string) {
  return {
    rules: allRules(db, projectId).map((rule) => ({ ...ruleJson(rule), ...past(db, rule) })),
    profile: allFacts(db, projectId).map((fact) => ({ ...factJson(fact), ...past(db, fact) })),
    short: shortener(db, projectId),
  };
}

/** The item, then one line for each thing that happened to it. */
function text(
  out: Output,
  item: Past & { id: string; status: string },
  body: string,
  short: (id: string) => string,
): string {
  const colour = item.status === 'CURRENT' ? out.colors.green : out.colors.yellow;
  const links = [
    item.superseded_by && `superseded by ${short(item.superseded_by)}`,
    item.merged_into && `merged into ${short(item.merged_into)}`,
    item.withdrawn_at && `taken back ${localTime(item.withdrawn_at)}`,
  ].filter((link) => typeof link === 'string' && link !== '');
  const events = item.changes.map(({ at, change, why }) => {
    const line = `${localTime(at)}  ${change}: ${why}`;
    return `    ${wrap(line, out.width, 6)}`;
  });
  const status = [item.status, ...links].join(', ');
  return [body, `    ${colour(wrap(status, out.width, 4))}`, ...events].join('\n');
}

export function history(run: Run, options: { project?: string; json?: boolean }): void {
  const { out } = run;
  const project = projectAt(run, options.project);
  const found = askStore(run, (db) => read(db, project.id)) ?? { rules: [], profile: [], short: (id: string) => id };
  const { rules, profile, short } = found;
  if (options.json) {
    out.json({ rules, profile });
    return;
  }
  const blocks = [
    ...rules.map((rule) => text(out, rule, itemText(out, short(rule.id), ruleSentence(rule), ruleNotes(rule)), short)),
    ...profile.map((fact) => text(out, fact, itemText(out, short(fact.id), fact.content, factNotes(fact)), short)),
  ];
  const heading = out.colors.dim(wrap(`${project.label} (${project.root})`, out.width));
  out.print([heading, ...(blocks.length > 0 ? blocks : ['Nothing has been learned here yet.'])].join('\n\n'));
}
