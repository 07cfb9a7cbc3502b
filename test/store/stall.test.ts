import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/store/open.ts';
import { announce, bannerText, currentStall, pauseLearning, resume } from '../../src/store/stall.ts';

let home: string;
let store: Store;
beforeEach(async () => {
  home = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'claude-smart-'));
  store = openStore(path.join(home, 'emend.db'));
});
afterEach(async () => {
  store.close();
  await fs.promises.rm(home, { recursive: true, force: true });
});

const at = (time: string) => `2026-03-04T${time}:00.000Z`;
const auth = (now: string) =>
  ({ class: 'auth', message: 'Not logged in · Please run /login', resetsAt: null, now }) as const;
const limit = (now: string, resetsAt: string | null) =>
  ({ class: 'billing', message: "You've hit your session limit", resetsAt, now }) as const;

describe('the pause', () => {
  it('is not there at first, and not after somebody resumed', () => {
    expect(currentStall(store.db, at('09:00'))).toBeUndefined();
    pauseLearning(store.db, auth(at('09:00')));
    expect(currentStall(store.db, at('09:01'))).toMatchObject({ class: 'auth', since: at('09:00'), resets_at: null });
    resume(store.db);
    expect(currentStall(store.db, at('09:02'))).toBeUndefined();
  });

  it('ends by itself when its reset time has come, and only then', () => {
    pauseLearning(store.db, limit(at('09:00'), at('12:00')));
    expect(currentStall(store.db, at('11:59'))).toBeDefined();
    expect(currentStall(store.db, at('12:00'))).toBeUndefined();
  });

  it('keeps no secret and no long story of what claude said', () => {
    const message = `bad token ghp_${'Ab3dE6gH9j'.repeat(4)} <private>mine</private> ${'x'.repeat(5_000)}`;
    pauseLearning(store.db, { class: 'auth', message, resetsAt: null, now: at('09:00') });
    const kept = currentStall(store.db, at('09:01'))?.message ?? '';
    expect(kept).toMatch(/^bad token /);
    expect(kept).not.toMatch(/Ab3dE6|mine/);
    expect(kept.length).toBeLessThan(600);
  });

  it('ends by no time that is none, and can be told of', () => {
    pauseLearning(store.db, limit(at('09:00'), '2026-13-45T99:99:00.000Z'));
    const paused = currentStall(store.db, at('09:01'));
    expect(paused).toMatchObject({ resets_at: null });
    store.db.run("update stall set resets_at = '2026-13-45T99:99:00.000Z'");
    expect(currentStall(store.db, at('09:01'))).toMatchObject({ resets_at: null });
    expect(paused && bannerText(paused, 1)).toContain('claude-smart learn');
  });

  it('without a reset time waits for a person', () => {
    pauseLearning(store.db, auth(at('09:00')));
    expect(currentStall(store.db, '2036-01-01T00:00:00.000Z')).toBeDefined();
  });

  it('keeps its beginning when it is found again, and takes the newer reason', () => {
    pauseLearning(store.db, limit(at('09:00'), at('12:00')));
    pauseLearning(store.db, limit(at('10:00'), at('13:00')));
    expect(currentStall(store.db, at('10:01'))).toMatchObject({ since: at('09:00'), resets_at: at('13:00') });
  });

  it('begins anew after its reset time', () => {
    pauseLearning(store.db, limit(at('09:00'), at('12:00')));
    announce(store.db, at('09:01'));
    pauseLearning(store.db, limit(at('12:30'), at('17:00')));
    expect(currentStall(store.db, at('12:31'))).toMatchObject({ since: at('12:30'), announced_at: null });
  });

  it('survives the process', () => {
    pauseLearning(store.db, auth(at('09:00')));
    store.close();
    store = openStore(path.join(home, 'emend.db'));
    expect(currentStall(store.db, at('09:01'))).toBeDefined();
  });
});

describe('telling the person', () => {
  it('happens once a pause', () => {
    pauseLearning(store.db, auth(at('09:00')));
    expect(announce(store.db, at('09:01'))).toBe(true);
    expect(announce(store.db, at('09:02'))).toBe(false);
    pauseLearning(store.db, auth(at('09:03')));
    expect(announce(store.db, at('09:04'))).toBe(false);
    resume(store.db);
    expect(announce(store.db, at('09:05'))).toBe(false);
  });

  it('happens again when something else is to be mended', () => {
    pauseLearning(store.db, limit(at('09:00'), null));
    announce(store.db, at('09:01'));
    pauseLearning(store.db, auth(at('09:02')));
    expect(announce(store.db, at('09:03'))).toBe(true);
  });

  const banner = (pause: Parameters<typeof pauseLearning>[1], turns: number) => {
    pauseLearning(store.db, pause);
    const paused = currentStall(store.db, pause.now);
    if (!paused) throw new Error('no pause');
    return bannerText(paused, turns, 'Europe/Berlin');
  };

  it('names claude, /login, since when, how many turns wait and how to go on, when nobody is logged in', () => {
    const text = banner(auth(at('09:00')), 12);
    for (const part of [
      '`claude`',
      '/login',
      '2026-03-04 10:00',
      '12 turns wait',
      'nothing is lost',
      '`claude-smart learn`',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('says what the limit says and when it resets', () => {
    const text = banner(limit(at('09:00'), at('14:45')), 1);
    expect(text).toContain("You've hit your session limit");
    expect(text).toContain('goes on by itself at 2026-03-04 15:45');
    expect(text).toContain('1 turn waits');
    expect(text).not.toContain('/login');
  });

  it('says first what to do and then how to go on, when a limit does not say when it ends', () => {
    const text = banner(limit(at('09:00'), null), 2);
    expect(text).toContain('wait until it is renewed, or add credit. Then run `claude-smart learn`.');
  });

  it('puts no words into the mouth of a program that is not there', () => {
    const message = '`/x/claude` was not found';
    const text = banner({ class: 'setup', message, resetsAt: null, now: at('09:00') }, 1);
    expect(text).toContain('since 2026-03-04 10:00: `/x/claude` was not found. Start `claude`');
    expect(text).toContain('CLAUDE_SMART_CLAUDE');
    expect(text).not.toContain('says');
  });
});
