/** Small questions about what a person typed: is it praise, is it the same request again. */
import { typedText } from './human.ts';
import { phrasesIn } from './phrases.ts';
import { folded, languagesOf, sentencesOf } from './sentences.ts';

export function praises(text: string): boolean {
  const typed = typedText(text);
  const langs = languagesOf(typed);
  return sentencesOf(typed).some((sentence) => phrasesIn(sentence, langs).has('praise'));
}

const FEWEST = 4;
const ALIKE = 0.6;

function wordsOf(text: string): Set<string> {
  return new Set(
    folded(typedText(text))
      .slice(0, 4_000)
      .match(/\p{Script=Han}|[\p{L}\p{N}]{2,}/gu) ?? [],
  );
}

/** Whether two requests share most of their words; very short ones ("continue") say too little. */
export function isRepeated(text: string, before: string): boolean {
  const [now, then] = [wordsOf(text), wordsOf(before)];
  if (now.size < FEWEST || then.size < FEWEST) return false;
  const shared = [...now].filter((word) => then.has(word)).length;
  return shared / (now.size + then.size - shared) >= ALIKE;
}
