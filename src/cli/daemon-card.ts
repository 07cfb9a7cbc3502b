/**
 * Who run/daemon.json names. A pid alone proves nothing: the number may belong to somebody else by now, so a process is only
 * taken for the daemon when it began just before the daemon wrote its card.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import * as z from 'zod';
import { daemonCardFile } from '../platform/liveness.ts';
import type { Paths } from '../platform/paths.ts';

const Card = z.object({ pid: z.int().positive(), started_at: z.iso.datetime() });

/** The card is written when everything is open, which may follow a takeover and a migration. */
const SLOWEST_START_MS = 120_000;
const CLOCK_SLACK_MS = 2_500;
/** `starttime` in /proc counts hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10;

function linuxStart(pid: number): number | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in brackets that may hold spaces and brackets itself.
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    const booted = Number(/^btime (\d+)$/m.exec(fs.readFileSync('/proc/stat', 'utf8'))?.[1]) * 1_000;
    const start = booted + ticks * TICK_MS;
    return Number.isFinite(start) ? start : undefined;
  } catch {
    return undefined;
  }
}

function ps(...args: string[]): string | undefined {
  try {
    return execFileSync('ps', args, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

function startOf(pid: number): number | undefined {
  if (os.platform() === 'linux') return linuxStart(pid);
  const text = ps('-o', 'lstart=', '-p', String(pid))?.trim();
  const start = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(start) ? undefined : start;
}

/** The pid of the daemon that wrote the card, when that very process still runs. */
export function cardHolder(paths: Paths): number | undefined {
  let card: z.infer<typeof Card>;
  try {
    card = Card.parse(JSON.parse(fs.readFileSync(daemonCardFile(paths), 'utf8')));
  } catch {
    return undefined;
  }
  const start = startOf(card.pid);
  if (start === undefined) return undefined;
  const age = Date.parse(card.started_at) - start;
  return age > -CLOCK_SLACK_MS && age < SLOWEST_START_MS ? card.pid : undefined;
}

/**
 * Targets for a signal that reaches `pid` and everything it started: groups (negative) led by one of them, because a model call
 * has a group of its own, and single processes where the group belongs to somebody else, such as the shell it was started in.
 */
export function familyOf(pid: number): number[] {
  const rows = (ps('-A', '-o', 'pid=,ppid=,pgid=') ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([pid]);
  // Parents are not listed before their children, so this goes on until nothing is found any more.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [child, parent] of rows) if (child && parent && family.has(parent)) family.add(child);
  }
  const groups = new Map(rows.map(([child = 0, , group = 0]) => [child, group]));
  return [...new Set([...family].map((one) => (family.has(groups.get(one) ?? 0) ? -(groups.get(one) ?? 0) : one)))];
}
