/**
 * What the model may answer, and reading it. A reply is taken or malformed, with the path of what is wrong; an entry that is
 * bad among good ones is refused by name. Nothing is dropped without a word.
 */
import * as z from 'zod';
import { PROFILE_KINDS } from '../core/rule.ts';
import { objectsIn } from './json-in-text.ts';

const cues = z.array(z.string()).describe('4 or 5 short task prompts for which this matters, without its answer');
const evidence = z.array(z.int()).describe('numbers of the turns it rests on');

const PlaybookEntry = z.object({
  kind: z.enum(['correction', 'recipe']),
  trigger: z.string().describe('the situation in which the agent needs it'),
  content: z.string().describe('what to do and what not, with concrete names and values'),
  rationale: z.string().describe('why, or an empty string'),
  // Nearly always this project: an answer without it is whole.
  scope: z.enum(['project', 'everywhere']).optional().describe('where it holds; project unless the human said more'),
  cues,
  evidence,
});
const ProfileEntry = z.object({
  content: z.string(),
  kind: z.enum(PROFILE_KINDS),
  scope: z.enum(['user', 'project']),
  ttl_days: z
    .number()
    .positive()
    .max(36_500)
    .nullable()
    .describe('days until it is out of date; null: no end in sight'),
  cues,
  evidence,
});

const ForgetEntry = z.object({
  what: z.string().describe('what no longer holds, named as it may have been written down'),
  evidence,
});

export type PlaybookEntry = z.infer<typeof PlaybookEntry>;
export type ProfileEntry = z.infer<typeof ProfileEntry>;
export type ForgetEntry = z.infer<typeof ForgetEntry>;

const Whole = z.strictObject({
  playbook: z.array(PlaybookEntry),
  profile: z.array(ProfileEntry),
  /** Rarely there is anything to take back: an answer without it is whole. */
  forget: z.array(ForgetEntry).optional(),
});
/** The frame alone: its entries are looked at one by one. Another list beside these would be lost, so it is an error. */
const Frame = z.strictObject({
  playbook: z.array(z.unknown()),
  profile: z.array(z.unknown()),
  // Mostly empty, so a text reply may well leave it out.
  forget: z.array(z.unknown()).optional(),
});

export const REPLY_SCHEMA: object = z.toJSONSchema(Whole);

export interface Refusal {
  what: string;
  why: string;
}

export type ParsedReply =
  | { ok: true; playbook: PlaybookEntry[]; profile: ProfileEntry[]; forget: ForgetEntry[]; refused: Refusal[] }
  | { ok: false; why: string };

/** Structured output counts when there is any; else the last object in the text that is a reply. */
export function parseReply(reply: { structured?: unknown; text: string }): ParsedReply {
  if (reply.structured !== undefined) return parseObject(reply.structured);
  const parsed = objectsIn(reply.text).map(parseObject);
  const last = parsed.findLast((one) => one.ok) ?? parsed.at(-1);
  return last ?? { ok: false, why: 'there is no complete JSON object in it' };
}

function parseObject(value: unknown): ParsedReply {
  const frame = Frame.safeParse(value);
  if (!frame.success) return { ok: false, why: faultIn(frame.error) };
  const refused: Refusal[] = [];
  const wrong: string[] = [];
  const good = <T>(list: 'playbook' | 'profile' | 'forget', schema: z.ZodType<T>): T[] =>
    (frame.data[list] ?? []).flatMap((entry, i) => {
      const parsed = schema.safeParse(entry);
      if (parsed.success) return [parsed.data];
      const why = faultIn(parsed.error, [list, i]);
      refused.push({ what: labelOf(entry), why });
      wrong.push(why);
      return [];
    });
  const playbook = good('playbook', PlaybookEntry);
  const profile = good('profile', ProfileEntry);
  const forget = good('forget', ForgetEntry);
  // All of it wrong is a reply that misunderstood the form: worth asking again.
  if (wrong[0] !== undefined && playbook.length + profile.length + forget.length === 0)
    return { ok: false, why: wrong[0] };
  return { ok: true, playbook, profile, forget, refused };
}

/** `playbook[0].trigger: Invalid input: expected string, received undefined` */
function faultIn(error: z.ZodError, under: PropertyKey[] = []): string {
  const issue = error.issues[0];
  if (!issue) return 'it does not fit';
  const at = [...under, ...issue.path]
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('');
  return `${at.replace(/^\./, '') || 'the object'}: ${issue.message}`;
}

const LABEL_UNITS = 160;

/** How a refusal names its entry to a person. */
export function labelOf(entry: unknown): string {
  const { content, what } = Object(entry) as { content?: unknown; what?: unknown };
  const said = content ?? (typeof what === 'string' ? `forget: ${what}` : undefined);
  const label = typeof said === 'string' ? said : (JSON.stringify(entry) ?? String(entry));
  return label.length <= LABEL_UNITS ? label : `${label.slice(0, LABEL_UNITS)}…`;
}
