/**
 * Reads one window with one model call, and one more when the answer could not be used. What comes out rests on turns of this
 * window: a citation that does not resolve, or a lesson that no person typed, is refused in code, by name.
 */
import { redact } from '../core/redact.ts';
import type { Candidate } from '../core/rule.ts';
import type { FailureClass } from '../store/schema.ts';
import type { CallOutcome, ModelCaller } from './caller.ts';
import { candidatesOf } from './candidates.ts';
import { quoted } from './entry.ts';
import { fill, loadPrompt, promptName, render } from './prompt.ts';
import { type ParsedReply, parseReply, REPLY_SCHEMA, type Refusal } from './reply.ts';
import type { Window } from './window.ts';

export type Extracted =
  | { ok: true; candidates: Candidate[]; refused: Refusal[]; prompt: string; model: string }
  | {
      ok: false;
      class: FailureClass;
      message: string;
      resetsAt: string | null;
      /** Only when it was malformed: what was answered, for a look. */
      reply?: string;
      prompt: string;
    };

/** As much of a reply as is sent back for repair, and kept. */
/** Of what is wrong with a reply, which may quote it. */
const MESSAGE_UNITS = 500;
const REPLY_UNITS = 20_000;

export async function extractWindow({ window, ask }: { window: Window; ask: ModelCaller }): Promise<Extracted> {
  const file = loadPrompt('extract');
  const { system, prompt, model } = render(file, {
    project: quoted(window.projectLabel).replace(/[\n"]/g, ' ').slice(0, 100),
    date: dateOf(window),
    turns: window.text,
  });
  const request = { projectId: window.projectId, system, schema: REPLY_SCHEMA, model };
  const first = read(await ask({ ...request, purpose: 'extract', prompt }));
  const last =
    first.fault === undefined
      ? first
      : read(await ask({ ...request, purpose: 'repair', prompt: again(file.repair, prompt, first) }));
  const name = promptName(file);
  if (last.parsed?.ok) {
    const { candidates, refused } = candidatesOf(last.parsed, window);
    return { ok: true, candidates, refused: [...last.parsed.refused, ...refused].map(clean), prompt: name, model };
  }
  const failure = last.outcome.ok
    ? { class: 'malformed' as const, message: last.fault ?? '', resetsAt: null }
    : last.outcome;
  return {
    ok: false,
    class: failure.class,
    message: redact(failure.message).slice(0, MESSAGE_UNITS),
    resetsAt: failure.resetsAt,
    ...(last.fault === undefined ? {} : { reply: redact(last.reply || first.reply) }),
    prompt: name,
  };
}

interface Reading {
  outcome: CallOutcome;
  parsed?: ParsedReply;
  /** Why the answer could not be used, when asking again may help. */
  fault?: string;
  reply: string;
}

function read(outcome: CallOutcome): Reading {
  if (!outcome.ok) {
    const reply = outcome.reply ?? '';
    return outcome.class === 'malformed' ? { outcome, fault: outcome.message, reply } : { outcome, reply };
  }
  const said = outcome.structured === undefined ? outcome.text : JSON.stringify(outcome.structured);
  const reply = said.slice(0, REPLY_UNITS);
  const parsed = parseReply(outcome);
  return parsed.ok
    ? { outcome, parsed, reply }
    : { outcome, parsed, fault: `the reply is malformed: ${parsed.why}`, reply };
}

function again(repair: string | undefined, prompt: string, { fault, reply }: Reading): string {
  if (repair === undefined) throw new Error('the prompt has no part "Repair"');
  return fill(repair, { prompt, error: fault ?? '', reply: reply || '(nothing)' });
}

const clean = ({ what, why }: Refusal): Refusal => ({ what: redact(what), why: redact(why) });

function dateOf({ turns }: Window): string {
  const ts = turns.at(-1)?.record.ts ?? '';
  const at = new Date(ts);
  return Number.isNaN(at.getTime()) ? 'an unknown day' : at.toUTCString().slice(0, 16);
}
