/**
 * Who may be captured. A learner that hears its own model call learns from itself, so every door asks here first, before
 * any write. Headless sessions (`claude -p`, the SDKs) are programs talking; unknown interactive entrypoints are people.
 */

/** Set for every child that claude-smart starts; inherited by whatever that child starts. */
export const GUARD_VARIABLE = 'CLAUDE_SMART_GUARD';

/** Opens the system prompt of every model call of ours; no person types it. */
export const EXTRACTOR_MARK = '[claude-smart extraction]';

/** Last segment of the private, empty working folder of the model call. */
export const EXTRACTOR_FOLDER = 'claude-smart-extractor';

/** The last argument in every hook line that `claude-smart install` writes. */
export const SETTINGS_MARK = '--claude-smart';

/** Why this event must be ignored altogether, or undefined when it is a person's session. */
export function recursionReason(
  env: Readonly<Record<string, string | undefined>>,
  payload?: { cwd?: string | undefined; prompt?: string | undefined },
): string | undefined {
  if (env[GUARD_VARIABLE]) return 'guard variable';
  if (env.CLAUDE_CODE_ENTRYPOINT?.startsWith('sdk-')) return 'headless entrypoint';
  if (payload?.cwd?.split(/[\\/]/).includes(EXTRACTOR_FOLDER)) return 'extractor folder';
  if (payload?.prompt?.includes(EXTRACTOR_MARK)) return 'extractor prompt';
  return undefined;
}

/** A file name for a session id: the id itself when it is a plain one. Anything else is refused by returning undefined. */
export function sessionFileName(sessionId: string): string | undefined {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(sessionId) ? `${sessionId}.jsonl` : undefined;
}
