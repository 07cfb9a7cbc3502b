/**
 * The environment without what ties a process to the Claude Code session that started it. Whatever outlives the session, or
 * runs a `claude` of its own, starts from here.
 */
const SESSION_VARIABLE =
  /^CLAUDE(?:CODE$|_(?:ENV_FILE|EFFORT|PROJECT_DIR|PLUGIN_|CODE_(?:ENTRYPOINT|CHILD_|SESSION_ID|SSE_PORT|MESSAGING_|LAUNCHED_BY)))/;

export function withoutSession(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && !SESSION_VARIABLE.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
