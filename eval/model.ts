/**
 * Which model answers: the `claude` on PATH, recorded replies, or both (recorded ones where there are, the live one for the
 * rest). Everything but the plain live case goes through eval/bin/claude, told by the environment what to do.
 */
import fs from 'node:fs';
import path from 'node:path';
import { GUARD_VARIABLE } from '../src/core/session.ts';
import { withoutSession } from '../src/platform/session-env.ts';
import type { Unanswered } from './observation.ts';

export interface ModelChoice {
  live: boolean;
  replies: string | undefined;
  record: string | undefined;
}

/** The environment of one scenario. `calls`: where the stand-in notes what it was asked; `home`: an empty home folder. */
export type ModelEnv = (scenario: string, calls: string, home: string) => Record<string, string | undefined>;

const BIN = path.join(import.meta.dirname, 'bin');

function onPath(program: string, search: string): string | undefined {
  const candidates = search.split(path.delimiter).map((folder) => path.join(folder, program));
  return candidates.find((file) => path.dirname(file) !== BIN && fs.existsSync(file));
}

export function modelEnv(choice: ModelChoice, env: Readonly<Record<string, string | undefined>>): ModelEnv {
  const search = env.PATH ?? '';
  const live = choice.live ? onPath('claude', search) : undefined;
  if (choice.live && live === undefined) throw new Error('--live: there is no `claude` on PATH');
  const standIn = choice.replies !== undefined || choice.record !== undefined;
  const base = withoutSession({ ...env, [GUARD_VARIABLE]: undefined, CLAUDE_SMART_CLAUDE: undefined });
  return (scenario, calls, home) => {
    // A live `claude` needs its own home, where its login is; without one nothing of the person's is read.
    if (!choice.live) fs.mkdirSync(home, { recursive: true });
    return {
      ...base,
      ...(choice.live ? {} : { HOME: home }),
      ...(standIn && {
        PATH: `${BIN}${path.delimiter}${search}`,
        EVAL_CALLS: calls,
        EVAL_SCENARIO: scenario,
        EVAL_LIVE: live,
        EVAL_REPLIES: choice.replies,
        EVAL_RECORD: choice.record,
      }),
    };
  };
}

export function unansweredIn(calls: string): Unanswered[] {
  if (!fs.existsSync(calls)) return [];
  const lines = fs.readFileSync(calls, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ from }) => from === 'nowhere');
}
