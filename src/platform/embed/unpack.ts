/**
 * Takes the model out of its archive: the two or three files that are wanted, by name, as plain files, and nothing else. An
 * archive that holds a link, a path that leads elsewhere, or more than a model can have is refused whole, before a byte is written.
 */
import fs from 'node:fs';
import path from 'node:path';
import { AppError, messageOf } from '../../core/errors.ts';
import { makeFolder } from '../folder.ts';

const WANTED = new Set(['model.onnx', 'model_quantized.onnx', 'tokenizer.json']);
const CEILING_BYTES = 400_000_000;
const CEILING_ENTRIES = 1_000;

interface Entry {
  path: string;
  type: string;
  size: number;
}

const isWanted = ({ path: name, type }: Entry) => type !== 'Directory' && WANTED.has(path.posix.basename(name));

const refused = (why: string, cause?: unknown) =>
  new AppError('bad_archive', `the archive of the model is of no use: ${why}.`, { cause });

function flawIn(entries: readonly Entry[]): string | undefined {
  if (entries.length > CEILING_ENTRIES) return `it holds ${entries.length} entries`;
  if (entries.reduce((sum, { size }) => sum + size, 0) > CEILING_BYTES) return 'what it holds is too large';
  for (const entry of entries) {
    if (path.posix.isAbsolute(entry.path) || /^[a-z]:|\\|(?:^|\/)\.\.(?:\/|$)|\0/i.test(entry.path)) {
      return `it holds a path that leads elsewhere (${entry.path.slice(0, 100)})`;
    }
    if (!['File', 'OldFile', 'Directory'].includes(entry.type)) {
      return `it holds something that is no file (${entry.path.slice(0, 100)}, ${entry.type})`;
    }
  }
  const names = entries.filter(isWanted).map((entry) => path.posix.basename(entry.path));
  if (new Set(names).size < names.length) return 'it holds a file twice';
  return names.length < 2 ? 'the model or its tokenizer is not in it' : undefined;
}

/** Puts the model's files straight into `folder`, which is made. Rejects with an AppError, or with the disk's refusal. */
export async function unpackModel(archive: string, folder: string): Promise<void> {
  const tar = await import('tar');
  const entries: Entry[] = [];
  const onReadEntry = ({ path: name, type, size }: Entry) => {
    if (entries.length <= CEILING_ENTRIES) entries.push({ path: name, type, size });
  };
  try {
    await tar.t({ file: archive, strict: true, onReadEntry });
  } catch (cause) {
    throw refused(messageOf(cause).replace(/[.\s]+$/, ''), cause);
  }
  const flaw = flawIn(entries);
  if (flaw !== undefined) throw refused(flaw);
  makeFolder(folder);
  const wanted = entries.filter(isWanted);
  const names = new Set(wanted.map((entry) => entry.path));
  // Errors of the disk come as they are.
  await tar.x({
    file: archive,
    cwd: folder,
    strict: true,
    noMtime: true,
    preserveOwner: false,
    filter: (name) => names.has(name),
  });
  for (const entry of wanted) {
    const file = path.join(folder, path.posix.basename(entry.path));
    fs.renameSync(path.join(folder, entry.path), file);
    fs.chmodSync(file, 0o600);
  }
}
