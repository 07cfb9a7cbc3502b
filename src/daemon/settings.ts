/**
 * Follows the settings file: whoever switches an event off, or allows more calls a day, is heard without ending the daemon. What does
 * not parse is told in the log, and what held before holds on.
 */
import type { Context } from '../learn/context.ts';
import { renderAll } from '../learn/render-all.ts';
import { loadConfig } from '../platform/config.ts';
import { inFull, type Log } from '../platform/log.ts';
import { stateOf } from './file-state.ts';

export class Settings {
  readonly #context: Context;
  readonly #log: Log;
  #read: string;

  constructor(context: Context, log: Log) {
    this.#context = context;
    this.#log = log;
    this.#read = stateOf(context.paths.settings);
  }

  /** Reads the file again if it changed. Never throws. */
  follow(): void {
    try {
      const state = stateOf(this.#context.paths.settings);
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
