/**
 * `claude-smart doctor`: looks at everything that has to work, one line each, and says what to do where something does not.
 * It tries the embedding model for real, and runs no model of Claude's.
 */
import { sql } from 'drizzle-orm';
import { iso } from '../core/clock.ts';
import { AppError, messageOf } from '../core/errors.ts';
import { type Context, openContext } from '../learn/context.ts';
import { searchState, searchText } from '../learn/search-state.ts';
import { statusOf } from '../learn/status.ts';
import { loadConfig } from '../platform/config.ts';
import { openEmbedder } from '../platform/embed/embedder.ts';
import { findModel } from '../platform/embed/find-model.ts';
import { VERSION } from '../platform/package-root.ts';
import { explained } from '../platform/trouble.ts';
import { bannerText } from '../store/stall.ts';
import { explainedBySqlite } from '../store/trouble.ts';
import {
  type Check,
  claudeCheck,
  complaintsCheck,
  foldersCheck,
  green,
  hooksCheck,
  nodeCheck,
  red,
  settingsCheck,
  yellow,
} from './checks.ts';
import { daemonState, silentText } from './daemon.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { failureLines } from './failures.ts';
import { pathsOf, type Run } from './run.ts';
import { isOn, type SwitchedOn, switchedOn } from './switched-on.ts';
import { counted, plain, table } from './text.ts';

function databaseTrouble(run: Run, error: unknown): Check {
  const { database, sessions } = pathsOf(run);
  const why = explainedBySqlite(explained(error, run.env), database, sessions);
  const hint = why instanceof AppError ? why.hint : undefined;
  return red('database', messageOf(why), hint ?? `Look at ${database}.`);
}

function databaseCheck(run: Run, context: Context): Check {
  const { database } = context.paths;
  try {
    const rows = context.store.db.all<{ quick_check: string }>(sql`pragma quick_check(1)`);
    const said = rows[0]?.quick_check;
    if (said === 'ok') return green('database', database);
    return red(
      'database',
      `${database} is damaged: ${said}`,
      'Stop the daemon, move the file away, and run `claude-smart learn`.',
    );
  } catch (error) {
    return databaseTrouble(run, error);
  }
}

function queueCheck(context: Context): Check {
  const { stall, capped, failures, queue, waiting_turns } = statusOf(context);
  const name = 'learning';
  if (stall) return red(name, bannerText(stall, waiting_turns), null);
  if (queue.dead > 0) {
    const [line = ''] = failureLines(failures, iso(context.clock));
    return yellow(name, `${counted(queue.dead, 'session')} could not be read: ${line}`, 'Run `claude-smart learn`.');
  }
  const [trouble] = failureLines(failures, iso(context.clock));
  if (trouble !== undefined) return yellow(name, trouble, null);
  if (capped !== null) return yellow(name, `it waits: ${capped}`, 'Wait, or raise the cap in the settings.');
  if (queue.waiting === 0) return green(name, 'nothing waits');
  return green(name, `${counted(queue.waiting, 'session')} wait${queue.waiting === 1 ? 's' : ''} to be read`);
}

async function daemonCheck(run: Run, on: SwitchedOn): Promise<Check> {
  const state = await daemonState(pathsOf(run));
  const { running, silent, pid, version } = state;
  const stopIt = 'Run `claude-smart daemon stop`; the next session starts another.';
  if (silent) return red('daemon', `${silentText(state)}: nothing is learned`, stopIt);
  if (!running && isOn(on)) return green('daemon', 'not running: it starts with the next session');
  if (!running) return yellow('daemon', 'not running, and no hook starts it', 'Run `claude-smart install`.');
  if (version === VERSION) return green('daemon', `pid ${pid}, version ${version}`);
  const says = `pid ${pid} is of version ${version}, this is ${VERSION}`;
  return yellow('daemon', says, 'Run `claude-smart daemon stop`; the next session starts this one.');
}

async function searchCheck(context: Context): Promise<Check> {
  const found = findModel(context.env, context.paths);
  const mend = 'Reinstall claude-smart, name another folder in EMEND_MODEL_DIR, or run `claude-smart model download`.';
  if ('missing' in found) return yellow('search', `by words only: ${found.missing}`, mend);
  try {
    const embedder = await openEmbedder(found);
    const from = performance.now();
    await embedder.embed('add the zod dependency');
    const ms = performance.now() - from;
    await embedder.close();
    return green('search', `${searchText(searchState(context))}; ${ms.toFixed(0)} ms for a sentence`);
  } catch (error) {
    return yellow('search', `by words only: ${messageOf(error)}`, mend);
  }
}

async function checks(run: Run): Promise<Check[]> {
  const on = switchedOn(run.env, run.cwd);
  const settings = settingsCheck(pathsOf(run), run.env);
  const found = [
    nodeCheck(),
    hooksCheck(on),
    foldersCheck(pathsOf(run)),
    complaintsCheck(pathsOf(run), run.clock()),
    settings,
  ];
  // Settings that are broken keep the rest from being opened at all.
  if (settings.state === 'red') return found;
  found.splice(1, 0, await claudeCheck(run, loadConfig(pathsOf(run), run.env).claude, on));
  let context: Context;
  try {
    context = openContext(run.env, run.clock);
  } catch (error) {
    return [...found, databaseTrouble(run, error)];
  }
  try {
    const database = databaseCheck(run, context);
    found.push(database, await daemonCheck(run, on));
    if (database.state === 'green') found.push(queueCheck(context), await searchCheck(context));
    return found;
  } finally {
    context.store.close();
  }
}

const MARKS = { green: '✓', yellow: '!', red: '✗' } as const;

export async function doctor(run: Run, options: { json?: boolean }): Promise<ExitCode> {
  const found = await checks(run);
  const isWell = found.every(({ state }) => state !== 'red');
  const code = isWell ? EXIT.done : EXIT.failed;
  if (options.json) {
    run.out.json({ ok: isWell, checks: found });
    return code;
  }
  const { colors, width } = run.out;
  for (const { name, state, says, mend } of found) {
    const text = table(
      [[`${MARKS[state]} ${name.padEnd(8)}`, plain(mend === null ? says : `${says}. ${mend}`)]],
      width,
    );
    run.out.print(colors[state](text));
  }
  return code;
}
