/**
 * What stands on the screen of `review`, as lines of coloured text that fit its width. Pure: the same entry and width give the
 * same lines, so that scrolling can count them and tests can read them.
 */
import { localTime } from '../../core/when.ts';
import { ruleSentence } from '../items.ts';
import { clip, counted, plain, widthOf, wrap } from '../text.ts';
import type { TurnJson } from '../turn.ts';
import type { Shown } from './shown.ts';

export type Tone = 'id' | 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'marked';
export interface Span {
  text: string;
  tone?: Tone;
}
export type Line = Span[];

const WORDS: Record<Shown['news'], { text: string; tone: Tone }> = {
  new: { text: 'new', tone: 'good' },
  reworded: { text: 'reworded', tone: 'warn' },
  replaced: { text: 'stands against another', tone: 'warn' },
  disagrees: { text: 'disagrees with what counts everywhere', tone: 'warn' },
  archived: { text: 'no longer counts', tone: 'dim' },
  not_followed: { text: 'NOT FOLLOWED', tone: 'bad' },
  pending: { text: 'PENDING', tone: 'warn' },
};

/** The line cut to the width; what is cut ends in an ellipsis. */
export function fitted(line: Line, width: number): Line {
  const out: Line = [];
  let left = width;
  for (const span of line) {
    const wide = widthOf(span.text);
    if (wide > left) {
      out.push({ ...span, text: clip(span.text, left) });
      return out;
    }
    out.push(span);
    left -= wide;
  }
  return out;
}

const joined = (parts: readonly Span[], gap: Span): Line =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [gap, part]));

const DOT: Span = { text: ' · ', tone: 'dim' };

function notesOf(shown: Shown): Span[] {
  const { lesson, news, replaced, before, turns, project } = shown;
  const dim = (text: string): Span => ({ text, tone: 'dim' });
  return [
    WORDS[news],
    dim(lesson.provisional ? 'as you noted it' : lesson.kind),
    ...(replaced.length > 0 ? [dim(`replaced ${replaced.length}`)] : before ? [dim('before → after')] : []),
    dim(counted(turns.length, 'turn')),
    dim(localTime(shown.at)),
    ...(project === '' ? [dim(lesson.type === 'rule' ? 'all projects' : 'about you')] : []),
  ];
}

const oneLine = (text: string): string => plain(text).replace(/\s+/g, ' ').trim();

/** Two lines an entry in the list. `mark`: what was done about it. */
export function rowLines(shown: Shown, chosen: boolean, mark: string | undefined, width: number): Line[] {
  const sign: Span = mark ? { text: '✓ ', tone: 'dim' } : { text: '● ', tone: WORDS[shown.news].tone };
  const body = oneLine(ruleSentence(shown.lesson));
  const tone = mark ? ('dim' as const) : chosen ? ('strong' as const) : undefined;
  const head: Line = [
    { text: chosen ? '❯ ' : '  ', tone: 'marked' },
    sign,
    { text: `${shown.short}  `, tone: 'id' },
    tone ? { text: body, tone } : { text: body },
  ];
  const notes: Line = mark ? [{ text: mark, tone: 'dim' }] : joined(notesOf(shown), DOT);
  return [fitted(head, width), fitted([{ text: '    ' }, ...notes], width)];
}

const wrapped = (text: string, width: number, indent: number, tone?: Tone): Line[] =>
  wrap(text, width - indent)
    .split('\n')
    .map((one) => [{ text: ' '.repeat(indent) + one, ...(tone ? { tone } : {}) }]);

const title = (text: string): Line[] => [[], [{ text, tone: 'strong' }]];

const TURN_UNITS = 700;

function turnLines(turn: TurnJson, width: number): Line[] {
  if (turn.at === null) return [[{ text: '  a turn that is no longer stored', tone: 'dim' }]];
  const head = `  ${turn.who}, ${localTime(turn.at)}, session ${turn.session_id.slice(0, 8)}`;
  const text = turn.text.trim() === '' ? '(its words were forgotten)' : turn.text;
  const body = text.length > TURN_UNITS ? `${text.slice(0, TURN_UNITS).trimEnd()} …` : text;
  const quote = wrap(body, width - 4).split('\n');
  const tone = turn.who === 'you' ? {} : { tone: 'dim' as const };
  return [
    fitted([{ text: head, tone: 'dim' }], width),
    ...quote.map(
      (one): Line => [
        { text: '  │ ', tone: 'dim' },
        { text: one, ...tone },
      ],
    ),
  ];
}

/** One wording, signed as in a diff. */
const signed = (sign: '-' | '+', text: string, width: number): Line[] =>
  wrap(text, width - 4)
    .split('\n')
    .map((one, i): Line => [{ text: `  ${i === 0 ? sign : ' '} ${one}`, tone: sign === '-' ? 'bad' : 'good' }]);

function beforeAfter({ lesson, before, replaced }: Shown, width: number): Line[] {
  const gone = [
    ...(before ? [signed('-', ruleSentence(before), width)] : []),
    ...replaced.map((one) => signed('-', `${ruleSentence(one)}  [${one.short}]`, width)),
  ];
  if (gone.length === 0) return [];
  return [...title('Before → after'), ...gone.flat(), ...signed('+', ruleSentence(lesson), width)];
}

/** Everything about one entry. */
export function detailLines(shown: Shown, mark: string | undefined, width: number): Line[] {
  const { lesson, turns, disagrees } = shown;
  const flagged = lesson.flagged_at === null ? [] : notFollowed(lesson.flagged_at, width);
  const waits = lesson.status === 'PENDING' ? wrapped('It does not count until you keep it.', width, 2, 'warn') : [];
  return [
    fitted([{ text: shown.short, tone: 'id' }, { text: '  ' }, ...joined(notesOf(shown), DOT)], width),
    ...(mark ? [[{ text: `✓ ${mark}`, tone: 'good' as const }]] : []),
    [],
    ...wrapped(ruleSentence(lesson), width, 2, 'strong'),
    ...(lesson.rationale === '' ? [] : wrapped(lesson.rationale, width, 2)),
    ...waits,
    ...flagged,
    ...beforeAfter(shown, width),
    ...(disagrees.length === 0
      ? []
      : [
          ...title(lesson.project_id === null ? 'Disagrees with' : 'Disagrees with, and wins in this project'),
          ...disagrees.flatMap((one) => wrapped(`${one.short}  ${ruleSentence(one)}`, width, 2)),
        ]),
    ...(turns.length === 0 ? [] : title(`Rests on ${counted(turns.length, 'turn')}`)),
    ...turns.flatMap((turn) => turnLines(turn, width)),
    ...(lesson.cues.length === 0
      ? []
      : [...title('Comes up with'), ...wrapped(lesson.cues.join(' · '), width, 2, 'dim')]),
  ];
}

/** A message is read whole: it may name a file with a person's words. */
export const messageLines = ({ text, tone }: { text: string; tone: Tone }, width: number): Line[] =>
  wrapped(text, width, 0, tone).slice(0, 8);

/** What is erased, before it is asked. `going`: what goes with it, in words. */
export const goingLines = ({ short, lesson }: Shown, going: string, width: number): Line[] => [
  ...wrapped(`Forget ${short}?`, width, 2, 'bad'),
  [],
  ...wrapped(ruleSentence(lesson), width, 2, 'strong'),
  [],
  ...wrapped(going, width, 2),
];

const notFollowed = (at: string, width: number): Line[] =>
  wrapped(
    `NOT FOLLOWED: it was told to a session and corrected again, last on ${localTime(at)}. Clearer words may help.`,
    width,
    2,
    'bad',
  );

const KEYS: readonly [key: string, does: string][] = [
  ['↑ ↓  j k', 'choose'],
  ['↵  space', 'details, and back'],
  ['y', 'keep: it is right'],
  ['a', 'archive: it no longer counts'],
  ['r', 'bring back what it replaced'],
  ['e', 'edit its words'],
  ['s', 'share with all projects, or take back'],
  ['f', 'forget: erase it for good'],
  ['u', 'undo what you did last'],
  ['Y', 'keep all that is left'],
  ['g G', 'first, last'],
  ['?', 'this help'],
  ['q', 'leave; the rest waits'],
];

export const helpLines = (width: number): Line[] =>
  KEYS.map(([key, does]) => fitted([{ text: `  ${key.padEnd(10)}`, tone: 'id' }, { text: does }], width));

/** As many keys as fit, the most needed first. */
export function footer(mode: 'list' | 'details', width: number): Line {
  const keys: [string, string][] = [
    ['y', 'keep'],
    ['a', 'archive'],
    ['e', 'edit'],
    mode === 'list' ? ['↵', 'details'] : ['esc', 'back'],
    ['?', 'keys'],
    ['q', 'quit'],
    ['u', 'undo'],
    ['r', 'bring back'],
    ['s', 'share'],
    ['f', 'forget'],
  ];
  const line: Line = [];
  let left = width;
  for (const [key, does] of keys) {
    const wide = key.length + does.length + 3;
    if (wide > left) break;
    line.push({ text: key, tone: 'id' }, { text: ` ${does}  ` });
    left -= wide;
  }
  return line;
}
