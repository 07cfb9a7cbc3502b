/**
 * `claude-smart model`: which embedding model search uses; `model download`: fetches the larger one, once. A download goes on
 * where the last one ended, is checked, unpacked aside and tried, and only then takes its place.
 */
import fs from 'node:fs';
import path from 'node:path';
import { AppError } from '../core/errors.ts';
import { openContext } from '../learn/context.ts';
import { searchState, searchText } from '../learn/search-state.ts';
import { loadConfig } from '../platform/config.ts';
import { fetchFile } from '../platform/embed/download.ts';
import { openEmbedder } from '../platform/embed/embedder.ts';
import { downloadedModelDir, type FoundModel, modelIn } from '../platform/embed/find-model.ts';
import { clearNote, noteFile } from '../platform/embed/note.ts';
import { unpackModel } from '../platform/embed/unpack.ts';
import { makeFolder } from '../platform/folder.ts';
import type { Paths } from '../platform/paths.ts';
import { type Lock, takeLock, waitForLock } from '../store/lock.ts';
import { progressBar } from './progress-bar.ts';
import { pathsOf, type Run } from './run.ts';
import { table } from './text.ts';

/** What is fetched: all-MiniLM-L6-v2 in 32 bits, as Chroma publishes it. */
export const ARCHIVE = {
  sha256: '913d7300ceae3b2dbc2c50d1de4baacab4be7b9380491c27fab7418616a16ec3',
  ceilingBytes: 120_000_000,
  /** What it needs on the disk while it is unpacked. */
  roomBytes: 200_000_000,
};

type Archive = typeof ARCHIVE;

export async function model(run: Run, options: { json?: boolean }): Promise<void> {
  const context = openContext(run.env, run.clock);
  try {
    const search = searchState(context);
    const own = modelIn(downloadedModelDir(context.paths), context.paths);
    const downloaded = 'missing' in own ? null : own.dir;
    if (options.json) return run.out.json({ search, downloaded });
    const rows: [string, string][] = [
      ['search', searchText(search)],
      ['model', search.model ? `${search.model.id}, in ${search.model.dir}` : 'none'],
      [
        'larger',
        downloaded ??
          'not here: `claude-smart model download` fetches it, 90 MB; it finds about as much as the small one',
      ],
    ];
    run.out.print(table(rows, run.out.width));
  } finally {
    context.store.close();
  }
}

const LOCK_ASK_MS = 2_000;

async function lockFor(run: Run, folder: string): Promise<Lock> {
  const file = path.join(folder, 'download.lock');
  let lock = takeLock(file);
  if (!lock) run.out.remark('another claude-smart is fetching the model: waiting for it');
  while (!lock) {
    if (run.signal.aborted) throw new AppError('stopped', 'stopped while another claude-smart is fetching the model.');
    lock = await waitForLock(file, LOCK_ASK_MS, run.signal);
  }
  return lock;
}

function needRoom(folder: string, { roomBytes }: Archive): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize >= roomBytes) return;
  const free = Math.floor((bavail * bsize) / 1e6);
  throw new AppError('disk_full', `${folder} has ${free} MB left: the model needs ${roomBytes / 1e6} MB.`, {
    hint: 'Make room, or set EMEND_HOME to another folder, then run this again.',
  });
}

/** The model in the staged folder, tried; whatever is wrong with it is the archive's fault. */
async function tried(staged: string, paths: Paths): Promise<void> {
  const found = modelIn(staged, paths);
  if ('missing' in found) throw new AppError('bad_archive', `the archive of the model is of no use: ${found.missing}.`);
  const embedder = await openEmbedder({ ...found, note: path.join(staged, 'note.json') });
  await embedder.close();
}

async function fetchModel(run: Run, archive: Archive, url: string): Promise<FoundModel> {
  const paths = pathsOf(run);
  const place = downloadedModelDir(paths);
  const folder = path.dirname(place);
  const file = path.join(folder, 'onnx.tar.gz');
  const staged = path.join(folder, 'staged');
  needRoom(folder, archive);
  const progress = await progressBar(run.out);
  try {
    await fetchFile({ ...archive, url, file, signal: run.signal, onProgress: progress.at });
  } finally {
    progress.end();
  }
  run.out.progress('unpacking');
  fs.rmSync(staged, { recursive: true, force: true });
  try {
    await unpackModel(file, staged);
    await tried(staged, paths);
    fs.rmSync(place, { recursive: true, force: true });
    fs.renameSync(staged, place);
    clearNote({ note: noteFile(paths) });
    fs.rmSync(file, { force: true });
  } catch (error) {
    // What the disk refused mends with room: the archive is not fetched again.
    if (error instanceof AppError) fs.rmSync(file, { force: true });
    throw error;
  } finally {
    fs.rmSync(staged, { recursive: true, force: true });
  }
  return modelIn(place, paths) as FoundModel;
}

/** The model that was fetched before, if it still loads: a file of the right size may be damaged. */
async function loadable(paths: Paths): Promise<FoundModel | undefined> {
  const found = modelIn(downloadedModelDir(paths), paths);
  if ('missing' in found) return undefined;
  try {
    await (await openEmbedder(found)).close();
    return found;
  } catch {
    return undefined;
  }
}

export async function modelDownload(run: Run, options: { json?: boolean }, archive: Archive = ARCHIVE): Promise<void> {
  const paths = pathsOf(run);
  const url = loadConfig(paths, run.env).modelUrl;
  const folder = path.dirname(downloadedModelDir(paths));
  makeFolder(folder);
  const lock = await lockFor(run, folder);
  try {
    const there = await loadable(paths);
    const fetched = there === undefined;
    const { dir, modelId } = there ?? (await fetchModel(run, archive, url));
    if (options.json) run.out.json({ fetched, model: modelId, dir });
    else run.out.print(fetched ? `Fetched ${modelId} into ${dir}.` : `${modelId} is there already, in ${dir}.`);
    if (run.env.EMEND_MODEL_DIR)
      run.out.remark(`EMEND_MODEL_DIR is set: search uses the model in ${run.env.EMEND_MODEL_DIR}.`);
    else if (fetched)
      run.out.remark('Search uses it when the background process starts next: claude-smart daemon stop');
  } finally {
    lock.release();
  }
}
