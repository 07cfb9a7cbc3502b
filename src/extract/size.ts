/**
 * How much a text costs, and how to shorten it. The estimate errs to the high side for every script: a quarter of a token for
 * an ASCII character, half for other alphabets below U+2E80, one for each UTF-16 unit above (CJK; an emoji is two).
 */

function quarterTokens(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x2e80 ? 2 : 4;
}

export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let i = 0; i < text.length; i++) quarters += quarterTokens(text.charCodeAt(i));
  return Math.ceil(quarters / 4);
}

const cutMark = (units: number) => `\n[… ${units} characters left out …]\n`;
const MARK_TOKENS = 12;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** `text` in at most `tokens`: its head, a mark, and twice as much of its tail, because errors are at the end. */
export function shorten(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const room = Math.max(0, tokens - MARK_TOKENS) * 4;
  let end = 0;
  for (let left = room / 3; end < text.length; end++) {
    left -= quarterTokens(text.charCodeAt(end));
    if (left < 0) break;
  }
  let start = text.length;
  for (let left = (room * 2) / 3; start > end; start--) {
    left -= quarterTokens(text.charCodeAt(start - 1));
    if (left < 0) break;
  }
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
  if (isLowSurrogate(text.charCodeAt(start))) start++;
  return text.slice(0, end) + cutMark(start - end) + text.slice(start);
}
