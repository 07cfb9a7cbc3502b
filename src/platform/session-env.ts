/**
 * The environment without what ties a process to the Claude Code session that started it. Whatever outlives the session, or
 * runs a `claude` of its own, starts from here.
 */
const SESSION_VARIABLE =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:ENTRYPOINT|CHILD_SESSION|SESSION_ID|SSE_PORT|MESSAGING_.*|LAUNCHED_BY_SESSION_IDS|CHILD_NOTES_DIR)|CLAUDE_ENV_FILE|CLAUDE_EFFORT|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_.*)$/;

export function withoutSession(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !SESSION_VARIABLE.test(name)) kept[name] = value;
  }
  return kept;
}
