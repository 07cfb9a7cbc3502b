/**
 * How likely it is that a message corrects the agent: a sum of weighted marks, the message's and its strongest sentence's
 * ("one such sentence in a longer message is enough"), made a probability. The weights are data (weights.ts); nothing that was
 * pasted takes part. Total: every string has a score.
 */
import { MARKS, PHRASE_WORDS, type Phrase } from './features.ts';
import { typedLines, typedText } from './human.ts';
import { phrasesIn } from './phrases.ts';
import { type Reply, readReply, sharedTopics } from './reply.ts';
import { languagesOf, sentencesOf } from './sentences.ts';
import { WEIGHTS } from './weights.ts';

/** How the message came about. */
export type TurnContext = 'prompt' | 'after_interrupt' | 'tool_rejection' | 'plan_rejection';

export interface Turn {
  text: string;
  /** What the agent last said or did; empty at the start of a session. */
  prev: string;
  context: TurnContext;
}

export interface Judgement {
  /** 0 to 1. */
  score: number;
  /** The marks that weighed most. */
  reason: string;
}

/** From here on a turn counts as a correction. */
export const CORRECTION_FROM = 0.5;

/** The reason where no mark was found. */
export const NOTHING_SPEAKS = 'nothing speaks for a correction';

export interface Features {
  message: string[];
  sentences: string[][];
}

const MARK_SET: ReadonlySet<string> = new Set(MARKS);
const SHORT = 40;
const SPEC = 200;
const LONG = 400;
const VERY_LONG = 1_200;

export function featuresOf({ text, prev, context }: Turn): Features {
  const lines = typedLines(text);
  const typed = typedText(text, lines);
  const langs = languagesOf(typed);
  const sentences = sentencesOf(typed);
  const found = sentences.map((sentence) => phrasesIn(sentence, langs));
  const reply = readReply(prev);
  const { shared, part } = sharedTopics(lines.join('\n'), prev);
  const length = typed.trim().length;
  const all = new Set(found.flatMap((phrases) => [...phrases]));
  const message = ['bias', `ctx_${context}`, ...replyFeatures(reply, context)];
  if (!reply.none && shared === 0) message.push('apart');
  if (shared >= 2 && part >= 0.1) message.push('close');
  if (length <= SHORT) message.push('short');
  if (length > LONG) message.push('long');
  if (length > VERY_LONG) message.push('very_long');
  for (const guard of ['reported', 'slip', 'outside', 'courtesy', 'info', 'intended'] as const)
    if (all.has(guard)) message.push(`any_${guard}`);
  const spec = context === 'prompt' && found[0]?.has('task') === true && !found[0].has('nostart');
  if (spec) message.push('task_first');
  if (spec && length > SPEC) message.push('spec');
  if (isShouted(typed)) message.push('caps');
  if (found[0]?.has('praise') || found[0]?.has('consent')) message.push('praise_first');
  if (!MARKS.some((mark) => mark !== 'states' && mark !== 'negated' && all.has(mark))) message.push('plain');
  const answers = reply.asks && (length <= SHORT || found[0]?.has('nostart') || found[0]?.has('consent'));
  if (answers) message.push('answers');
  if (sentences.length === 0) message.push('wordless');
  const around = { reply, shared, answers: answers === true, context, spec };
  return {
    message,
    sentences: sentences.map((sentence, i) => sentenceFeatures(sentence, found[i] as ReadonlySet<Phrase>, around)),
  };
}

const replyFeatures = (reply: Reply, context: TurnContext): string[] => {
  if (context !== 'prompt') return [];
  const names = ['none', 'asks', 'offers', 'options', 'apologises', 'trouble', 'claims'] as const;
  return names.filter((name) => reply[name]).map((name) => `prev_${name}`);
};

/** Typed with the shift key held down. */
function isShouted(typed: string): boolean {
  const head = typed.slice(0, LONG);
  const capitals = head.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals >= 10 && capitals > 2 * (head.match(/\p{Ll}/gu)?.length ?? 0);
}

const MOOT_AFTER_NO: ReadonlySet<Phrase> = new Set<Phrase>(['task', 'ask', 'consent']);

interface Around {
  reply: Reply;
  shared: number;
  answers: boolean;
  context: TurnContext;
  /** Begins as a task: what follows says how to do it. */
  spec: boolean;
}

function sentenceFeatures(sentence: string, phrases: ReadonlySet<Phrase>, around: Around): string[] {
  // "No, I want you to …": who begins with no is not giving a new task.
  const refuses = phrases.has('nostart') && around.context === 'prompt' && !around.answers;
  const names: string[] = [...phrases].filter(
    (name) => !(refuses && MOOT_AFTER_NO.has(name)) && !(name === 'ask' && phrases.has('why')),
  );
  const marks = names.filter((name) => MARK_SET.has(name) && name !== 'states' && name !== 'negated').length;
  if (marks >= 2) names.push('two_marks');
  if (marks >= 4) names.push('four_marks');
  const asked = /[?？]\s*["'”»)）\]]*$/.test(sentence);
  if (asked) names.push('qmark');
  if (asked && !phrases.has('ask')) names.push('bare_question');
  if (/[!！]/.test(sentence)) names.push('bang');
  if (sentence.length > 220) names.push('long_sentence');
  const prompt = around.context === 'prompt';
  const apart = prompt && !around.reply.none && around.shared === 0;
  const and = (first: Phrase, condition: boolean, name: string) => {
    if (phrases.has(first) && condition) names.push(`${first}+${name}`);
  };
  and('nostart', prompt && around.answers, 'answers');
  and('fails', apart, 'apart');
  and('wrong', apart, 'apart');
  and('ours', apart, 'apart');
  and('task', apart && !refuses, 'apart');
  and('ought', apart, 'apart');
  and('instead', apart, 'apart');
  and('lacking', apart, 'apart');
  for (const mark of ['forbid', 'standing', 'ought', 'instead', 'toomuch'] as const) and(mark, around.spec, 'spec');
  and('fails', phrases.has('ask'), 'ask');
  and('wrong', phrases.has('ask'), 'ask');
  and('still', phrases.has('fails'), 'fails');
  and('blame', phrases.has('fails') || phrases.has('wrong'), 'fails');
  and('ask', asked, 'qmark');
  and('praise', phrases.has('partial'), 'partial');
  and('fails', around.reply.claims, 'claims');
  and('ours', !prompt, 'stopped');
  and('states', phrases.has('negated') || phrases.has('fails'), 'negated');
  and('states', around.reply.claims, 'claims');
  and('negated', asked, 'qmark');
  return names;
}

export const chanceOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

const sum = (names: readonly string[]): number => names.reduce((total, name) => total + (WEIGHTS[name] ?? 0), 0);

/** The weight of the sentence that weighs most; a message without one has nothing to say. */
export function strongest(sentences: readonly string[][]): { weight: number; names: readonly string[] } {
  let best: { weight: number; names: readonly string[] } = { weight: 0, names: [] };
  sentences.forEach((names, i) => {
    const weight = sum(names);
    if (i === 0 || weight > best.weight) best = { weight, names };
  });
  return best;
}

export function judge(turn: Turn): Judgement {
  const { message, sentences } = featuresOf(turn);
  const best = strongest(sentences);
  const score = chanceOf(sum(message) + best.weight);
  return { score: Math.round(score * 1_000) / 1_000, reason: reasonOf(message, best.names, score >= CORRECTION_FROM) };
}

/** Words for what is not a phrase. */
const SHAPE_WORDS: Readonly<Record<string, string>> = {
  ctx_after_interrupt: 'after an interrupt',
  ctx_tool_rejection: 'with a rejection',
  ctx_plan_rejection: 'with a rejected plan',
  prev_asks: 'the agent had asked',
  answers: 'answers the agent',
  apart: 'about something else',
  close: 'about what the agent did',
  plain: NOTHING_SPEAKS,
  caps: 'shouts',
};

/** What speaks most for the decision, in words. */
function reasonOf(message: readonly string[], sentence: readonly string[], corrects: boolean): string {
  const named = [...sentence, ...message].flatMap((name) => {
    const words = (PHRASE_WORDS as Readonly<Record<string, string>>)[name] ?? SHAPE_WORDS[name];
    const weight = (WEIGHTS[name] ?? 0) * (corrects ? 1 : -1);
    return words !== undefined && weight > 0.05 ? [{ words, weight }] : [];
  });
  const heaviest = named.sort((a, b) => b.weight - a.weight).slice(0, 3);
  return heaviest.map(({ words }) => words).join(', ') || (corrects ? 'sounds like it' : NOTHING_SPEAKS);
}
