/**
 * The one sentence that the next session start shows the person. It is a file that the door which unlinks it shows, so it is
 * said once, however many sessions start at that moment; no door needs the database for it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { iso } from '../core/clock.ts';
import { makeFolder } from '../platform/folder.ts';
import { waitingTurns } from '../store/interactions.ts';
import { announce, bannerText, currentStall } from '../store/stall.ts';
import type { Context } from './context.ts';

export const noticeFile = (context: Context): string => path.join(context.paths.inject, 'notice.json');

function writeNotice(file: string, message: string): void {
  makeFolder(path.dirname(file));
  const fresh = `${file}.${process.pid}`;
  fs.writeFileSync(fresh, JSON.stringify({ message }), { mode: 0o600 });
  fs.renameSync(fresh, file);
}

/** Brings the notice in line with the stall: written once a stall, gone with it. */
export function updateNotice(context: Context): void {
  const stall = currentStall(context.store.db, iso(context.clock));
  if (!stall) {
    fs.rmSync(noticeFile(context), { force: true });
  } else if (stall.announced_at === null) {
    writeNotice(noticeFile(context), bannerText(stall, waitingTurns(context.store.db)));
    announce(context.store.db, iso(context.clock));
  }
}

/** The person knows already. */
export function withdrawNotice(context: Context): void {
  announce(context.store.db, iso(context.clock));
  fs.rmSync(noticeFile(context), { force: true });
}
