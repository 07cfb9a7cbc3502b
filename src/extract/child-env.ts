/**
 * The environment of the model call: the caller's own, so that login, proxies and provider stay the person's, without what
 * would make the child take itself for a part of a running session, and with the guard that keeps our hooks quiet.
 */
import { GUARD_VARIABLE } from '../core/session.ts';

type Env = Readonly<Record<string, string | undefined>>;

const SESSION_VARIABLES = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS',
  'CLAUDE_CODE_CHILD_NOTES_DIR',
  'CLAUDE_ENV_FILE',
  'CLAUDE_EFFORT',
]);
const SESSION_PREFIXES = ['CLAUDE_CODE_MESSAGING_', 'CLAUDE_PLUGIN_'];

const ADDED = {
  [GUARD_VARIABLE]: '1',
  CLAUDE_CODE_MAX_RETRIES: '2',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
};

const belongsToSession = (name: string) =>
  SESSION_VARIABLES.has(name) || SESSION_PREFIXES.some((prefix) => name.startsWith(prefix));

export function childEnv(env: Env): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !belongsToSession(entry[0]),
  );
  return { ...Object.fromEntries(kept), ...ADDED };
}
