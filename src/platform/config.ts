/**
 * The numbers and names a person may set: in `~/.emend/.env` or the environment (which wins). Every variable is in
 * .env.example. A value that does not parse is an AppError that names it; only the doors, which read none, never see it.
 */
import fs from 'node:fs';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { AppError, messageOf } from '../core/errors.ts';
import type { Paths } from './paths.ts';
import { refusalReason } from './trouble.ts';

// What a description says is what a person is told that a value must be.
const positive = (fallback: number) => z.coerce.number().positive().default(fallback).describe('a number above 0');
const whole = (fallback: number) =>
  z.coerce.number().int().positive().default(fallback).describe('a whole number, 1 or more');
const count = (fallback: number) =>
  z.coerce.number().int().nonnegative().default(fallback).describe('a whole number, 0 or more');
const floor = (fallback: number) => z.coerce.number().nonnegative().default(fallback).describe('a number, 0 or more');

const Variables = z.object({
  CLAUDE_SMART_EXTRACT_AFTER: whole(10),
  CLAUDE_SMART_IDLE_MINUTES: positive(10),
  CLAUDE_SMART_DAEMON_IDLE_MINUTES: positive(15),
  CLAUDE_SMART_CLAUDE: z.string().min(1).default('claude'),
  CLAUDE_SMART_MODEL: z.string().min(1).optional(),
  CLAUDE_SMART_CALL_SECONDS: positive(180),
  CLAUDE_SMART_DAILY_CALLS: count(100),
  CLAUDE_SMART_DAILY_USD: floor(2),
  CLAUDE_SMART_WINDOW_TOKENS: whole(12_000),
  CLAUDE_SMART_INJECT_TOKENS: whole(2_400),
  CLAUDE_SMART_START_UNITS: whole(6_000),
  CLAUDE_SMART_START_COUNT: count(500),
  CLAUDE_SMART_START_FLOOR: floor(1),
  CLAUDE_SMART_PROMPT_UNITS: whole(2_000),
  CLAUDE_SMART_PROMPT_COUNT: count(5),
  CLAUDE_SMART_PROMPT_FLOOR: floor(1),
  CLAUDE_SMART_COMMAND_UNITS: whole(2_000),
  CLAUDE_SMART_COMMAND_COUNT: count(5),
  CLAUDE_SMART_COMMAND_FLOOR: floor(1),
  CLAUDE_SMART_PRE_TOOL_UNITS: whole(1_000),
  CLAUDE_SMART_PRE_TOOL_COUNT: count(2),
  CLAUDE_SMART_PRE_TOOL_FLOOR: floor(1),
  CLAUDE_SMART_POST_TOOL_UNITS: whole(1_000),
  CLAUDE_SMART_POST_TOOL_COUNT: count(2),
  CLAUDE_SMART_POST_TOOL_FLOOR: floor(1),
  CLAUDE_SMART_FAILURE_UNITS: whole(1_500),
  CLAUDE_SMART_FAILURE_COUNT: count(3),
  CLAUDE_SMART_FAILURE_FLOOR: floor(1),
  CLAUDE_SMART_SUBAGENT_UNITS: whole(3_000),
  CLAUDE_SMART_SUBAGENT_COUNT: count(8),
  CLAUDE_SMART_SUBAGENT_FLOOR: floor(1),
  CLAUDE_SMART_MODEL_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://chroma-onnx-models.s3.amazonaws.com/all-MiniLM-L6-v2/onnx.tar.gz')
    .describe('an http or https address'),
  CLAUDE_SMART_REVIEW: z.enum(['auto', 'ask']).default('auto').describe('auto or ask'),
});

export interface Config {
  /** New interactions after which a session's extraction is due. */
  extractAfter: number;
  /** Quiet time after which a session counts as idle and its extraction is due. */
  idleMs: number;
  /** Quiet time after which the daemon ends. */
  daemonIdleMs: number;
  /** The `claude` program: a name looked up on PATH, or a path. */
  claude: string;
  /** Model for every call; undefined: the one the prompt's front matter names. */
  model: string | undefined;
  callTimeoutMs: number;
  dailyCalls: number;
  dailyUsd: number;
  windowTokens: number;
  inject: Readonly<Record<InjectionEvent, InjectionBudget>>;
  /** Whether what is learned counts at once, or only when it was kept in review. */
  review: 'auto' | 'ask';
  /** Where the larger embedding model is fetched from. */
  modelUrl: string;
}

/** What one event may be told. */
export interface InjectionBudget {
  /** UTF-16 units of the whole text. */
  units: number;
  /** Tokens of it, estimated: where a token is less than four characters, this is what counts. */
  tokens: number;
  /** Items; 0 switches the event off. */
  count: number;
  /** How well an item must fit, as a multiple of what search is calibrated to; higher tells less. */
  floor: number;
}

const INJECTING = {
  SessionStart: 'START',
  UserPromptSubmit: 'PROMPT',
  UserPromptExpansion: 'COMMAND',
  PreToolUse: 'PRE_TOOL',
  PostToolUse: 'POST_TOOL',
  PostToolUseFailure: 'FAILURE',
  SubagentStart: 'SUBAGENT',
} as const;

export type InjectionEvent = keyof typeof INJECTING;

export const INJECTION_EVENTS = Object.keys(INJECTING) as InjectionEvent[];

/** An injection is never longer than this, whatever the settings say: above 10,000 UTF-16 units Claude Code puts it in a file. */
export const INJECTION_CEILING = 9_500;

/** A timer set for more than 24 days fires at once, and a date too far away is none: what is set beyond these means these. */
const LONGEST_CALL_MS = 24 * 3_600_000;
const LONGEST_QUIET_MS = 365 * 24 * 3_600_000;

function settingsText(file: string): string {
  try {
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  } catch (error) {
    throw new AppError('settings_unreadable', `${file} cannot be read: ${refusalReason(error) ?? messageOf(error)}.`, {
      cause: error,
      hint: 'Mend that, then run this again.',
    });
  }
}

/** Names in the settings file that nothing reads there: slips of the pen, and what only the environment may say. */
export const unreadSettings = ({ settings }: Paths): string[] =>
  Object.keys(parseEnv(settingsText(settings))).filter((name) => !Object.hasOwn(Variables.shape, name));

export function loadConfig(paths: Paths, env: Readonly<Record<string, string | undefined>>): Config {
  const settings = parseEnv(settingsText(paths.settings));
  const given = Object.fromEntries(
    Object.entries({ ...settings, ...env }).filter(
      ([name, value]) => name.startsWith('CLAUDE_SMART_') && value?.trim() !== '',
    ),
  );
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof Variables.shape;
    const must = Variables.shape[name].description;
    throw new AppError('bad_setting', `${name} is ${JSON.stringify(given[name])}: it must be ${must}.`, {
      hint: `Correct or remove ${name} in ${paths.settings} or in the environment.`,
    });
  }
  const v = parsed.data;
  const budget = (event: InjectionEvent): InjectionBudget => ({
    units: Math.min(v[`CLAUDE_SMART_${INJECTING[event]}_UNITS`], INJECTION_CEILING),
    tokens: v.CLAUDE_SMART_INJECT_TOKENS,
    count: v[`CLAUDE_SMART_${INJECTING[event]}_COUNT`],
    floor: v[`CLAUDE_SMART_${INJECTING[event]}_FLOOR`],
  });
  return {
    extractAfter: v.CLAUDE_SMART_EXTRACT_AFTER,
    idleMs: Math.min(v.CLAUDE_SMART_IDLE_MINUTES * 60_000, LONGEST_QUIET_MS),
    daemonIdleMs: Math.min(v.CLAUDE_SMART_DAEMON_IDLE_MINUTES * 60_000, LONGEST_QUIET_MS),
    claude: v.CLAUDE_SMART_CLAUDE,
    model: v.CLAUDE_SMART_MODEL,
    callTimeoutMs: Math.max(1, Math.min(v.CLAUDE_SMART_CALL_SECONDS * 1_000, LONGEST_CALL_MS)),
    dailyCalls: v.CLAUDE_SMART_DAILY_CALLS,
    dailyUsd: v.CLAUDE_SMART_DAILY_USD,
    windowTokens: v.CLAUDE_SMART_WINDOW_TOKENS,
    inject: Object.fromEntries(INJECTION_EVENTS.map((event) => [event, budget(event)])) as Config['inject'],
    review: v.CLAUDE_SMART_REVIEW,
    modelUrl: v.CLAUDE_SMART_MODEL_URL,
  };
}
