/**
 * From a reply's entries to candidates: citations become evidence, and the law of the house is applied in code: what it
 * cites must be worth believing, what it names must be somebody's, and a turn must be new.
 */
import { addMs } from '../core/clock.ts';
import { redact } from '../core/redact.ts';
import type { Candidate, RuleCandidate } from '../core/rule.ts';
import { saysEverywhere } from '../core/signal/breadth.ts';
import { type Cited, citedBy } from './cited.ts';
import { tellsAnswer } from './cues.ts';
import { humanWords } from './human-words.ts';
import { isBorrowed, restatesRequest } from './one-off.ts';
import { type ForgetEntry, labelOf, type PlaybookEntry, type ProfileEntry, type Refusal } from './reply.ts';
import { foreignCommand, nobodysName, sourcesAround, sourcesIn } from './sources.ts';
import { trustFault } from './trust.ts';
import type { Window } from './window.ts';

/** Lengths that are asked for, in UTF-16 units; four times as much is refused. */
const LENGTHS = { trigger: 300, content: 1_200, what: 300, rationale: 600, cue: 120 } as const;
const TOLERANCE = 4;
const MOST_CUES = 6;
const DAY_MS = 24 * 3_600_000;

interface Checked {
  candidates: Candidate[];
  refused: Refusal[];
}

type Entry = PlaybookEntry | ProfileEntry | ForgetEntry;
interface Reply {
  playbook: PlaybookEntry[];
  profile: ProfileEntry[];
  forget: ForgetEntry[];
}

export function candidatesOf(reply: Reply, window: Window): Checked {
  const refused: Refusal[] = [];
  const check = <E extends Entry>(entry: E, make: (entry: E, cited: Cited) => Candidate): Candidate[] => {
    const cited = citedBy(entry.evidence, window);
    const why = textFault(entry) ?? ('why' in cited ? cited.why : faultOf(entry, cited, window));
    if (why === undefined && !('why' in cited)) return [make(entry, cited)];
    refused.push({ what: labelOf(entry), why: why ?? '' });
    return [];
  };
  const cues = (entry: PlaybookEntry | ProfileEntry): string[] => {
    const { cues: kept, left } = cuesOf(entry);
    if (left) refused.push({ what: `cues of: ${labelOf(entry)}`, why: left });
    return kept;
  };
  const scope = (entry: PlaybookEntry, cited: Cited): RuleCandidate['scope'] => {
    if (entry.scope !== 'everywhere' || isSaidOfAll(cited)) return entry.scope ?? 'project';
    refused.push({ what: `scope of: ${labelOf(entry)}`, why: NOT_SAID_OF_ALL });
    return 'project';
  };
  const rules = reply.playbook.flatMap((entry) =>
    check(entry, (good, cited) => rule(good, cited, scope(good, cited), cues(good))),
  );
  const facts = reply.profile.flatMap((entry) => check(entry, (good, cited) => fact(good, cited, cues(good))));
  const forgets = reply.forget.flatMap((entry) => check(entry, forget));
  return { candidates: [...rules, ...facts, ...forgets], refused };
}

const clean = (text: string): string => redact(text).trim();

const NOT_SAID_OF_ALL = 'no cited turn says that it holds beyond this project, so it is kept for this one';

/** What is told in every project must have been said of every project, by a person. */
const isSaidOfAll = ({ turns }: Cited): boolean => turns.some(({ record }) => saysEverywhere(humanWords(record) ?? ''));

function rule(
  entry: PlaybookEntry,
  { evidence, learned_at }: Cited,
  scope: RuleCandidate['scope'],
  cues: string[],
): Candidate {
  const { kind, trigger, content, rationale } = entry;
  const texts = { trigger: clean(trigger), content: clean(content), rationale: clean(rationale) };
  return { type: 'rule', kind, scope, ...texts, cues, evidence, learned_at };
}

function fact(entry: ProfileEntry, { evidence, learned_at }: Cited, cues: string[]): Candidate {
  const { kind, scope, content, ttl_days } = entry;
  const expires_at = ttl_days === null ? null : addMs(learned_at, ttl_days * DAY_MS);
  return { type: 'profile', kind, scope, content: clean(content), cues, evidence, learned_at, expires_at };
}

const forget = ({ what }: ForgetEntry, { evidence, learned_at }: Cited): Candidate => ({
  type: 'forget',
  what: clean(what),
  evidence,
  learned_at,
});

type Field = Exclude<keyof typeof LENGTHS, 'cue'>;
const textsOf = (entry: Entry): [Field, string][] =>
  Object.entries(entry).filter((field): field is [Field, string] => field[0] in LENGTHS);

function textFault(entry: Entry): string | undefined {
  for (const [field, text] of textsOf(entry)) {
    if (field !== 'rationale' && clean(text) === '') return `its ${field} is blank`;
    if (text.length > LENGTHS[field] * TOLERANCE) return `its ${field} has ${text.length} characters`;
  }
  return undefined;
}

function faultOf(entry: Entry, { turns }: Cited, window: Window): string | undefined {
  const recipe = 'kind' in entry && entry.kind === 'recipe';
  const untrusted = trustFault(recipe ? entry.content : undefined, turns, window);
  // What is to be forgotten was said in another session: its names need not be in this one.
  if (untrusted || !('content' in entry)) return untrusted;
  const name = nobodysName(entry.content, sourcesAround(turns, window, recipe));
  if (name) return `names ${name}, which the turns it cites do not`;
  if ('trigger' in entry) {
    const everybody = sourcesIn(window);
    const made = nobodysName(entry.trigger, everybody);
    if (made) return `its trigger names ${made}, which no turn of the window does`;
    const foreign = foreignCommand(entry.rationale, everybody);
    if (foreign) return `its rationale names ${foreign}, which only a tool or a pasted text does`;
    if (!recipe && restatesRequest(entry, turns, window)) return 'says again what was asked for once';
  }
  return isBorrowed(entry.content, turns, window)
    ? 'was said by a tool, a page or a pasted text, not by the person'
    : undefined;
}

/** The first six that say something and not the answer; what is left out is named. */
function cuesOf(entry: PlaybookEntry | ProfileEntry): { cues: string[]; left: string | undefined } {
  const given = [...new Set(entry.cues.map(clean))].filter((cue) => cue !== '');
  const tells = tellsAnswer({ trigger: 'trigger' in entry ? entry.trigger : '', content: entry.content });
  // A fact has no answer that a task could give away: it may well be named in one.
  const asks = 'trigger' in entry ? given.filter((cue) => !tells(cue)) : given;
  const cues = asks.filter((cue) => cue.length <= LENGTHS.cue * TOLERANCE).slice(0, MOST_CUES);
  const why = [
    ...(asks.length < given.length ? [`${given.length - asks.length} tell the answer`] : []),
    ...(cues.length < asks.length ? [`${asks.length - cues.length} are too long, or more than ${MOST_CUES}`] : []),
  ];
  return {
    cues,
    left:
      why.length > 0
        ? `${given.length - cues.length} of ${given.length} cues are left out: ${why.join(', ')}`
        : undefined,
  };
}
