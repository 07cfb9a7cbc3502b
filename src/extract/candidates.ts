/**
 * From a reply's entries to candidates: citations become evidence, and the law of the house is applied in code. A correction
 * or a fact needs a turn that a person typed; a recipe needs that or a tool's result; both need a turn that is new.
 */
import { addMs } from '../core/clock.ts';
import { redact } from '../core/redact.ts';
import type { Candidate, EvidenceRef } from '../core/rule.ts';
import { unfoundedName, wordingOf } from './grounding.ts';
import { humanWords } from './human-words.ts';
import { type ForgetEntry, labelOf, type PlaybookEntry, type ProfileEntry, type Refusal } from './reply.ts';
import type { Window, WindowTurn } from './window.ts';

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
  const wording = wordingOf(window.turns);
  const check = <E extends Entry>(entry: E, make: (entry: E, cited: Cited) => Candidate): Candidate[] => {
    const cited = citedBy(entry.evidence, window);
    const why = textFault(entry) ?? ('why' in cited ? cited.why : faultOf(entry, cited, wording));
    if (why === undefined && !('why' in cited)) return [make(entry, cited)];
    refused.push({ what: labelOf(entry), why: why ?? '' });
    return [];
  };
  const cues = (entry: PlaybookEntry | ProfileEntry): string[] => {
    const { cues: kept, left } = cuesOf(entry.cues);
    if (left) refused.push({ what: `cues of: ${labelOf(entry)}`, why: left });
    return kept;
  };
  const rules = reply.playbook.flatMap((entry) => check(entry, (good, cited) => rule(good, cited, cues(good))));
  const facts = reply.profile.flatMap((entry) => check(entry, (good, cited) => fact(good, cited, cues(good))));
  const forgets = reply.forget.flatMap((entry) => check(entry, forget));
  return { candidates: [...rules, ...facts, ...forgets], refused };
}

const clean = (text: string): string => redact(text).trim();

function rule(entry: PlaybookEntry, { evidence, learned_at }: Cited, cues: string[]): Candidate {
  const { kind, trigger, content, rationale } = entry;
  const texts = { trigger: clean(trigger), content: clean(content), rationale: clean(rationale) };
  return { type: 'rule', kind, ...texts, cues, evidence, learned_at };
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

interface Cited {
  turns: WindowTurn[];
  evidence: EvidenceRef[];
  learned_at: string;
}

/** A number stands for every record that is shown under it: a tool call's start and end. */
function citedBy(numbers: readonly number[], window: Window): Cited | { why: string } {
  if (numbers.length === 0) return { why: 'cites no turn' };
  const missing = numbers.find((n) => !window.turns.some((turn) => turn.n === n));
  if (missing !== undefined) return { why: `cites turn ${missing}, which is not in the window` };
  const turns = window.turns.filter((turn) => numbers.includes(turn.n));
  if (turns.every((turn) => turn.context)) return { why: 'cites only turns that were already read' };
  const newest =
    turns
      .map((turn) => turn.record.ts)
      .sort()
      .at(-1) ?? '';
  return { turns, evidence: turns.map((turn) => turn.ref), learned_at: newest };
}

function faultOf(entry: Entry, { turns }: Cited, wording: string): string | undefined {
  const untrusted = trustFault('kind' in entry && entry.kind === 'recipe', turns);
  // What is to be forgotten was said in another session: its names need not be in this one.
  if (untrusted || !('content' in entry)) return untrusted;
  const name = unfoundedName(entry.content, wording);
  return name && `names ${name}, which no turn of the window contains`;
}

function trustFault(recipe: boolean, turns: readonly WindowTurn[]): string | undefined {
  if (turns.some((turn) => humanWords(turn.record) !== undefined)) return undefined;
  if (!recipe) return 'cites no turn that a person typed';
  return turns.some((turn) => turn.record.type === 'ToolEnd')
    ? undefined
    : 'cites neither a result nor a turn that a person typed';
}

/** The first six that say something; what is left out is named. */
function cuesOf(given: readonly string[]): { cues: string[]; left: string | undefined } {
  const usable = [...new Set(given.map(clean))].filter((cue) => cue !== '');
  const fitting = usable.filter((cue) => cue.length <= LENGTHS.cue * TOLERANCE);
  const cues = fitting.slice(0, MOST_CUES);
  const left = usable.length - cues.length;
  return {
    cues,
    left: left > 0 ? `${left} of ${usable.length} cues are left out: too long, or more than ${MOST_CUES}` : undefined,
  };
}
