/** `why` for a terminal: the item, then its turns in their own words, its readings, its changes and whom it was told. */
import { localTime } from '../core/when.ts';
import { changeText } from './change-text.ts';
import { ruleSentence } from './items.ts';
import type { Output } from './output.ts';
import { counted, wrap } from './text.ts';
import type { TurnJson } from './turn.ts';
import type { Why } from './why.ts';

/** Of a long turn the terminal gets the head; --json has all of it. */
const TURN_UNITS = 600;
const INDENT = 4;

const shortSession = (id: string): string => id.slice(0, 8);

function turnText(out: Output, turn: TurnJson): string {
  const pad = ' '.repeat(INDENT);
  if (turn.at === null)
    return `  ${out.colors.dim(`a turn of session ${shortSession(turn.session_id)} that is no longer stored`)}`;
  const body = turn.text.length <= TURN_UNITS ? turn.text : `${turn.text.slice(0, TURN_UNITS).trimEnd()} …`;
  const head = `${localTime(turn.at)}  ${turn.who}, session ${shortSession(turn.session_id)}`;
  const signal = turn.signal
    ? `${turn.signal.kind.replaceAll('_', ' ')} ${turn.signal.score.toFixed(2)}: ${turn.signal.reason}`
    : '';
  return [
    `  ${out.colors.dim(wrap(head, out.width, INDENT))}`,
    pad + wrap(body, out.width, INDENT),
    ...(signal === '' ? [] : [pad + out.colors.dim(wrap(`(${signal})`, out.width, INDENT))]),
  ].join('\n');
}

function readings(why: Why): string[] {
  const read = why.extractions.map(
    ({ at, prompt, model, session_id }) =>
      `${localTime(at)}  session ${shortSession(session_id)}, with prompt ${prompt}${model === null ? '' : ` and model ${model}`}`,
  );
  if (read.length > 0) return read;
  return 'provisional' in why && why.provisional ? ['You noted it; no model has read it yet.'] : [];
}

type Short = (id: string) => string;

function links({ replaced, replaced_by, status, told_as, instead_of, told_for }: Why, short: Short): string[] {
  const named = ({ id, content }: { id: string; content: string }) => `${short(id)}: ${content}`;
  return [
    ...(replaced_by ? [`${status}: it lives on in ${named(replaced_by)}`] : []),
    ...(told_as ? [`a shared rule is told in its place: ${named(told_as)}`] : []),
    ...instead_of.map((one) => `it holds here instead of ${named(one)}`),
    ...told_for.map((one) => `it is told for ${named(one)}`),
    ...replaced.map((one) => `it replaced ${named(one)}`),
  ];
}

function told({ injections }: Why): string[] {
  const last = injections.at(-1);
  if (!last) return ['Not told to any session yet.'];
  const sessions = new Set(injections.map(({ session_id }) => session_id)).size;
  return [`${counted(injections.length, 'time')} in ${counted(sessions, 'session')}, last on ${localTime(last.at)}`];
}

export function whyText(out: Output, why: Why, short: Short): string {
  const id = short(why.id);
  const said = 'trigger' in why ? ruleSentence(why) : why.content;
  const rationale = 'rationale' in why ? why.rationale : '';
  const notes = [why.status, why.kind, why.scope].join(' · ');
  const head = [
    `${out.colors.cyan(id)}  ${wrap(said, out.width, id.length + 2)}`,
    ...[rationale, notes].filter((line) => line !== '').map((line) => `  ${out.colors.dim(wrap(line, out.width, 2))}`),
  ];
  const plainLines = (lines: readonly string[]) => lines.map((line) => `  ${wrap(line, out.width, INDENT)}`);
  const sections: [string, string[]][] = [
    [`Rests on ${counted(why.turns.length, 'turn')}`, why.turns.map((turn) => turnText(out, turn))],
    ['Read', plainLines(readings(why))],
    ['Changes', plainLines(why.changes.map((change) => `${localTime(change.at)}  ${changeText(change)}`))],
    ['Links', plainLines(links(why, short))],
    ['Told', plainLines(told(why))],
  ];
  const blocks = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${out.colors.bold(title)}\n${lines.join('\n')}`);
  return [head.join('\n'), ...blocks].join('\n\n');
}
