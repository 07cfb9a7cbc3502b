/**
 * The slash commands for a Claude Code without our plugin: copies of plugin/commands in the person's own commands folder, where
 * `commands/claude-smart/show.md` is `/claude-smart:show`. A file that the person changed is theirs and stays.
 */
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../platform/folder.ts';
import { packageRoot } from '../platform/package-root.ts';

const folderIn = (configDir: string): string => path.join(configDir, 'commands', 'claude-smart');

function shipped(): { name: string; text: string }[] {
  const folder = path.join(packageRoot(), 'plugin', 'commands');
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));
}

export const commandNames = (): string[] => shipped().map(({ name }) => path.basename(name, '.md'));

/** Returns the folders that it had to make, outermost first: what `removeCommands` may take away again. */
export function addCommands(configDir: string): string[] {
  const folder = folderIn(configDir);
  const made = [path.dirname(folder), folder].filter((one) => !fs.existsSync(one));
  makeFolder(folder);
  for (const { name, text } of shipped()) {
    const file = path.join(folder, name);
    if (!fs.existsSync(file)) fs.writeFileSync(file, text, { mode: 0o600 });
  }
  return made;
}

/** Takes out our files and, when they are empty then, the folders that were made; says how many went and which files stay. */
export function removeCommands(configDir: string, made: readonly string[]): { removed: number; kept: string[] } {
  const kept: string[] = [];
  let removed = 0;
  for (const { name, text } of shipped()) {
    const file = path.join(folderIn(configDir), name);
    if (!fs.existsSync(file)) continue;
    if (fs.readFileSync(file, 'utf8') !== text) {
      kept.push(file);
      continue;
    }
    fs.rmSync(file);
    removed += 1;
  }
  for (const folder of made.toReversed()) {
    if (fs.existsSync(folder) && fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
  }
  return { removed, kept };
}
