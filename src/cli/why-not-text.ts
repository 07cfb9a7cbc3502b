/**
 * `why-not` for a terminal: the session in the order of its turns, each in its own words with its signal and where it ended,
 * under the reading that had it; then what waits, and for what.
 */
import { shortId } from '../core/ids.ts';
import { localTime, untilText } from '../core/when.ts';
import { bannerText } from '../store/stall.ts';
import { changeWord } from './change-text.ts';
import { failureLines } from './failures.ts';
import type { Output } from './output.ts';
import { counted, plain, wrap } from './text.ts';
import type { Reading, Turn, WhyNot } from './why-not.ts';

/** Of a turn and of a lesson the terminal gets so much; --json has all of it. */
const QUOTE_UNITS = 160;
const MARGIN = 2;
const INDENT = 7;

const shortened = (text: string): string => {
  const line = plain(text).replace(/\s+/g, ' ').trim();
  return line.length <= QUOTE_UNITS ? line : `${line.slice(0, QUOTE_UNITS).trimEnd()} …`;
};

const signalText = ({ kind, score, reason }: { kind: string; score: number; reason: string }): string =>
  `${kind.replaceAll('_', ' ')} ${score.toFixed(2)}: ${reason}`;

interface Page {
  out: Output;
  answer: WhyNot;
  short: (id: string) => string;
  now: string;
}

const line = ({ out }: Page, text: string, indent = INDENT): string =>
  `${' '.repeat(indent)}${wrap(text, out.width, indent)}`;

function fateLines({ short }: Page, { fate, items, taken_back }: Turn): string[] {
  const lines = items.map(({ id, type, status, content, noted }) => {
    const how = noted && type === 'rule' ? 'a rule at once, as you noted it' : `a ${type}`;
    const where = status === 'CURRENT' ? '' : `, ${status} now`;
    return `→ ${how}${where}: ${short(id)} ${shortened(content)}`;
  });
  lines.push(...taken_back.map((what) => `→ taken back: ${shortened(what)}`));
  if (lines.length > 0) return lines;
  return [`→ ${WORDS[fate]}`];
}

const WORDS: Record<Turn['fate'], string> = {
  learned: 'learned',
  taken_back: 'taken back',
  nothing: 'read by the model; no lesson rests on it',
  skipped: 'not read by a model: its part of the session was not worth a call',
  reading: 'read; what was found is not yet compared with what is known',
  unread: 'not read yet',
  unpublished: 'captured, and not in the store yet',
};

function turnText(page: Page, turn: Turn): string {
  const { dim, cyan } = page.out.colors;
  const number = String(turn.turn).padStart(INDENT - 2);
  const lines = [`${cyan(number)}  ${wrap(`“${shortened(turn.text ?? '')}”`, page.out.width, INDENT)}`];
  if (turn.signal) lines.push(dim(line(page, signalText(turn.signal))));
  return [...lines, ...fateLines(page, turn).map((fate) => line(page, fate))].join('\n');
}

const range = (from: number | null, to: number | null): string => {
  if (from === null || to === null) return 'No turn of yours';
  return from === to ? `Turn ${from}` : `Turns ${from} to ${to}`;
};

/** What was done with it, and what came of that. */
const READ: Record<Reading['outcome'], readonly [did: string, then: string]> = {
  learned: ['read', ''],
  nothing: ['read', '; nothing found'],
  skipped: ['not worth a call', ''],
  failed: ['reading failed', ''],
  reading: ['read', '; not finished'],
};

function readingHead(reading: Reading, tries: number): string {
  const { from_turn, to_turn, interactions, outcome, at, prompt, model } = reading;
  const by = prompt === null || outcome === 'failed' ? '' : ` with ${prompt}${model === null ? '' : `, ${model}`}`;
  const what = `${range(from_turn, to_turn)} (${counted(interactions, 'interaction')})`;
  const when = tries > 1 ? `${tries} times, last on` : 'on';
  const [did, then] = READ[outcome];
  return `${what}: ${did} ${when} ${localTime(at)}${by}${then}`;
}

function readingNotes(page: Page, { outcome, why, strongest, changed, refused, candidates }: Reading): string[] {
  const notes: string[] = [];
  if (outcome === 'failed') notes.push(`Why: ${shortened(why ?? 'unknown')}`);
  if (outcome === 'skipped') {
    const where = strongest?.turn ? `turn ${strongest.turn}` : 'what a tool did';
    const sign = strongest ? `; the surest sign was ${where}, ${signalText(strongest)}` : '';
    notes.push(`Why: ${why ?? 'unknown'}${sign}`);
  }
  for (const { id, change, content } of changed)
    notes.push(`${changeWord(change)}: ${page.short(id)} ${shortened(content)}`);
  if (outcome === 'learned' && changed.length === 0) {
    notes.push(candidates > 0 ? 'What was found was known already, or is gone since.' : 'Nothing was found.');
  }
  for (const { what, why: reason } of refused) notes.push(`refused: ${shortened(what)} (${reason})`);
  return notes.map((note) => line(page, note, MARGIN));
}

/** Also a turn that was noted, and so learned at once, may not have been read. */
function sections(page: Page): string[] {
  const { answer, out } = page;
  const left = new Set(answer.turns);
  const tries = ({ outcome, from_seq }: Reading) =>
    answer.readings.filter((other) => outcome === 'failed' && other.outcome === outcome && other.from_seq === from_seq);
  const told = answer.readings.filter((reading) => (tries(reading).at(-1) ?? reading) === reading);
  const blocks = told.map((reading) => {
    const own = answer.turns.filter(
      ({ seq }) => reading.outcome !== 'failed' && seq !== null && reading.from_seq <= seq && seq < reading.to_seq,
    );
    for (const turn of own) left.delete(turn);
    return [
      out.colors.bold(wrap(readingHead(reading, tries(reading).length), out.width)),
      ...readingNotes(page, reading),
      ...own.map((turn) => turnText(page, turn)),
    ].join('\n');
  });
  const waits = waitingLines(page);
  if (left.size > 0 || waits.length > 0) {
    const title = out.colors.bold('Not read yet');
    blocks.push([title, ...waits, ...[...left].map((turn) => turnText(page, turn))].join('\n'));
  }
  return blocks;
}

function waitingLines(page: Page): string[] {
  const { unread, waiting, project } = page.answer;
  const say = (text: string) => line(page, text, MARGIN);
  const lines: string[] = [];
  if (unread.unpublished > 0)
    lines.push(say(`In the journal only: ${counted(unread.unpublished, 'interaction')}; ${SOON}`));
  if (waiting === null || (unread.interactions === 0 && unread.unpublished === 0 && waiting.job === null)) return lines;
  const { job, paused, capped, waiting_turns } = waiting;
  if (paused) lines.push(say(plain(bannerText(paused, waiting_turns))));
  else if (capped !== null) lines.push(say(`Learning waits, and nothing is lost: ${capped}.`));
  else if (job?.state === 'running') lines.push(say('It is being read now.'));
  else if (job?.failure) {
    const retry_at = job.state === 'dead' ? null : job.due_at;
    const failure = { project, class: job.failure, message: job.failure_message ?? '', retry_at };
    lines.push(...failureLines([failure], page.now).map(say));
  } else if (job) {
    const due = untilText(job.due_at, page.now);
    lines.push(say(`The next reading is due ${due}; at once with: claude-smart learn`));
  }
  return lines;
}
const SOON = 'the background process takes it up within a minute, or at once: claude-smart learn';

/** The day is said once when it is the same. */
function timesText(from: string | null, to: string): string {
  const [end, start] = [localTime(to), from === null ? undefined : localTime(from)];
  if (start === undefined || start === end) return end;
  return `${start} to ${start.slice(0, DAY) === end.slice(0, DAY) ? end.slice(DAY + 1) : end}`;
}
const DAY = '2026-11-30'.length;

function headText({ out, answer }: Page): string {
  const { session_id, project, started_at, last_at, ended, turns, readings } = answer;
  const refused = readings.reduce((sum, one) => sum + one.refused.length, 0);
  const rules = new Set(turns.flatMap(({ items }) => items.map(({ id }) => id))).size;
  const counts = [
    `${counted(turns.length, 'turn')} of yours`,
    counted(readings.length, 'reading'),
    `${counted(rules, 'rule or fact', 'rules or facts')}`,
    ...(refused > 0 ? [`${counted(refused, 'proposal')} refused`] : []),
  ];
  const id = plain(session_id);
  const head = wrap(
    `${id} ${project}, ${timesText(started_at, last_at)}${ended ? '' : ', not ended'}`,
    out.width,
    MARGIN,
  );
  return [
    head.slice(0, id.length) === id ? out.colors.cyan(id) + head.slice(id.length) : head,
    out.colors.dim(wrap(counts.join(' · '), out.width)),
  ].join('\n');
}

/** `ids`: of all rules and facts, by which short ones are told apart. */
export function whyNotText(out: Output, answer: WhyNot, ids: readonly string[], now: string): string {
  const page = { out, answer, short: (id: string) => shortId(id, ids), now };
  const blocks = sections(page);
  const none = answer.turns.length === 0 && blocks.length === 0 ? ['Nothing was typed in it yet.'] : [];
  return [headText(page), ...blocks, ...none].join('\n\n');
}
