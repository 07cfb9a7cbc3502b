/**
 * What a run of `claude -p --output-format json` came to. Pure: exit code and output in, one outcome out. Every failure has
 * exactly one class, and a run counts as a success only when every sign says so, for API failures call themselves "success".
 */
import { redact } from '../core/redact.ts';
import type { FailureClass } from '../store/schema.ts';
import type { CallFailure, CallOutcome } from './caller.ts';
import { objectsIn } from './json-in-text.ts';
import { localZone, parseReset } from './reset-time.ts';

export interface Ended {
  /** Undefined when a signal ended it. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  now: Date;
  /** Zone of reset times that name none; the machine's when absent. */
  zone?: string;
}

/** As much of a malformed reply as is kept for a look. */
const KEPT_UNITS = 20_000;
const MESSAGE_UNITS = 400;

const LIMIT =
  /limit reached\|\d{10}|\b(?:hit|reached) your\b.{0,40}\blimit|\busage limit\b|\blimit\b.{0,40}\bresets?\b|out of (?:extra )?usage/i;
const CREDIT = /credit balance is too low|\bbilling_error\b|insufficient (?:credits?|funds)|payment required/i;
const AUTH =
  /not logged in|run \/login|invalid (?:api key|bearer token|x-api-key)|failed to authenticate|oauth token|(?:login|session|token) (?:has )?expired|authentication_error|permission_error|external api key/i;
const BROKEN_SETUP =
  /unknown (?:option|command)|command not found|no such file or directory|permission denied|cannot find (?:module|package)|not a valid json schema|requires? node/i;

export function classify(ended: Ended): CallOutcome {
  const result = ended.timedOut ? undefined : resultOf(ended.stdout);
  const spent = spentBy(result);
  const fail = (found: FailureClass, message: string, reply?: string): CallFailure => ({
    ok: false,
    class: found,
    message: oneLine(message),
    resetsAt: found === 'billing' ? parseReset(message, ended.now, ended.zone ?? localZone()) : null,
    ...(reply ? { reply: kept(reply).slice(0, KEPT_UNITS) } : {}),
    ...spent,
  });
  if (ended.timedOut) return fail('transient', 'claude did not answer in time and was stopped');
  if (!result) return fail(...withoutResult(ended));

  const text = typeof result.result === 'string' ? result.result : '';
  const structured = result.structured_output ?? undefined;
  if (result.is_error !== true && result.subtype === 'success' && ended.exitCode === 0) {
    if (structured === undefined && text.trim() === '') return fail('malformed', 'claude ended well but said nothing');
    return { ok: true, text, ...(structured === undefined ? {} : { structured }), ...spent };
  }
  const message =
    text || errorsIn(result) || ended.stderr.trim() || `claude failed (${saying(result.subtype ?? 'no subtype')})`;
  const found = classOf(result, message);
  return fail(found, message, found === 'malformed' ? text : undefined);
}

function classOf(result: Result, message: string): FailureClass {
  const status = typeof result.api_error_status === 'number' ? result.api_error_status : undefined;
  // What ran out of turns, dollars or tries at the schema would do so again: the reply is what is wrong.
  if (/^error_max/.test(saying(result.subtype))) return 'malformed';
  if (status !== undefined) return classOfStatus(status, message);
  // Without an error the text is the model's, whose words mean nothing here.
  return (result.is_error === true && classOfWords(message)) || 'transient';
}

function classOfStatus(status: number, message: string): FailureClass {
  if (status === 402 || CREDIT.test(message)) return 'billing';
  if (status === 429) return LIMIT.test(message) ? 'billing' : 'transient';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'setup';
  if (status === 408 || status === 409 || status >= 500) return 'transient';
  return classOfWords(message) ?? 'malformed';
}

function classOfWords(message: string): FailureClass | undefined {
  if (LIMIT.test(message) || CREDIT.test(message)) return 'billing';
  if (AUTH.test(message)) return 'auth';
  if (/prompt is too long|request too large/i.test(message)) return 'malformed';
  return undefined;
}

/** No result among the output: nothing at all, or something that is not JSON. */
function withoutResult({ exitCode, stdout, stderr }: Ended): [FailureClass, string, string?] {
  const said = stdout.trim();
  const complaint = stderr.trim();
  const words = `${said}\n${complaint}`;
  if (said === '' && /unknown option/.test(complaint)) return ['setup', `this claude is too old: ${complaint}`];
  if (exitCode === 0) {
    if (said === '')
      return [
        'setup',
        complaint || 'claude said nothing at all: start `claude` once in a terminal and answer its first questions',
      ];
    // Some versions print these sentences bare. Only at the very start: further in they may be the model's own words.
    const start = said.slice(0, 60);
    const found = classOfWords(start);
    return found && found !== 'malformed' ? [found, said] : ['malformed', 'claude did not print JSON', said];
  }
  const found =
    classOfWords(words) ??
    (exitCode === 126 || exitCode === 127 || BROKEN_SETUP.test(complaint) ? 'setup' : 'transient');
  return [
    found,
    said || complaint || (exitCode === undefined ? 'claude was killed' : `claude ended with exit code ${exitCode}`),
  ];
}

type Result = Record<string, unknown>;

const isObject = (value: unknown): value is Result =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The result object: the output itself, the last one of an array of messages, the last line that is one, or one among other text. */
function resultOf(stdout: string): Result | undefined {
  const whole = parsed(stdout);
  if (whole !== undefined) return lastResult(Array.isArray(whole) ? whole : [whole]);
  return lastResult(stdout.split('\n').map(parsed)) ?? lastResult(objectsIn(stdout));
}

const lastResult = (messages: readonly unknown[]): Result | undefined =>
  messages.filter(isObject).findLast((message) => message.type === 'result');

function parsed(text: string): unknown {
  try {
    // Trimmed of a byte order mark, too.
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

const saying = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function errorsIn(result: Result): string {
  return Array.isArray(result.errors) ? result.errors.map(saying).join('; ') : '';
}

const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;

/** Failed calls cost as well: what the result states is taken whatever its outcome. */
function spentBy(result: Result | undefined) {
  const usage = isObject(result?.usage) ? result.usage : {};
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) =>
    number(usage[name]),
  );
  return {
    usd: number(result?.total_cost_usd),
    inputTokens: input.reduce((a, b) => a + b),
    outputTokens: number(usage.output_tokens),
    durationMs: number(result?.duration_ms),
  };
}

/** Redacted before it is cut to its length, so that no secret loses the end by which it is known. */
const kept = (text: string): string => redact(text.slice(0, 2 * KEPT_UNITS));

function oneLine(message: string): string {
  const line = kept(message)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length <= MESSAGE_UNITS ? line : `${line.slice(0, MESSAGE_UNITS)}…`;
}
