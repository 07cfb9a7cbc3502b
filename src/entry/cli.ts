#!/usr/bin/env node
/**
 * The command line. Builds the program out of its commands, and is the one place that prints errors and sets exit codes. With
 * --json there is exactly one JSON document on stdout, whether it went well or not.
 */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { confirmAt } from '../cli/confirm.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../cli/exit.ts';
import { history } from '../cli/history.ts';
import { inWords } from '../cli/in-words.ts';
import { learn } from '../cli/learn.ts';
import { processOutput } from '../cli/output.ts';
import type { Run } from '../cli/run.ts';
import { search } from '../cli/search.ts';
import { show } from '../cli/show.ts';
import { stats } from '../cli/stats.ts';
import { status } from '../cli/status.ts';
import { readInput } from '../cli/stdin.ts';
import { tag } from '../cli/tag.ts';
import { plain } from '../cli/text.ts';
import { exitTable, helpFor, rememberWhere, usageText } from '../cli/usage.ts';
import { why } from '../cli/why.ts';
import { whyNot } from '../cli/why-not.ts';
import { systemClock } from '../core/clock.ts';
import { AppError, messageOf } from '../core/errors.ts';
import { VERSION } from '../platform/package-root.ts';
import { type Action, ID, JSON_FLAG, PROJECT } from './command-parts.ts';
import { handOn } from './hand.ts';
import { living } from './living.ts';

// Whatever is made here is its owner's alone; what asks for another mode sets it.
process.umask(0o077);

const stop = new AbortController();
const out = processOutput(process.env);
const run: Run = {
  env: process.env,
  // Asked for by the commands that need it: the others work where the folder is gone.
  get cwd() {
    return process.cwd();
  },
  clock: systemClock,
  out,
  input: (asks) => readInput(stop.signal, asks),
  atTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  confirm:
    process.stdin.isTTY && process.stderr.isTTY ? confirmAt(process.stdin, process.stderr, stop.signal) : undefined,
  signal: stop.signal,
};

/** Runs one command; the exit code is what it returns, and done when it returns none. */
const action: Action =
  (command) =>
  async (...args) => {
    const code = await command(...args);
    process.exitCode = typeof code === 'number' ? code : EXIT.done;
  };

function whole(text: string): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1 || n > 100)
    throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
  return n;
}

function reading(program: Command): void {
  program
    .command('show')
    .description('the rules and facts that count now')
    .option(...PROJECT)
    .option(...JSON_FLAG)
    .action(action((options) => show(run, options)));
  program
    .command('history')
    .description('everything that was ever learned, or of one rule or fact, with what replaced what, and why')
    .argument('[id]', 'its id, or the beginning of it')
    .option(...PROJECT)
    .option(...JSON_FLAG)
    .action(action((id: string | undefined, options) => history(run, id, options)));
  program
    .command('search')
    .description('the rules and facts about something')
    .argument('<query...>')
    .option(...PROJECT)
    .option('--limit <n>', 'at most so many hits', whole, 10)
    .option('--explain', 'why each was found: its place and score by words and by meaning, and the cue that hit')
    .option(...JSON_FLAG)
    .action(action((words: string[], options) => search(run, words.join(' '), options)));
  program
    .command('why')
    .description('where a rule or a fact comes from: its turns, its readings, what changed it, whom it was told')
    .argument(...ID)
    .option(...JSON_FLAG)
    .action(action((id: string, options) => why(run, id, options)));
  program
    .command('why-not')
    .description('where everything you did in a session ended: in a rule, in nothing and why, refused, or waiting')
    .argument('[session]', 'its id, or the beginning of it (default: the last session of this project)')
    .option(...JSON_FLAG)
    .action(action((session: string | undefined, options) => whyNot(run, session, options)));
  program
    .command('status')
    .description('what was captured and learned, what waits, what it cost')
    .option(...JSON_FLAG)
    .action(action((options) => status(run, options)));
  program
    .command('stats')
    .description('what sessions were told, at which events, and how much of their context that was')
    .option(...JSON_FLAG)
    .action(action((options) => stats(run, options)));
}

function learning(program: Command): void {
  program
    .command('learn')
    .description('learn everything that waits, now')
    .option('--note <text>', 'first note that the last turn was wrong, and how; - reads the note from stdin')
    .option('--session <id>', 'the session that the note belongs to, or the only one to capture')
    .option(...JSON_FLAG)
    .action(action((options) => learn(run, options)));
  program
    .command('tag')
    .description('note that the last turn was wrong; it is learned in the background')
    .argument('[note...]', 'what was wrong; - reads it from stdin')
    .option('--session <id>', 'the session that the note belongs to')
    .action(action((words: string[], options) => tag(run, words, options)));
}

function build(): Command {
  const program = new Command('claude-smart')
    .description(
      'Makes Claude Code stop repeating its mistakes: learns from your corrections and tells the next session.',
    )
    .version(VERSION)
    .configureOutput({ outputError: () => {}, getOutHelpWidth: () => out.width, getErrHelpWidth: () => out.width })
    .configureHelp(helpFor(out.width))
    .addHelpText('after', exitTable(out.width));
  program.commandsGroup('To look:');
  reading(program);
  program.commandsGroup('To change what was learned:');
  handOn(program, run, action);
  program.commandsGroup('To learn:');
  learning(program);
  program.commandsGroup('To set it up, and see that it works:');
  living(program, run, action);
  program.helpCommand(true);
  rememberWhere(program);
  return program;
}

interface Told {
  code: ExitCode;
  name: string;
  message: string;
  hint: string | undefined;
}

function told(thrown: unknown): Told {
  if (thrown instanceof CommanderError) return { code: EXIT.usage, name: 'usage', ...usageText(thrown) };
  const error = inWords(thrown, run.env);
  const name = error instanceof AppError ? error.code : 'bug';
  const hint = error instanceof AppError ? error.hint : process.env.CLAUDE_SMART_DEBUG && (error as Error).stack;
  return { code: exitCodeOf(error), name, message: messageOf(error), hint: hint || undefined };
}

function fail(error: unknown): void {
  // --help and --version end this way too.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  // A command that has subcommands has printed its help.
  if (error instanceof CommanderError && error.code === 'commander.help') {
    process.exitCode = EXIT.usage;
    return;
  }
  const { code, name, message, hint } = told(error);
  if (process.argv.includes('--json')) out.json({ error: { code: name, message, hint: hint ?? null } });
  // It may quote what was typed, or what a file holds.
  out.remark(plain(`claude-smart: ${message}${hint === undefined ? '' : `\n${hint}`}`));
  process.exitCode = code;
}

// The first signal ends a running model call with all its children and lets the job give its lease back; a second one ends at
// once. The exit code is the shell's for that signal.
let ended: number | undefined;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => {
    if (ended !== undefined) process.exit(code);
    ended = code;
    stop.abort();
  });
}

const program = build();
if (process.argv.length <= 2) program.outputHelp();
else await program.parseAsync().catch(fail);
if (ended !== undefined) process.exitCode = ended;
