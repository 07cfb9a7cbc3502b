/**
 * The person's own editor on a text: a file that only they can read, in a folder of its own. The file stays when anything goes
 * wrong, and whoever asked says where it is.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AppError } from '../core/errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Editing {
  file: string;
  /** What is in the file now. */
  text: string;
  /** Null: the editor ended well. */
  trouble: string | null;
  remove(): void;
}

const editorIn = (env: Env): string | undefined =>
  [env.VISUAL, env.EDITOR].find((one) => one !== undefined && one.trim() !== '');

/** `terminal`: whether the editor of last resort can be used. */
export async function editText(env: Env, name: string, text: string, terminal: boolean): Promise<Editing> {
  const editor = editorIn(env) ?? (terminal ? 'vi' : undefined);
  if (editor === undefined) {
    throw new AppError('usage', 'no editor is set, and there is no terminal for vi.', {
      hint: 'Set VISUAL or EDITOR, or write the text to a file and give it: --from FILE',
    });
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'claude-smart-'));
  const file = path.join(folder, `${name}.txt`);
  fs.writeFileSync(file, text, { mode: 0o600 });
  const trouble = await ended(editor, file);
  return {
    file,
    text: fs.statSync(file, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(file, 'utf8') : '',
    trouble,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Through the shell, as everybody writes it: EDITOR may hold options. The path is an argument, never a part of the line. An
 * editor whose own path has blanks in it is taken as it is.
 */
function ended(editor: string, file: string): Promise<string | null> {
  const hear = deafToKeys();
  // With a command of its own for them, the shell outlives these keys too, and the editor still gets them.
  const line = `trap : INT QUIT; ${fs.existsSync(editor) ? '"$2"' : editor} "$1"`;
  return new Promise<string | null>((resolve) => {
    const child = spawn('/bin/sh', ['-c', line, 'sh', file, editor], { stdio: 'inherit' });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? null : `the editor (${editor}) ended with ${signal ?? `code ${code}`}`),
    );
  }).finally(hear);
}

/** Ctrl-C and Ctrl-\ in an editor are the editor's, but the terminal sends them to us as well. Returns what ends that. */
function deafToKeys(): () => void {
  const ignore = () => {};
  const ends = (['SIGINT', 'SIGQUIT'] as const).map((signal) => {
    const others = process.listeners(signal);
    process.removeAllListeners(signal);
    process.on(signal, ignore);
    return () => {
      process.off(signal, ignore);
      for (const other of others) process.on(signal, other);
    };
  });
  return () => {
    for (const end of ends) end();
  };
}
