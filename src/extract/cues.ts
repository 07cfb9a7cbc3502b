/**
 * Cues are tasks in which a lesson matters, and must not hold its answer: a cue that does is found only by who knows already.
 */
import { isPlain, words } from '../core/words.ts';
import { namesIn } from './grounding.ts';

interface Told {
  trigger: string;
  content: string;
}

const CODE_SPAN = /`([^`\n]{1,300})`/g;
/** Part of the answer's words from which on a cue tells it. */
const GIVEN_AWAY = 0.5;

/** Whether a task prompt says what the lesson would have told: its names, or most of the words that are not its situation. */
export function tellsAnswer({ trigger, content }: Told): (cue: string) => boolean {
  const situation = new Set(words(trigger));
  const telling = (text: string) => [...new Set(words(text))].filter((term) => !isPlain(term) && !situation.has(term));
  const answer = telling(content);
  const names = new Set(namesOf(content).filter((name) => !trigger.toLowerCase().includes(name)));
  return (cue) => {
    const lower = cue.toLowerCase();
    if ([...names].some((name) => lower.includes(name))) return true;
    const mine = telling(cue);
    const told = answer.filter((term) => mine.includes(term)).length;
    return told > 0 && (told >= answer.length * GIVEN_AWAY || (mine.length > 2 && told === mine.length));
  };
}

/** Whole commands, their pieces with a sign or a digit inside, and what looks like a name anywhere. */
function namesOf(content: string): string[] {
  const spans = [...content.matchAll(CODE_SPAN)].map((match) => String(match[1]).trim());
  const typed = spans
    .flatMap((span) => [span, ...span.split(/\s+/)])
    .filter((piece) => /[\s\p{N}_./=:@-]/u.test(piece));
  const names = [...typed, ...namesIn(content.replaceAll('`', ' '))];
  return names.map((name) => name.toLowerCase()).filter((name) => name.length > 2);
}
