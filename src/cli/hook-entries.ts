/**
 * Our hooks as settings.json holds them: one shell line an event, because Claude Code before 2.1.139 knows no other form.
 * Whatever folder we are installed in, the line has to survive a shell; and no entry without our marker is ever ours.
 */
import { SETTINGS_MARK } from '../core/session.ts';

const OWN = new RegExp(`[\\\\/]hook\\.[cm]js["']?\\s+\\w+\\s+${SETTINGS_MARK}\\b`);

/** Seconds. SessionEnd has about 1.5 s in all, whatever is asked for. */
const TIMEOUT = 10;

/** Which tool calls are worth a process before they run (a subagent's task is in the call that starts it); afterwards all of them are. */
const MATCHERS: Readonly<Record<string, string>> = { PreToolUse: 'Edit|Write|NotebookEdit|Bash|Agent|Task' };

export const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'Stop',
  'StopFailure',
  'SessionEnd',
  'Setup',
] as const;

/** One word for sh and for the shells of Windows, where the path gets the slashes that all of them take. */
export function quoted(file: string, platform = process.platform): string {
  if (platform === 'win32') return `"${file.replaceAll('\\', '/')}"`;
  return `"${file.replace(/[\\"$`]/g, '\\$&')}"`;
}

/**
 * A package that was removed must not break sessions: then the line does nothing, and well. The shells of Windows have no test
 * that all of them take.
 */
export function commandLine(hookFile: string, event: string, platform = process.platform): string {
  const file = quoted(hookFile, platform);
  const run = `node ${file} ${event} ${SETTINGS_MARK}`;
  return platform === 'win32' ? run : `[ ! -f ${file} ] || ${run}`;
}

/** The program that one of our lines runs, older lines too. */
export function hookFileIn(command: string): string | undefined {
  const file = /\bnode "((?:[^"\\]|\\.)*hook\.[cm]js)"/.exec(command)?.[1];
  return file?.replace(/\\([\\"$`])/g, '$1');
}

export interface Group {
  matcher?: string;
  hooks: { type: 'command'; command: string; timeout: number }[];
}

function groupFor(hookFile: string, event: string): Group {
  const hooks: Group['hooks'] = [{ type: 'command', command: commandLine(hookFile, event), timeout: TIMEOUT }];
  const matcher = MATCHERS[event];
  return matcher === undefined ? { hooks } : { matcher, hooks };
}

export const allGroups = (hookFile: string): [string, Group][] =>
  EVENTS.map((event) => [event, groupFor(hookFile, event)]);

export const isOwn = (command: unknown): boolean => typeof command === 'string' && OWN.test(command);
