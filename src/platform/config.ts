/**
 * The numbers and names a person may set: in `~/.emend/.env` or the environment (which wins). Every variable is in
 * .env.example. A value that does not parse is an AppError that names it; only the doors, which read none, never see it.
 */
import fs from 'node:fs';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { AppError, messageOf } from '../core/errors.ts';
import type { Paths } from './paths.ts';
import { refusalReason } from './trouble.ts';

// What a description says is what a person is told that a value must be.
const positive = (fallback: number) => z.coerce.number().positive().default(fallback).describe('a number above 0');
const whole = (fallback: number) =>
  z.coerce.number().int().positive().default(fallback).describe('a whole number, 1 or more');

const Variables = z.object({
  CLAUDE_SMART_EXTRACT_AFTER: whole(10),
  CLAUDE_SMART_IDLE_MINUTES: positive(10),
  CLAUDE_SMART_DAEMON_IDLE_MINUTES: positive(15),
  CLAUDE_SMART_CLAUDE: z.string().min(1).default('claude'),
  CLAUDE_SMART_MODEL: z.string().min(1).optional(),
  CLAUDE_SMART_CALL_SECONDS: positive(180),
  CLAUDE_SMART_DAILY_CALLS: z.coerce.number().int().nonnegative().default(100).describe('a whole number, 0 or more'),
  CLAUDE_SMART_DAILY_USD: z.coerce.number().nonnegative().default(2).describe('a number, 0 or more'),
  CLAUDE_SMART_WINDOW_TOKENS: whole(12_000),
  CLAUDE_SMART_START_UNITS: whole(6_000),
  CLAUDE_SMART_PROMPT_UNITS: whole(2_000),
  CLAUDE_SMART_PROMPT_COUNT: whole(5),
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
  /** Budgets in UTF-16 units. */
  startUnits: number;
  promptUnits: number;
  promptCount: number;
  /** Whether what is learned counts at once, or only when it was kept in review. */
  review: 'auto' | 'ask';
  /** Where the larger embedding model is fetched from. */
  modelUrl: string;
}

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
  const ceiling = (units: number) => Math.min(units, INJECTION_CEILING);
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
    startUnits: ceiling(v.CLAUDE_SMART_START_UNITS),
    promptUnits: ceiling(v.CLAUDE_SMART_PROMPT_UNITS),
    promptCount: v.CLAUDE_SMART_PROMPT_COUNT,
    review: v.CLAUDE_SMART_REVIEW,
    modelUrl: v.CLAUDE_SMART_MODEL_URL,
  };
}
