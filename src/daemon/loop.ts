/**
 * The daemon's work: publish what doors poke it about, drain what is due, and end when nobody has needed it for a while.
 * Everything it does can be done without it (`claude-smart learn`) and can be killed at any instruction.
 */

import PQueue from 'p-queue';
import { iso } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { capReached } from '../learn/call.ts';
import type { Context } from '../learn/context.ts';
import { drain } from '../learn/drain.ts';
import { updateNotice } from '../learn/notice.ts';
import { type PublishOutcome, publishAll, publishSession } from '../learn/publish-all.ts';
import { renderAll } from '../learn/render-all.ts';
import type { TextModel } from '../learn/text-model.ts';
import { inFull, type Log } from '../platform/log.ts';
import { queueState } from '../queue/queue.ts';
import { currentStall } from '../store/stall.ts';
import { explainedBySqlite } from '../store/trouble.ts';
import { PublishLog } from './publish-log.ts';

/** Buffers grow without a poke at every tool call; this often they are looked at anyway. */
const SWEEP_MS = 5 * 60_000;
const BUSY_RETRY_MS = 2_000;
const POKE_REST_MS = 100;
/** setTimeout counts in 32 bits, and a clock may be set meanwhile: look at the queue at least this often. */
const LONGEST_SLEEP_MS = 60_000;

/** Codes of errors that no waiting mends. */
const USELESS: ReadonlySet<string> = new Set(['database_damaged', 'database_unusable']);

export class Loop {
  readonly #context: Context;
  readonly #log: Log;
  readonly #model: TextModel;
  readonly #publishLog: PublishLog;
  readonly #publishing = new PQueue({ concurrency: 1 });
  readonly #learning = new PQueue({ concurrency: 1 });
  readonly #stop = new AbortController();
  #neededAt = performance.now();
  #sweptAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #pokeTimer: NodeJS.Timeout | undefined;
  /** Sessions to publish. */
  readonly #poked = new Set<string>();
  #fatal: unknown;
  /** The last failure that was logged. */
  #told = '';
  #ended!: () => void;
  /** Resolves when the loop has come to rest after `stop` or a quiet time; rejects with what makes going on useless. */
  readonly ended = new Promise<void>((resolve, reject) => {
    this.#ended = () => (this.#fatal === undefined ? resolve() : reject(this.#fatal));
  });

  /** `model`: for the second look at what was typed, and for comparing lessons. */
  constructor(context: Context, log: Log, model: TextModel) {
    this.#context = context;
    this.#log = log;
    this.#model = model;
    this.#publishLog = new PublishLog(context.paths.database);
  }

  /** A door or a person was here: the quiet time begins anew. */
  needed(): void {
    this.#neededAt = performance.now();
  }

  start(): void {
    this.#publish(() => {
      this.#reportPublished(publishAll(this.#context));
      renderAll(this.#context);
    });
  }

  /** The work begins when the hook that poked is gone: nobody who types shares a processor with it. */
  poke(sessionId: string): void {
    this.#poked.add(sessionId);
    this.#pokeTimer ??= setTimeout(() => this.#publishPoked(), POKE_REST_MS);
  }

  #publishPoked(): void {
    this.#pokeTimer = undefined;
    const poked = [...this.#poked];
    this.#poked.clear();
    this.#publish(() => {
      for (const sessionId of poked) this.#reportPublished(publishSession(this.#context, sessionId));
    });
  }

  #publish(work: () => void): void {
    const all = () => {
      work();
      this.#tick();
    };
    void this.#publishing.add(() => this.#try(all));
  }

  /** Nothing thrown here may leave: it would end the daemon without a word. */
  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failed(error);
      this.#sleep(LONGEST_SLEEP_MS);
    }
  }

  /** Logs it. A database that cannot be used ends the daemon, and the next door starts another. What was due stays due. */
  failed(error: unknown): void {
    const { paths } = this.#context;
    const why = explainedBySqlite(error, paths.database, paths.sessions);
    const words = inFull(why);
    // Somebody asks at every tool call: the same failure is told once.
    if (words !== this.#told) this.#log(`failed: ${words}`);
    this.#told = words;
    if (why instanceof AppError && USELESS.has(why.code)) {
      this.#fatal ??= why;
      void this.stop('the database cannot be used');
    }
  }

  async stop(why: string): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#log(`stopping: ${why}`);
    this.#stop.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#pokeTimer);
    await Promise.all([this.#publishing.onIdle(), this.#learning.onIdle()]);
    this.#ended();
  }

  #reportPublished(outcome: PublishOutcome): void {
    for (const line of this.#publishLog.lines(outcome, iso(this.#context.clock))) this.#log(line);
    if (outcome.refused && USELESS.has(outcome.refused.code)) throw outcome.refused;
  }

  async #drain(): Promise<void> {
    try {
      await drain(this.#context, {
        signal: this.#stop.signal,
        model: this.#model,
        onOutcome: (outcome) =>
          this.#log(`${outcome.session.id}: ${JSON.stringify({ ...outcome, session: undefined })}`),
      });
      updateNotice(this.#context);
      this.#sleep(BUSY_RETRY_MS);
    } catch (error) {
      this.failed(error);
      this.#sleep(LONGEST_SLEEP_MS);
    }
  }

  /** Drains when something is due, else sleeps until something is, or ends. */
  #tick(): void {
    if (this.#stop.signal.aborted || this.#learning.size + this.#learning.pending > 0) return;
    const { store, clock } = this.#context;
    const now = clock();
    const { nextDue } = queueState(store.db);
    const blocked = currentStall(store.db, iso(clock)) !== undefined || capReached(this.#context) !== undefined;
    const untilDue = nextDue && !blocked ? Date.parse(nextDue) - now.getTime() : Number.POSITIVE_INFINITY;
    if (untilDue <= 0) {
      void this.#learning.add(() => this.#drain());
      return;
    }
    const { daemonIdleMs } = this.#context.config;
    const quiet = performance.now() - this.#neededAt;
    if (quiet >= daemonIdleMs && untilDue > daemonIdleMs) {
      void this.stop('nobody needed it');
      return;
    }
    if (performance.now() - this.#sweptAt >= SWEEP_MS) {
      this.#sweptAt = performance.now();
      this.start();
      return;
    }
    this.#sleep(Math.min(untilDue, Math.max(daemonIdleMs - quiet, 1_000), LONGEST_SLEEP_MS));
  }

  #sleep(ms: number): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(() => this.#tick()), ms);
  }
}
