/** What `doctor` looks at on the machine itself: Node, Claude Code, the hooks, the folders, and what the hooks complained of. */
import fs from 'node:fs';
import path from 'node:path';
import { type AppError, messageOf } from '../core/errors.ts';
import { compareVersions } from '../core/version.ts';
import { localTime } from '../core/when.ts';
import { loadConfig, unreadSettings } from '../platform/config.ts';
import { findProgram } from '../platform/find-program.ts';
import { packageRoot } from '../platform/package-root.ts';
import type { Paths } from '../platform/paths.ts';
import { readText } from '../platform/read-text.ts';
import { refusalReason } from '../platform/trouble.ts';
import { claudeVersion } from './claude-version.ts';
import type { Run } from './run.ts';
import { isOn, type SwitchedOn, stateText } from './switched-on.ts';
import { counted } from './text.ts';

/** Red: something that has to work does not. Yellow: it works, and could do better. */
export interface Check {
  name: string;
  state: 'green' | 'yellow' | 'red';
  says: string;
  /** What to do about it; null when nothing is to be done, or when it is said already. */
  mend: string | null;
}

export const green = (name: string, says: string): Check => ({ name, state: 'green', says, mend: null });
const bad =
  (state: 'yellow' | 'red') =>
  (name: string, says: string, mend: string | null): Check => ({
    name,
    state,
    // What to do follows as a sentence of its own, so the one before it is stopped there.
    says: mend === null ? says : says.replace(/\.$/, ''),
    mend,
  });
export const yellow = bad('yellow');
export const red = bad('red');

export function nodeCheck(version = process.versions.node): Check {
  const manifest = JSON.parse(fs.readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const least = manifest.engines.node.replace(/[^\d.]/g, '');
  if (compareVersions(version, least) >= 0) return green('node', `version ${version}`);
  return red('node', `version ${version} is older than ${least}`, `Install Node ${least} or newer.`);
}

/** The first that knows the plugin's way of hooks. */
const PLUGIN_NEEDS = '2.1.139';

export async function claudeCheck(run: Run, program: string, on: SwitchedOn): Promise<Check> {
  const file = findProgram(program, run.env);
  const mend = 'Install Claude Code, or set CLAUDE_SMART_CLAUDE to its path.';
  if (file === undefined) return red('claude', `\`${program}\` was not found: nothing can be learned`, mend);
  const version = await claudeVersion(file, run.env);
  if (version === undefined)
    return red('claude', `${file} does not say its version`, `Try \`${file} --version\`. ${mend}`);
  if (on.plugin && compareVersions(version, PLUGIN_NEEDS) < 0) {
    const says = `${file}, version ${version}: too old for the plugin, whose hooks need ${PLUGIN_NEEDS}`;
    return red('claude', says, 'Update Claude Code, or use `claude-smart install` instead of the plugin.');
  }
  return green('claude', `${file}, version ${version}`);
}

export function hooksCheck(on: SwitchedOn): Check {
  return isOn(on) ? green('hooks', stateText(on)) : red('hooks', stateText(on), 'Run `claude-smart install`.');
}

export function settingsCheck(paths: Paths, env: Run['env']): Check {
  const { settings } = paths;
  const name = 'settings';
  try {
    loadConfig(paths, env);
    const unread = unreadSettings(paths);
    if (unread.length === 0)
      return green(name, fs.existsSync(settings) ? settings : `the defaults: there is no ${settings}`);
    const says = `${settings}: nothing reads ${unread.join(', ')} there`;
    return yellow(name, says, `The names it may hold are in ${path.join(packageRoot(), '.env.example')}.`);
  } catch (error) {
    return red(name, messageOf(error), (error as AppError).hint ?? `Mend ${settings}.`);
  }
}

function folderTrouble(folder: string): Check | undefined {
  const name = 'folders';
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isDirectory()) return red(name, `${folder} is no folder`, 'Move it away.');
  fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  const uid = process.getuid?.();
  if (uid !== undefined && found.uid !== uid) {
    return red(name, `${folder} belongs to another user`, `Give it back: chown -R "$(id -un)" '${folder}'`);
  }
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    return yellow(name, `others may look into ${folder}`, `chmod 700 '${folder}'`);
  }
  return undefined;
}

export function foldersCheck(paths: Paths): Check {
  const own = [paths.home, paths.sessions, paths.inject, paths.run, paths.logs, paths.emend, paths.data];
  const found: Check[] = [];
  for (const folder of own) {
    try {
      const trouble = folderTrouble(folder);
      if (trouble) found.push(trouble);
    } catch (error) {
      const says = `${folder} cannot be used: ${refusalReason(error) ?? String(error)}`;
      found.push(red('folders', says, 'Mend that, or set CLAUDE_SMART_HOME or EMEND_HOME to another folder.'));
    }
  }
  const worst = found.find(({ state }) => state === 'red') ?? found[0];
  if (worst) return found.length > 1 ? { ...worst, says: `${worst.says} (and ${found.length - 1} more)` } : worst;
  return green('folders', `${paths.home} and ${paths.emend}`);
}

const RECENT_MS = 7 * 24 * 3_600_000;

/** What the hooks could not capture, of the last week. */
export function complaintsCheck(paths: Paths, now: Date): Check {
  const file = path.join(paths.logs, 'hook.log');
  const lines = (readText(file) ?? '').split('\n').filter((line) => line !== '');
  const recent = lines.filter((line) => now.getTime() - Date.parse(line.split(' ', 1)[0] ?? '') < RECENT_MS);
  const last = recent.at(-1);
  if (last === undefined) return green('captures', 'no hook complained in the last week');
  const [at = '', ...words] = last.split(' ');
  const says = `${counted(recent.length, 'complaint')} of the hooks in the last week; the last, ${localTime(at)}: ${words.join(' ')}`;
  return yellow('captures', says, `Mend that and remove ${file}. What a hook missed is read from the transcript.`);
}
