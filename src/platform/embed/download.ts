/**
 * Fetches one large file whose checksum is known. What has arrived stays in `<file>.part`, so that a broken line, a kill or a
 * full disk costs nothing that was fetched before; only the whole file with the right checksum gets the name `file`,
 * and is not fetched again.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, messageOf } from '../../core/errors.ts';
import { makeFolder } from '../folder.ts';

export interface Download {
  url: string;
  /** Hexadecimal. */
  sha256: string;
  /** More than this is never fetched or kept. */
  ceilingBytes: number;
  file: string;
  signal?: AbortSignal | undefined;
  /** `total` is unknown when the server does not say. */
  onProgress?: (bytes: number, total: number | undefined) => void;
  /** Without a byte for so long, the line counts as broken. */
  silenceMs?: number;
  /** Before the second try; longer before each further one. */
  waitMs?: number;
}

const SILENCE_MS = 30_000;
const TRIES = 4;
const WAIT_MS = 1_000;

const failure = (url: string, why: string, cause?: unknown) =>
  new AppError('download_failed', `${url} could not be fetched: ${why}.`, {
    cause,
    hint: 'What has arrived is kept: run this again to go on. Or set CLAUDE_SMART_MODEL_URL to another place that has it.',
  });

const tooLarge = (url: string, ceiling: number) =>
  new AppError('download_refused', `${url} is larger than ${Math.round(ceiling / 1e6)} MB: that is not the model.`, {
    hint: 'Set CLAUDE_SMART_MODEL_URL to a place that has it.',
  });

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What undici says of a broken line stands in the cause. */
const whyOf = (error: unknown): string => {
  const { cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : messageOf(error);
};

/** A file function refused: no further try mends that. */
const isDisk = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && ['write', 'open', 'ftruncate'].includes(String(error.syscall));

/** Refuses, in transit, what goes beyond the ceiling, and sets the alarm anew with every piece. */
async function* watched(body: AsyncIterable<Uint8Array>, from: number, download: Download, heard: () => void) {
  let bytes = from;
  for await (const piece of body) {
    heard();
    bytes += piece.length;
    if (bytes > download.ceilingBytes) throw tooLarge(download.url, download.ceilingBytes);
    yield piece;
  }
}

/** Where the answer begins in the file: at 0 when the server sends everything again. */
function startOf(response: Response, have: number): number {
  if (response.status !== 206) return 0;
  const from = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return from === undefined ? have : Number(from);
}

/** One try: asks for what is missing and appends it. Returns once the server has sent everything. */
async function fetchRest(download: Download, part: string): Promise<void> {
  const { url, ceilingBytes, signal, onProgress, silenceMs = SILENCE_MS } = download;
  const have = sizeOf(part);
  const alarm = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => alarm.abort(new Error(`nothing came for ${silenceMs / 1_000} s`)), silenceMs);
  };
  heard();
  try {
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
      signal: signal ? AbortSignal.any([signal, alarm.signal]) : alarm.signal,
    });
    // Everything is here already, or the part is of some other file: its checksum tells.
    if (response.status === 416 && have > 0) return void (await response.body?.cancel());
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw failure(url, `the server answers ${response.status} ${response.statusText}`.trim());
    }
    const start = startOf(response, have);
    const length = Number(response.headers.get('content-length')) || undefined;
    if (start > have || (length ?? 0) + start > ceilingBytes) {
      await response.body.cancel();
      throw start > have
        ? failure(url, 'the server sent another piece than was asked for')
        : tooLarge(url, ceilingBytes);
    }
    fs.truncateSync(part, start);
    let bytes = start;
    const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        bytes += piece.length;
        onProgress?.(bytes, length && length + start);
        yield piece;
      }
    };
    const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream<Uint8Array>);
    await pipeline(
      watched(body, start, download, heard),
      counted,
      fs.createWriteStream(part, { flags: 'a', mode: 0o600 }),
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Tries a few times; each goes on where the one before ended. */
async function fetchAll(download: Download, part: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetchRest(download, part);
    } catch (error) {
      if (download.signal?.aborted) throw new AppError('stopped', 'stopped; what has arrived is kept.');
      if (error instanceof AppError && error.code === 'download_refused') {
        fs.rmSync(part, { force: true });
        throw error;
      }
      // A write's refusal does not name its file.
      if (isDisk(error)) throw Object.assign(error, { path: part });
      if (error instanceof AppError) throw error;
      if (tries === TRIES) throw failure(download.url, whyOf(error).replace(/[.\s]+$/, ''), error);
      await new Promise((resolve) => setTimeout(resolve, (download.waitMs ?? WAIT_MS) * tries));
    }
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = crypto.createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

/** Resolves with the file whole; rejects with an AppError, or with the disk's refusal as it came. */
export async function fetchFile(download: Download): Promise<void> {
  const { file, url, sha256 } = download;
  const part = `${file}.part`;
  makeFolder(path.dirname(file));
  if (sizeOf(file) > 0 && (await sha256Of(file)) === sha256) return;
  const resumed = sizeOf(part) > 0;
  fs.closeSync(fs.openSync(part, 'a', 0o600));
  await fetchAll(download, part);
  if ((await sha256Of(part)) === sha256) return fs.renameSync(part, file);
  fs.rmSync(part, { force: true });
  // The beginning may have been another file's, or damaged: once more, all of it.
  if (resumed) return fetchFile(download);
  throw new AppError('bad_checksum', `what ${url} sent is not the model: its checksum is another.`, {
    hint: 'Nothing of it is kept. Set CLAUDE_SMART_MODEL_URL to a place that has it.',
  });
}
