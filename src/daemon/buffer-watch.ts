/**
 * Sees what the doors append, so that no hook has to call: the folder is watched, and each change is read from where the file
 * ended before. Where watching is not to be had (too many watchers, a file system that tells nothing) the files' sizes are
 * looked at instead.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt } from '../core/outside.ts';
import { makeFolder } from '../platform/folder.ts';

export interface Change {
  sessionId: string;
  /** A session began or ended, a turn ended, or a note was written: worth publishing now. */
  isTurn: boolean;
}

const TURN = /^\{"type":"(?:Stop|StopFailure|SessionStart|SessionEnd|\[correction\])"/m;
/** Read of what was appended at once; what is in front of it is within a turn. */
const MOST_BYTES = 256 * 1024;
const ENDING = '.jsonl';

export class BufferWatch {
  readonly #folder: string;
  readonly #tell: (change: Change) => void;
  readonly #sizes = new Map<string, number>();
  #watcher: fs.FSWatcher | undefined;
  /** Of the folder that is watched: somebody may remove it and a door make it anew. */
  #identity: string | undefined;

  /** What is there already is nobody's news. */
  constructor(folder: string, tell: (change: Change) => void) {
    this.#folder = folder;
    this.#tell = tell;
    this.#watch();
    for (const name of this.#names()) this.#sizes.set(name, this.#sizeOf(name));
  }

  /** To be called from time to time: watches the folder that is there now, or looks through it where watching fails. */
  check(): void {
    const identity = this.#identityNow();
    if (this.#watcher && identity !== undefined && identity === this.#identity) return;
    this.#watch();
    for (const name of this.#names()) this.#look(name);
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #watch(): void {
    this.close();
    attempt(() => makeFolder(this.#folder));
    this.#identity = this.#identityNow();
    this.#watcher = attempt(() => fs.watch(this.#folder, { persistent: false }, (_, name) => name && this.#look(name)));
    this.#watcher?.on('error', () => this.close());
  }

  /** A folder that is made anew may get the number of the one before. */
  #identityNow = (): string | undefined =>
    attempt(() => {
      const { ino, birthtimeMs } = fs.statSync(this.#folder);
      return `${ino}:${birthtimeMs}`;
    });

  #names = (): string[] => attempt(() => fs.readdirSync(this.#folder)) ?? [];

  #sizeOf = (name: string): number =>
    attempt(() => fs.statSync(path.join(this.#folder, name), { throwIfNoEntry: false })?.size) ?? 0;

  #look(name: string): void {
    if (!name.endsWith(ENDING)) return;
    const before = this.#sizes.get(name) ?? 0;
    const size = this.#sizeOf(name);
    if (size === before) return;
    this.#sizes.set(name, size);
    // A buffer that shrank was begun anew.
    const from = Math.max(size < before ? 0 : before, size - MOST_BYTES);
    const added = attempt(() => this.#read(name, from, size)) ?? '';
    this.#tell({ sessionId: name.slice(0, -ENDING.length), isTurn: TURN.test(added) });
  }

  #read(name: string, from: number, to: number): string {
    const fd = fs.openSync(path.join(this.#folder, name), 'r');
    try {
      const bytes = Buffer.alloc(to - from);
      return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, bytes.length, from));
    } finally {
      fs.closeSync(fd);
    }
  }
}
