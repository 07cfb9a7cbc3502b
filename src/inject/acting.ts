/**
 * Whether a rule's trigger is about doing something: only such a rule is told right before a tool runs. What is about talking
 * (answering, explaining, a greeting) was due at the prompt, and a rule without a trigger says nothing about when.
 */

/** Stems of words that stand for talk, at the beginning of a trigger: "When explaining …", "answering questions about …". */
const TALK =
  /^(?:answer|apolog|ask|chat|clarif|converse|discuss|explain|explanation|greet|present|propos|recommend|repl(?:y|ies)|report|respond|response|say|speak|suggest|summar|talk|tell|thank|translat)/;
/** What stands in front of the word that says what is done. */
const LEAD =
  /^(?:when|whenever|before|after|while|if|on|in|for|at|during|the|a|an|you|are|user|is|to|person|asked|asks)$/;

/** `trigger` as it is stored; '' is about nothing. */
export function isAboutActing(trigger: string): boolean {
  const words = trigger.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const first = words.find((word) => !LEAD.test(word));
  return first !== undefined && !TALK.test(first);
}
