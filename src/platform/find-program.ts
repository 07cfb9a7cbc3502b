/** Where a program is, by the same rule as a shell: a path is itself, a name is looked up on PATH. Nothing is run. */
import fs from 'node:fs';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

export function findProgram(name: string, env: Env, platform = process.platform): string | undefined {
  const endings = platform === 'win32' ? ['', ...(env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  const isPath = name.includes('/') || (platform === 'win32' && name.includes('\\'));
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const places = isPath ? [name] : folders.map((folder) => path.join(folder, name));
  return places.flatMap((place) => endings.map((ending) => place + ending)).find(isProgram);
}
