/**
 * The only place that runs `claude`: locked down, in a process group of its own that is gone when the call is over, however
 * it ended. Says what came of it as an outcome; throws only when our own folder cannot be made.
 */
import fs from 'node:fs';
import path from 'node:path';
import { EXTRACTOR_FOLDER, EXTRACTOR_MARK, GUARD_VARIABLE } from '../core/session.ts';
import type { Config } from '../platform/config.ts';
import { makeFolder } from '../platform/folder.ts';
import type { Paths } from '../platform/paths.ts';
import { withoutSession } from '../platform/session-env.ts';
import type { CallFailure, CallOutcome } from './caller.ts';
import { argumentsFor, missingFlag, type OptionalFlag } from './flags.ts';
import { classify } from './outcome.ts';
import { endGroup } from './process-group.ts';

/** UTF-16 units of system prompt and prompt together; windows stay far below. */
export const INPUT_CEILING = 400_000;
const OUTPUT_CEILING = 4_000_000;
/** How long output may still be read after the child's end: only what left the group can hold the pipes then. */
const PIPES_MS = 1_000;

/** The rest is the person's own, so that login, proxies and provider stay as they are. */
const ADDED_ENV = {
  [GUARD_VARIABLE]: '1',
  CLAUDE_CODE_MAX_RETRIES: '2',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
};

export interface Call {
  config: Pick<Config, 'claude' | 'callTimeoutMs'>;
  paths: Pick<Paths, 'run'>;
  env: Readonly<Record<string, string | undefined>>;
  system: string;
  prompt: string;
  schema?: object | undefined;
  model: string;
  /** Ends the call early; it counts as transient. */
  signal?: AbortSignal | undefined;
  now?: () => Date;
  /** Told as soon as the program has run, whatever comes of what it said. */
  onRun?: () => void;
}

/** Flags each binary turned out not to know, for the life of this process. */
const missingFlags = new Map<string, Set<OptionalFlag>>();

export async function callClaude(call: Call): Promise<CallOutcome> {
  const started = performance.now();
  const binary = `${call.config.claude}\0${call.env.PATH}`;
  const missing = missingFlags.get(binary) ?? new Set();
  missingFlags.set(binary, missing);
  const system = `${EXTRACTOR_MARK}\n${call.system}`;
  const prompt = `${EXTRACTOR_MARK}\n${call.prompt}`;
  const ended = (outcome: CallOutcome): CallOutcome => ({
    ...outcome,
    durationMs: Math.round(performance.now() - started),
  });

  if (system.length + prompt.length > INPUT_CEILING) {
    // Asking again would not make it shorter: what is wrong is what we say.
    return ended(
      neverStarted(
        'malformed',
        `the prompt has ${system.length + prompt.length} characters; more than ${INPUT_CEILING} are not sent`,
      ),
    );
  }
  for (;;) {
    const args = argumentsFor({ system, model: call.model, schema: call.schema }, missing);
    const run = await runOnce(call, args, prompt);
    if (!('outcome' in run && !run.outcome.ok && run.outcome.neverStarted)) call.onRun?.();
    if ('outcome' in run) return ended(run.outcome);
    const flag = run.stdout.trim() === '' ? missingFlag(run.stderr) : undefined;
    if (!flag || missing.has(flag)) return ended(classify({ ...run, now: call.now?.() ?? new Date() }));
    missing.add(flag);
  }
}

type Run =
  | { exitCode: number | undefined; stdout: string; stderr: string; timedOut: boolean }
  | { outcome: CallOutcome };

async function runOnce(call: Call, args: string[], prompt: string): Promise<Run> {
  // With the first call: it takes 10 MB, and a daemon that only answers needs none of it.
  const { execa } = await import('execa');
  if (call.signal?.aborted) return { outcome: neverStarted('transient', 'the call was stopped') };
  const child = execa(call.config.claude, args, {
    cwd: emptyFolder(call.paths.run),
    env: { ...withoutSession(call.env), ...ADDED_ENV },
    extendEnv: false,
    input: prompt,
    // On Windows a detached child opens a window, and there are no process groups: there the child alone is ended.
    detached: process.platform !== 'win32',
    reject: false,
    maxBuffer: OUTPUT_CEILING,
    stripFinalNewline: false,
    windowsHide: true,
  });
  let stopped: 'timeout' | 'abort' | undefined;
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??=
      process.platform === 'win32' || child.pid === undefined
        ? Promise.resolve(void child.kill())
        : endGroup(child.pid);
  };
  const stop = (why: 'timeout' | 'abort') => {
    stopped ??= why;
    end();
  };
  const onAbort = () => stop('abort');
  const timer = setTimeout(() => stop('timeout'), call.config.callTimeoutMs);
  let pipes: NodeJS.Timeout | undefined;
  call.signal?.addEventListener('abort', onAbort);
  child.once('exit', () => {
    end();
    pipes = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, PIPES_MS);
  });
  try {
    const result = await child;
    await ending;
    return whatHappened(result, call.config.claude, stopped);
  } finally {
    clearTimeout(timer);
    clearTimeout(pipes);
    call.signal?.removeEventListener('abort', onAbort);
  }
}

interface Result {
  exitCode?: number | undefined;
  code?: string | undefined;
  isTerminated: boolean;
  isMaxBuffer: boolean;
  stdout: unknown;
  stderr: unknown;
}

function whatHappened(result: Result, program: string, stopped: 'timeout' | 'abort' | undefined): Run {
  if (stopped === 'abort') return { outcome: failure('transient', 'the call was stopped') };
  if (result.isMaxBuffer)
    return { outcome: failure('malformed', `claude printed more than ${OUTPUT_CEILING} characters`) };
  if (result.exitCode === undefined && !result.isTerminated && stopped === undefined) {
    return { outcome: neverStarted('setup', cannotStart(program, result.code)) };
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    exitCode: result.exitCode,
    stdout: text(result.stdout),
    stderr: text(result.stderr),
    timedOut: stopped === 'timeout',
  };
}

function cannotStart(program: string, code: string | undefined): string {
  return code === 'ENOENT'
    ? `\`${program}\` was not found`
    : `\`${program}\` cannot be started (${code ?? 'unknown reason'})`;
}

/**
 * Always the same folder, because Claude Code keeps notes by folder name; always empty, because it reads what lies there.
 */
function emptyFolder(run: string): string {
  const folder = path.join(run, EXTRACTOR_FOLDER);
  makeFolder(folder);
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  return folder;
}

type Own = 'setup' | 'transient' | 'malformed';

const neverStarted = (found: Own, message: string): CallOutcome => ({ ...failure(found, message), neverStarted: true });

function failure(found: Own, message: string): CallFailure {
  return { ok: false, class: found, message, resetsAt: null, usd: 0, inputTokens: 0, outputTokens: 0, durationMs: 0 };
}
