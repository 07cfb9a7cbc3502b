/**
 * Follows the settings file: whoever switches an event off, or allows more calls a day, is heard without ending the daemon. What does
 * not parse is told in the log, and what held before holds on.
 */
import { statSync } from 'node:fs';
import type { Context } from '../learn/context.ts';
import { renderAll } from '../learn/render-all.ts';
import { loadConfig } from '../platform/config.ts';
import { inFull, type Log } from '../platform/log.ts';

export class Settings {
  readonly #context: Context;
  readonly #log: Log;
  #read: string;

  constructor(context: Context, log: Log) {
    this.#context = context;
    this.#log = log;
    this.#read = this.#state();
  }

  /** Changes with the file, and when it comes or goes. */
  #state(): string {
    const found = statSync(this.#context.paths.settings, { throwIfNoEntry: false });
    return found ? `${found.ino}:${found.mtimeMs}:${found.size}` : '';
  }

  /** Reads the file again if it changed. Never throws. */
  follow(): void {
    try {
      const state = this.#state();
      if (state === this.#read) return;
      this.#read = state;
      this.#context.config = loadConfig(this.#context.paths, this.#context.env);
      this.#log('settings were changed and read again');
      // Starts print from files that were made to the settings of before.
      renderAll(this.#context);
    } catch (error) {
      this.#log(`settings stay as they were: ${inFull(error)}`);
    }
  }
}
