/** Shortens what a call reads; how much a text costs is estimated in core/tokens.ts. */
import { estimateTokens, quarterTokens } from '../core/tokens.ts';

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
