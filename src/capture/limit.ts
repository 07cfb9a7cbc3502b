/**
 * Cuts long fields in the middle. Head and tail stay, the tail twice as long as the head because errors are at the end; a
 * marker says how much went, and no surrogate pair is split.
 */

const marker = (units: number) => `\n[… ${units} characters cut …]\n`;
/** At most, for any text that fits in memory. */
const MARKER_UNITS = 40;

const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** `text` within `limit` UTF-16 units, and how many units were cut; `already` went before and is counted in the marker. */
export function clip(text: string, limit: number, already = 0): { text: string; cut: number } {
  if (text.length <= limit) return { text, cut: already };
  const head = Math.floor((limit - MARKER_UNITS) / 3);
  let end = head;
  let start = text.length - (limit - MARKER_UNITS - head);
  if (isLow(text.charCodeAt(end))) end--;
  if (isLow(text.charCodeAt(start))) start++;
  const cut = already + start - end;
  return { text: text.slice(0, end) + marker(cut) + text.slice(start), cut };
}

/**
 * The first and last `size` units of a longer text, without the words that the cut went through: half a secret has no shape
 * to be recognised by.
 */
export function ends(text: string, size: number, longestWord: number): { text: string; cut: number } {
  if (text.length <= 2 * size) return { text, cut: 0 };
  let end = size;
  let start = text.length - size;
  while (end > size - longestWord && !isSpace(text.charCodeAt(end))) end--;
  while (start < text.length - size + longestWord && !isSpace(text.charCodeAt(start - 1))) start++;
  return { text: `${text.slice(0, end)}\n…\n${text.slice(start)}`, cut: start - end };
}

const isSpace = (unit: number) => unit <= 0x20;

/** `value` as it is when its JSON has at most `limit` units; else that JSON as one clipped text. */
export function clipJson(value: unknown, limit: number): { value: unknown; cut: number } {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= limit) return { value, cut: 0 };
  const clipped = clip(json, limit);
  return { value: clipped.text, cut: clipped.cut };
}
