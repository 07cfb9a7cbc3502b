/** How far a download is, for a person at a terminal: a bar on stderr, which goes when it is done. Nobody else sees anything. */
import type { Output } from './output.ts';

export interface Progress {
  /** Bytes; without a total the bar only counts. */
  at(bytes: number, total: number | undefined): void;
  end(): void;
}

const MEGABYTE = 1_000_000;
const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
/** Text beside the bar. */
const BESIDE = 40;

export async function progressBar({ terminal, width }: Output): Promise<Progress> {
  if (!terminal) return { at: () => {}, end: () => {} };
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    stream: terminal,
    format: '{bar} {done}{of}',
    barsize: Math.max(10, Math.min(40, width - BESIDE)),
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 50,
  });
  let started = false;
  return {
    at: (bytes, total) => {
      const words = { done: megabytes(bytes) + (total ? '' : ' MB'), of: total ? ` of ${megabytes(total)} MB` : '' };
      if (started) bar.update(bytes, words);
      else bar.start(total ?? bytes, bytes, words);
      started = true;
      if (total) bar.setTotal(total);
    },
    end: () => bar.stop(),
  };
}
