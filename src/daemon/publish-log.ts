/**
 * What the log says of publishing. A failure is told once with its cause, however often it comes back, and once more when it
 * is over: then also the first cause is there for whoever could not read the log meanwhile, such as on a full disk.
 */
import path from 'node:path';
import type { PublishOutcome } from '../learn/publish-all.ts';

interface Failing {
  since: string;
  first: string;
  last: string;
}

export class PublishLog {
  readonly #failing = new Map<string, Failing>();
  readonly #database: string;

  constructor(database: string) {
    this.#database = database;
  }

  lines({ published, failed }: PublishOutcome, now: string): string[] {
    const lines: string[] = [];
    for (const one of published) {
      if (one.interactions > 0) lines.push(`published ${one.interactions} of ${one.session_id}`);
      if (one.broken > 0) lines.push(`${one.broken} broken lines in ${one.session_id}`);
    }
    const still = new Set(failed.map(({ file }) => file));
    const works = new Set(published.map(({ session_id }) => `${session_id}.jsonl`));
    const wrote = published.some(({ interactions }) => interactions > 0);
    for (const [file, { since, first }] of this.#failing) {
      if (still.has(file) || !(file === this.#database ? wrote : works.has(path.basename(file)))) continue;
      this.#failing.delete(file);
      lines.push(`works again: ${file}, which failed since ${since}, first because: ${first}`);
    }
    for (const { file, why } of failed) {
      const known = this.#failing.get(file);
      if (known?.last === why) continue;
      this.#failing.set(file, { since: now, first: why, ...known, last: why });
      lines.push(`could not publish ${file}: ${why}`);
    }
    return lines;
  }
}
