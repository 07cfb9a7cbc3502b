/**
 * Help and bad usage: help that fits a narrow terminal, and for a slip of the pen the hint that belongs to the command in which
 * it was made.
 */
import { type Command, type CommanderError, Help } from 'commander';
import { EXIT_CODES } from './exit.ts';
import { table, wrap } from './text.ts';

/** Narrower than this, a description stands below its term. */
const BESIDE = 24;
const BELOW = 6;
const MARGIN = 2;

export const helpFor = (width: number): Partial<Help> => ({
  minWidthToWrap: 20,
  formatItem: (term, termWidth, description, helper) => {
    if (description === '' || width - termWidth - 2 * MARGIN >= BESIDE) {
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    }
    return `${' '.repeat(MARGIN)}${term}\n${' '.repeat(BELOW)}${wrap(description, width, BELOW)}`;
  },
});

export function exitTable(width: number): string {
  const rows = EXIT_CODES.map(({ code, meaning }): [string, string] => [String(code), meaning]);
  return `\nExit codes:\n${table(rows, width - MARGIN).replace(/^/gm, ' '.repeat(MARGIN))}`;
}

const madeIn = new WeakMap<CommanderError, Command>();

/** Lets every command throw its errors, and remembers which one did. */
export function rememberWhere(command: Command): void {
  command.exitOverride((error) => {
    madeIn.set(error, command);
    throw error;
  });
  for (const one of command.commands) rememberWhere(one);
}

function fullName(command: Command | undefined): string {
  if (!command) return 'claude-smart';
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

/** How the commands that take free text are given text that looks like an option. */
const DASHED: Readonly<Record<string, string>> = {
  tag: 'Text that begins with a dash goes behind --. ',
  search: 'Text that begins with a dash goes behind --. ',
  learn: 'A note that begins with a dash: --note=TEXT. ',
};

/** Bad usage as a message and what to do about it. */
export function usageText(error: CommanderError): { message: string; hint: string } {
  const [message = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
  const where = madeIn.get(error);
  // A group's default command was given what is no command of the group.
  const group = where?.parent;
  if (error.code === 'commander.excessArguments' && group && group.args[0] !== where.name()) {
    return { message: `unknown command '${where.args[0]}'`, hint: `See: ${fullName(group)} --help` };
  }
  const dashed = error.code === 'commander.unknownOption' ? (DASHED[where?.name() ?? ''] ?? '') : '';
  return { message, hint: suggestion || `${dashed}See: ${fullName(where)} --help` };
}
