/**
 * Text for a terminal: how wide it is, where it breaks, and without anything in it that would steer the terminal. What is
 * printed here was learned from conversations, so nothing of it is trusted to be plain.
 */
import { withoutInvisible } from '../core/invisible.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]|\ufe0f/u;

/** A second pass finds nothing more: what is invisible goes first, or taking it out could join what steers. */
export const plain = (text: string): string =>
  withoutInvisible(text)
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** A JSON document in which no character steers a terminal or hides: they are escaped, so that its meaning is the same. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u2028\u2029\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
    (found) =>
      [...Array(found.length).keys()].map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/** Segmenting takes time that grows with the square of a text's length, so it is done piece by piece. */
const PIECE = 500;

/** What a reader takes for one character, each: also what was joined by marks, selectors and joiners. */
function* characters(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    // Half a character would part what stands before it from the rest.
    const end = from + PIECE - (/[\ud800-\udbff]/.test(text.charAt(from + PIECE - 1)) ? 1 : 0);
    const isLast = end >= text.length;
    const found = [...graphemes.segment(text.slice(from, end))];
    // The last one may go on behind the piece.
    if (!isLast && found.length > 1) found.pop();
    for (const { segment } of found) {
      yield segment;
      from += segment.length;
    }
  }
}

const unitWidth = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

/** Columns that the text takes. */
export function widthOf(text: string): number {
  // Most text is ASCII, which needs no segmenter.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const segment of characters(text)) width += unitWidth(segment);
  return width;
}

/** A word too long for a line, in pieces that fit; no more than `most` of them. */
function pieces(word: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
  const out: string[] = [];
  let line = '';
  let used = 0;
  for (const segment of characters(word)) {
    const wide = unitWidth(segment);
    if (used + wide > width && line !== '') {
      out.push(line);
      if (out.length === most) return out;
      line = '';
      used = 0;
    }
    line += segment;
    used += wide;
  }
  return [...out, line];
}

/** Scripts written without spaces may break anywhere; a line of them is cut where it is full. */
const breakable = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? [];

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const token of breakable(text)) {
    if (/^\s/.test(token)) {
      if (line === '') continue;
      if (used + 1 < width) {
        line += ' ';
        used += 1;
        continue;
      }
      lines.push(line.trimEnd());
      line = '';
      used = 0;
      continue;
    }
    const wide = widthOf(token);
    if (used + wide <= width) {
      line += token;
      used += wide;
      continue;
    }
    if (wide <= width && line !== '') {
      lines.push(line.trimEnd());
      line = token;
      used = wide;
      continue;
    }
    const [first = '', ...rest] = fill(token, width, used);
    if (first !== '') lines.push(line + first);
    else if (line !== '') lines.push(line.trimEnd());
    line = rest.pop() ?? '';
    lines.push(...rest);
    used = widthOf(line);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}

/** The word cut so that its first piece fills what is left of the line; that piece is '' when too little is left. */
function fill(word: string, width: number, used: number): string[] {
  const left = width - used;
  if (used === 0 || left < 8) return used === 0 ? pieces(word, width) : ['', ...pieces(word, width)];
  const [first = ''] = pieces(word, left, 1);
  return [first, ...pieces(word.slice(first.length), width)];
}

/** The text in lines of at most `width` columns (at least 20), each but the first behind `indent` spaces. */
export function wrap(text: string, width: number, indent = 0): string {
  const room = Math.max(20, width) - indent;
  const lines = plain(text)
    .replace(/\t/g, '  ')
    .split('\n')
    .flatMap((line) => wrapLine(line, room));
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** The beginning of a line that fits; where it was cut it ends in an ellipsis. */
export function clip(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  return width < 2 ? '' : `${pieces(line, width - 1, 1)[0] ?? ''}…`;
}

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Pairs in two columns, the names as wide as the widest. */
export function table(rows: readonly (readonly [string, string])[], width: number): string {
  const first = Math.max(...rows.map(([name]) => widthOf(name))) + 2;
  return rows.map(([name, value]) => name.padEnd(first) + wrap(value, width, first)).join('\n');
}
