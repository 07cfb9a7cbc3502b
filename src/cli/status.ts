/**
 * `claude-smart status`: whether it is on, what was captured and learned, what waits and why, what it cost, and whether the
 * daemon runs.
 */
import { iso } from '../core/clock.ts';
import { localTime, untilText } from '../core/when.ts';
import { openContext } from '../learn/context.ts';
import { type SearchState, searchState, searchText } from '../learn/search-state.ts';
import { type StatusReport, statusOf } from '../learn/status.ts';
import { findProgram } from '../platform/find-program.ts';
import { bannerText } from '../store/stall.ts';
import { type DaemonState, daemonState, silentText } from './daemon.ts';
import { failureLines } from './failures.ts';
import type { Output } from './output.ts';
import { pathsOf, type Run } from './run.ts';
import { type SwitchedOn, switchedOn, switchedOnText } from './switched-on.ts';
import { counted, plain, table, wrap } from './text.ts';

interface Told extends StatusReport {
  hooks: SwitchedOn;
  /** The program that is asked to learn; null: it was not found. */
  claude: { program: string; path: string | null };
  daemon: DaemonState;
  search: SearchState;
}

function waitingText({ queue, waiting_turns, stall, capped }: StatusReport, now: string): string {
  const sessions = queue.waiting + queue.dead;
  if (sessions === 0) return 'nothing';
  const goesOn = stall === null && capped === null && queue.nextDue !== undefined;
  const next = goesOn ? `, next due ${untilText(queue.nextDue ?? now, now)}` : '';
  return `${counted(sessions, 'session')}, ${counted(waiting_turns, 'turn')} of yours${next}`;
}

function daemonText(daemon: DaemonState): string {
  const { running, silent, pid, version, started_at } = daemon;
  if (silent) return `${silentText(daemon)}: claude-smart daemon stop`;
  return running ? `pid ${pid}, version ${version}, since ${localTime(started_at ?? '')}` : 'not running';
}

const claudeText = ({ program, path }: Told['claude']): string =>
  path ?? `\`${program}\` was not found: install Claude Code, or set CLAUDE_SMART_CLAUDE to its path`;

function refusedRow({ refused: { total, latest } }: StatusReport): [string, string][] {
  if (latest === null) return [];
  return [['refused', `${counted(total, 'proposal')}; the last one: ${latest.what} (${latest.why})`]];
}

function text(out: Output, report: Told, now: string): string {
  const { counts, spent_today, paths, last_extraction_at } = report;
  const lastRead = last_extraction_at === null ? 'nothing read yet' : `last read ${localTime(last_extraction_at)}`;
  const rows: [string, string][] = [
    ['version', report.version],
    ['hooks', switchedOnText(report.hooks)],
    ['claude', claudeText(report.claude)],
    ['captured', `${counted(counts.interactions, 'interaction')} in ${counted(counts.sessions, 'session')}`],
    ['learned', `${counted(counts.rules, 'rule')}, ${counted(counts.profile, 'fact')}; ${lastRead}`],
    ...refusedRow(report),
    ['waiting', waitingText(report, now)],
    ...failureLines(report.failures, now).map((line): [string, string] => ['failed', line]),
    ['today', `${counted(spent_today.calls, 'model call')}, $${spent_today.usd.toFixed(4)}`],
    ['search', searchText(report.search)],
    ['daemon', daemonText(report.daemon)],
    ['captures', paths.home],
    ['store', paths.database],
  ];
  const stall = report.stall ? bannerText(report.stall, report.waiting_turns) : undefined;
  const alarm =
    stall ?? (report.capped === null ? undefined : `Learning waits, and nothing is lost: ${report.capped}.`);
  const lines = alarm === undefined ? [] : ['', out.colors.red(wrap(plain(alarm), out.width))];
  return [table(rows, out.width), ...lines].join('\n');
}

export async function status(run: Run, options: { json?: boolean }): Promise<void> {
  const daemon = await daemonState(pathsOf(run));
  const context = openContext(run.env, run.clock);
  try {
    const program = context.config.claude;
    const report: Told = {
      ...statusOf(context),
      hooks: switchedOn(run.env, run.cwd),
      claude: { program, path: findProgram(program, run.env) ?? null },
      daemon,
      search: searchState(context),
    };
    if (options.json) run.out.json(report);
    else run.out.print(text(run.out, report, iso(run.clock)));
  } finally {
    context.store.close();
  }
}
