/** `claude-smart status`: what was captured and learned, what waits and why, what it cost, and whether the daemon runs. */
import { openContext } from '../learn/context.ts';
import { type StatusReport, statusOf } from '../learn/status.ts';
import { bannerText } from '../store/stall.ts';
import { type DaemonState, daemonState } from './daemon.ts';
import type { Output } from './output.ts';
import { pathsOf, type Run } from './run.ts';
import { counted, plain, table, wrap } from './text.ts';

function waitingText({ queue, waiting_turns }: StatusReport): string {
  if (queue.waiting === 0) return 'nothing';
  const next = queue.nextDue === undefined ? '' : `, next due ${queue.nextDue}`;
  return `${counted(queue.waiting, 'session')}, ${counted(waiting_turns, 'turn')} of yours${next}`;
}

function refusedRow({ refused: { total, latest } }: StatusReport): [string, string][] {
  if (latest === null) return [];
  return [['refused', `${counted(total, 'proposal')}; the last one: ${latest.what} (${latest.why})`]];
}

function text(out: Output, report: StatusReport, daemon: DaemonState): string {
  const { counts, queue, spent_today, paths } = report;
  const rows: [string, string][] = [
    ['version', report.version],
    ['captured', `${counted(counts.interactions, 'interaction')} in ${counted(counts.sessions, 'session')}`],
    [
      'learned',
      `${counted(counts.rules, 'rule')}, ${counted(counts.profile, 'fact')}; last read ${report.last_extraction_at ?? 'never'}`,
    ],
    ...refusedRow(report),
    ['waiting', waitingText(report)],
    ...(queue.dead > 0 ? ([['given up', counted(queue.dead, 'session')]] as [string, string][]) : []),
    ['today', `${counted(spent_today.calls, 'model call')}, $${spent_today.usd.toFixed(4)}`],
    [
      'daemon',
      daemon.running ? `pid ${daemon.pid}, version ${daemon.version}, since ${daemon.started_at}` : 'not running',
    ],
    ['captures', paths.home],
    ['store', paths.database],
  ];
  const stall = report.stall ? bannerText(report.stall, report.waiting_turns) : undefined;
  const alarm = stall ?? (report.capped === null ? undefined : `Learning waits for tomorrow: ${report.capped}.`);
  const lines = alarm === undefined ? [] : ['', out.colors.red(wrap(plain(alarm), out.width))];
  return [table(rows, out.width), ...lines].join('\n');
}

export async function status(run: Run, options: { json?: boolean }): Promise<void> {
  const daemon = await daemonState(pathsOf(run));
  const context = openContext(run.env, run.clock);
  try {
    const report = statusOf(context);
    if (options.json) run.out.json({ ...report, daemon });
    else run.out.print(text(run.out, report, daemon));
  } finally {
    context.store.close();
  }
}
