/**
 * What a person wrote themselves in a text: pasted blocks, fenced code and quoted lines are somebody else's words, or a
 * program's. Linear in the length of the text.
 */

const PASTED = /<pasted_content\b[^>]{0,300}>[\s\S]*?(?:<\/pasted_content>|$)/gi;
const FENCE = /^[ \t]{0,3}(```|~~~)/;
const QUOTE = /^[ \t]*>/;

export const withoutPasted = (text: string): string => text.replace(PASTED, '');

export function ownWords(text: string): string {
  const own: string[] = [];
  let fence: string | undefined;
  for (const line of withoutPasted(text).split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark === fence) fence = undefined;
    } else if (mark !== undefined) {
      // A fence that closes in its own line opens nothing.
      if (!line.trim().slice(mark.length).includes(mark)) fence = mark;
    } else if (!QUOTE.test(line)) own.push(line);
  }
  return own.join('\n').trim();
}
