/** `claude-smart show`: exactly what counts now in a project. Reads the store if there is one, and changes nothing. */
import { iso } from '../core/clock.ts';
import { waitingFor } from '../review/inbox.ts';
import type { Db } from '../store/open.ts';
import { liveFacts } from '../store/profile.ts';
import { toldRules } from '../store/rules.ts';
import {
  type FactJson,
  factJson,
  factNotes,
  itemText,
  type RuleJson,
  ruleJson,
  ruleNotes,
  ruleSentence,
  shortener,
} from './items.ts';
import type { Output } from './output.ts';
import { askStore, projectAt, type Run } from './run.ts';
import { isOn, switchedOn } from './switched-on.ts';
import { wrap } from './text.ts';

interface Shown {
  rules: RuleJson[];
  profile: FactJson[];
}

const NOTHING_YET = 'Nothing has been learned here yet.';
const GO_ON =
  'Go on working: when you correct Claude or reject what it is about to do, that is noted, and the lesson is learned in the ' +
  'background soon after. To learn at once: claude-smart learn';
const SWITCHED_OFF =
  'Claude Code’s settings switch no hooks of claude-smart on, so nothing is captured. To switch them on: claude-smart install';

interface Found extends Shown {
  short: (id: string) => string;
  toReview: ReturnType<typeof waitingFor>;
}
const NONE: Found = { rules: [], profile: [], short: String, toReview: { entries: 0, pending: 0 } };

function read(run: Run, db: Db, projectId: string): Found {
  return {
    toReview: waitingFor(db, projectId),
    rules: toldRules(db, projectId).map(ruleJson),
    profile: liveFacts(db, projectId, iso(run.clock)).map(factJson),
    short: shortener(db, projectId),
  };
}

/** One line, or none. */
function reviewText({ entries, pending }: Found['toReview']): string[] {
  if (entries === 0) return [];
  if (entries === pending)
    return [
      `${entries} ${entries === 1 ? 'waits' : 'wait'} until you keep ${entries === 1 ? 'it' : 'them'}: claude-smart review`,
    ];
  const waiting =
    pending === 0
      ? ''
      : `, ${pending} of them only ${pending === 1 ? 'counts' : 'count'} when you keep ${pending === 1 ? 'it' : 'them'}`;
  return [`${entries} new since you last looked${waiting}: claude-smart review`];
}

function sections({ rules, profile, short }: Found, out: Output): [string, string[]][] {
  const rule = (item: RuleJson) => itemText(out, short(item.id), ruleSentence(item), ruleNotes(item), item.rationale);
  const fact = (item: FactJson) => itemText(out, short(item.id), item.content, factNotes(item));
  return [
    ['Rules of this project', rules.filter((item) => item.scope === 'project').map(rule)],
    ['Rules of all projects', rules.filter((item) => item.scope === 'shared').map(rule)],
    ['About this project', profile.filter((item) => item.scope === 'project').map(fact)],
    ['About you', profile.filter((item) => item.scope === 'user').map(fact)],
  ];
}

export function show(run: Run, options: { project?: string; json?: boolean }): void {
  const { out } = run;
  const project = projectAt(run, options.project);
  const found = askStore(run, (db) => read(run, db, project.id)) ?? NONE;
  if (options.json) {
    out.json({ rules: found.rules, profile: found.profile });
    return;
  }
  const filled = sections(found, out).filter(([, items]) => items.length > 0);
  const blocks = filled.map(([title, items]) => `${out.colors.bold(title)}\n${items.join('\n')}`);
  const heading = out.colors.dim(wrap(`${project.label} (${project.root})`, out.width));
  const next = () => (isOn(switchedOn(run.env, project.root)) ? GO_ON : SWITCHED_OFF);
  const nothing = () => (found.toReview.pending > 0 ? [] : [NOTHING_YET, next()]).map((line) => wrap(line, out.width));
  const review = reviewText(found.toReview).map((line) => out.colors.yellow(wrap(line, out.width)));
  out.print([heading, ...(blocks.length > 0 ? blocks : nothing()), ...review].join('\n\n'));
}
