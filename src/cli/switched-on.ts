/**
 * Whether Claude Code runs our hooks, from the same settings files that it reads: the person's own and the project's. A file that
 * is missing, unreadable or broken says nothing; `install` is where that is an error.
 */
import fs from 'node:fs';
import path from 'node:path';
import { claudeConfigDir } from '../platform/paths.ts';
import { hookFileIn } from './hook-entries.ts';
import { enabledPlugin, looseTree, ownCommands, PLUGIN } from './settings-edit.ts';

export interface SwitchedOn {
  /** The settings.json that holds our hooks. */
  settings: string | null;
  /** The hook program that those lines name, when it is not there any more. */
  missing: string | null;
  plugin: { name: string; file: string } | null;
}

const NAMES = ['settings.json', 'settings.local.json'];

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** `folder`: where the session is, or would be. */
export function switchedOn(env: Readonly<Record<string, string | undefined>>, folder: string): SwitchedOn {
  const found: SwitchedOn = { settings: null, missing: null, plugin: null };
  for (const place of [claudeConfigDir(env), path.join(folder, '.claude')]) {
    for (const file of NAMES.map((name) => path.join(place, name))) {
      const root = looseTree(textOf(file));
      if (!root) continue;
      const plugin = enabledPlugin(root, PLUGIN);
      if (plugin !== undefined) found.plugin ??= { name: plugin, file };
      const [first] = ownCommands(root);
      if (!first || found.settings !== null) continue;
      found.settings = file;
      const program = hookFileIn(first[1]);
      if (program !== undefined && !fs.existsSync(program)) found.missing = program;
    }
  }
  return found;
}

export const isOn = ({ settings, missing, plugin }: SwitchedOn): boolean =>
  plugin !== null || (settings !== null && missing === null);

const INSTALL = 'claude-smart install';

/** What is on, or why nothing is. */
export function stateText({ settings, missing, plugin }: SwitchedOn): string {
  const aside = settings === null ? '' : `; those in ${settings} stand aside for it`;
  if (plugin) return `on: the plugin ${plugin.name}, in ${plugin.file}${aside}`;
  if (settings === null) return 'off: nothing is captured';
  if (missing !== null) return `off: those in ${settings} name ${missing}, which is gone`;
  return `on: in ${settings}`;
}

/** One line a person can act on. */
export function switchedOnText(on: SwitchedOn): string {
  if (isOn(on)) return stateText(on);
  return `${stateText(on)}. To ${on.missing === null ? 'switch them on' : 'renew them'}: ${INSTALL}`;
}
