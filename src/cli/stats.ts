/**
 * `claude-smart stats`: what sessions were told, at which events and how much of their context that was, and how the rules fared
 * that were told most: a rule that a person had to repeat after it was told is flagged.
 */
import { contextTokens } from '../capture/context-size.ts';
import { localDay } from '../core/when.ts';
import {
  type Told,
  type ToldAt,
  type ToldItem,
  toldByEvent,
  toldInAll,
  toldItems,
  toldSessions,
} from '../store/injection-stats.ts';
import type { Db } from '../store/open.ts';
import { shownId } from '../store/shown-id.ts';
import type { Output } from './output.ts';
import { askStore, type Run } from './run.ts';
import { counted, plain, table, wrap } from './text.ts';

const MOST_ITEMS = 20;
/** Transcripts looked into for how large the context was. */
const MOST_SESSIONS = 50;
/** Of an item the terminal gets the beginning. */
const CONTENT_UNITS = 160;

interface Stats {
  total: Told;
  events: ToldAt[];
  items: (ToldItem & { short: string })[];
  /** Of the newest sessions whose transcript says how large their context became; `share` of it is what was told. */
  context: { sessions: number; told_tokens: number; tokens: number; share: number | null };
}

const NOTHING: Stats = {
  total: { times: 0, sessions: 0, items: 0, tokens: 0 },
  events: [],
  items: [],
  context: { sessions: 0, told_tokens: 0, tokens: 0, share: null },
};

function contextOf(db: Db): Stats['context'] {
  const sum = { sessions: 0, told_tokens: 0, tokens: 0 };
  for (const { tokens: told, transcript_path } of toldSessions(db, MOST_SESSIONS)) {
    const tokens = transcript_path === null ? undefined : contextTokens(transcript_path);
    if (tokens === undefined) continue;
    sum.sessions += 1;
    sum.told_tokens += told;
    sum.tokens += tokens;
  }
  return { ...sum, share: sum.tokens === 0 ? null : sum.told_tokens / sum.tokens };
}

const read = (db: Db): Stats => ({
  total: toldInAll(db),
  events: toldByEvent(db),
  items: toldItems(db, MOST_ITEMS).map((item) => ({ ...item, short: shownId(db, item.id) })),
  context: contextOf(db),
});

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

function contextText({ sessions, told_tokens, tokens, share }: Stats['context']): string {
  if (share === null) return 'not known: no transcript of these sessions says how large its context was';
  return `${percent(share)}: about ${told_tokens} of ${tokens} tokens, in ${counted(sessions, 'session')}`;
}

function itemLine(
  out: Output,
  { short, content, status, times, sessions, last_at, flagged_at }: Stats['items'][0],
): string {
  const text = content === null ? '(forgotten)' : content;
  const said = text.length <= CONTENT_UNITS ? text : `${text.slice(0, CONTENT_UNITS).trimEnd()} …`;
  const notes = [
    `told ${counted(times, 'time')} in ${counted(sessions, 'session')}, last on ${localDay(last_at)}`,
    ...(status === null || status === 'CURRENT' ? [] : [status]),
    ...(flagged_at === null ? [] : [`corrected again on ${localDay(flagged_at)} although it was told`]),
  ];
  const indent = short.length + 2;
  return `${out.colors.cyan(short)}  ${wrap(said, out.width, indent)}\n${' '.repeat(indent)}${out.colors.dim(wrap(notes.join(' · '), out.width, indent))}`;
}

function text(out: Output, { total, events, items, context }: Stats): string {
  if (total.times === 0) return 'No session was told anything yet.';
  const told = ({ times, items: some, tokens }: Told) =>
    `${counted(times, 'time')}, ${counted(some, 'item')}, about ${counted(tokens, 'token')}`;
  const rows: [string, string][] = [
    ...events.map((one): [string, string] => [plain(one.event), told(one)]),
    ['in all', `${told(total)}, in ${counted(total.sessions, 'session')}`],
    ['of the context', contextText(context)],
  ];
  const most = items.map((item) => itemLine(out, item)).join('\n');
  return `${table(rows, out.width)}\n\n${out.colors.bold('Told most')}\n${most}`;
}

export function stats(run: Run, options: { json?: boolean }): void {
  const found = askStore(run, read) ?? NOTHING;
  if (options.json) run.out.json(found);
  else run.out.print(text(run.out, found));
}
