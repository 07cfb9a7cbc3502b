/**
 * How many tokens a text is, estimated to the high side for every script: a quarter of a token for an ASCII character, half for
 * other alphabets below U+2E80, one for each UTF-16 unit above (CJK; an emoji is two).
 */

export function quarterTokens(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x2e80 ? 2 : 4;
}

export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let i = 0; i < text.length; i++) quarters += quarterTokens(text.charCodeAt(i));
  return Math.ceil(quarters / 4);
}
