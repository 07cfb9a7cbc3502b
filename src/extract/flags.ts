/**
 * The command line of the model call: no tools, no hooks, no MCP, no slash commands, no transcript. A `claude` that is too
 * old for one of the flags is called without it, with the nearest older means in its place where there is one.
 */

export interface Ask {
  system: string;
  model: string;
  schema?: object | undefined;
}

/** Flags that older versions do not know, and that the call can do without. */
const OPTIONAL = [
  '--safe-mode',
  '--no-session-persistence',
  '--json-schema',
  '--strict-mcp-config',
  '--mcp-config',
  '--disable-slash-commands',
  '--tools',
] as const;
export type OptionalFlag = (typeof OPTIONAL)[number];

/** What `--tools ""` takes away where that flag is not known. */
const TOOLS =
  'Task,Agent,Bash,BashOutput,KillShell,Glob,Grep,LS,Read,Edit,MultiEdit,Write,NotebookRead,NotebookEdit,WebFetch,WebSearch,TodoWrite,Skill,SlashCommand';

const INSTEAD: Partial<Record<OptionalFlag, string[]>> = {
  '--safe-mode': ['--settings', '{"disableAllHooks":true}'],
  '--tools': ['--disallowedTools', TOOLS],
};

/** `missing`: flags that this binary turned out not to know. The order keeps flags that take a list before another flag. */
export function argumentsFor(ask: Ask, missing: ReadonlySet<OptionalFlag>): string[] {
  const optional = (flag: OptionalFlag, ...value: string[]) =>
    missing.has(flag) ? (INSTEAD[flag] ?? []) : [flag, ...value];
  return [
    '-p',
    ...optional('--safe-mode'),
    ...optional('--no-session-persistence'),
    ...['--output-format', 'json'],
    ...['--model', ask.model],
    ...['--system-prompt', ask.system],
    ...optional('--tools', ''),
    ...optional('--strict-mcp-config'),
    ...optional('--mcp-config', '{"mcpServers":{}}'),
    ...(ask.schema ? optional('--json-schema', JSON.stringify(withoutDialect(ask.schema))) : []),
    ...optional('--disable-slash-commands'),
  ];
}

/** Claude Code refuses a schema that names a dialect it does not carry. */
function withoutDialect(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
}

/** The flag whose absence this complaint is about, when the call can do without it. */
export function missingFlag(stderr: string): OptionalFlag | undefined {
  const named = /unknown option '(--[\w-]+)/.exec(stderr)?.[1];
  if (/--json-schema is not a valid/i.test(stderr)) return '--json-schema';
  return OPTIONAL.find((flag) => flag === named);
}
