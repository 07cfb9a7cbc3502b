/**
 * The public LoCoMo file, read at the edge: long conversations of two people in sessions, and questions whose evidence is turns
 * of them. Its evidence is written by hand ("D8:6; D9:17", "D30:05", "D:11:26"), so turns are found by their numbers.
 */
import fs from 'node:fs';
import * as z from 'zod';

const TurnLine = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string().default(''),
  /** What a shared picture shows. */
  blip_caption: z.string().nullish(),
});
const Question = z.object({
  question: z.string(),
  evidence: z.array(z.string()).default([]),
  category: z.number().int(),
});
const Sample = z.object({
  sample_id: z.string().optional(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(Question),
});

export interface Turn {
  /** `D3:12`: the twelfth turn of the third session. */
  id: string;
  text: string;
}
export interface Asked {
  text: string;
  category: number;
  /** Ids of turns that are there; never empty. */
  evidence: string[];
}
export interface Conversation {
  turns: Turn[];
  questions: Asked[];
  /** Questions whose evidence names no turn: nothing can be scored. */
  without: number;
}

const REFERENCE = /D:?\s*(\d+)\s*:\s*(\d+)/g;
const idsIn = (text: string): string[] =>
  [...text.matchAll(REFERENCE)].map(([, session, turn]) => `D${Number(session)}:${Number(turn)}`);

const isSession = (key: string): boolean => /^session_\d+$/.test(key);

const textOf = ({ speaker, text, blip_caption: caption }: z.infer<typeof TurnLine>): string =>
  `${speaker}: ${text}${caption ? ` [shares ${caption}]` : ''}`;

function conversationOf({ conversation, qa }: z.infer<typeof Sample>): Conversation {
  const turns = new Map<string, Turn>();
  for (const [key, value] of Object.entries(conversation)) {
    if (!isSession(key)) continue;
    for (const line of z.array(TurnLine).parse(value)) {
      const id = idsIn(line.dia_id)[0] ?? line.dia_id;
      turns.set(id, { id, text: textOf(line) });
    }
  }
  const asked = qa.map(({ question, evidence, category }) => ({
    text: question,
    category,
    evidence: [...new Set(evidence.flatMap(idsIn))].filter((id) => turns.has(id)),
  }));
  const questions = asked.filter(({ evidence }) => evidence.length > 0);
  return { turns: [...turns.values()], questions, without: asked.length - questions.length };
}

/** Throws when the file has another shape, naming the place. */
export function readLocomo(file: string): Conversation[] {
  const parsed = z.array(Sample).safeParse(JSON.parse(fs.readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is not in LoCoMo's format: ${z.prettifyError(parsed.error)}`);
  return parsed.data.map(conversationOf);
}
