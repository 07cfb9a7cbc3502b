/**
 * `claude-smart install` and `uninstall`: our hooks in the person's settings.json, for a Claude Code without our plugin. Both
 * touch our own entries only, say what they did, and together leave the file as it was.
 */
import fs from 'node:fs';
import path from 'node:path';
import { AppError } from '../core/errors.ts';
import { makeFolder } from '../platform/folder.ts';
import { packageRoot } from '../platform/package-root.ts';
import { claudeConfigDir, type Paths } from '../platform/paths.ts';
import { daemonPathFile } from '../platform/start-daemon.ts';
import { stopDaemon } from './daemon.ts';
import { allGroups, commandLine, EVENTS } from './hook-entries.ts';
import { pathsOf, type Run } from './run.ts';
import { addHooks, enabledPlugin, ownCommands, PLUGIN, parseSettings, removeHooks } from './settings-edit.ts';
import {
  forget,
  type Memory,
  readSettings,
  recall,
  remember,
  type SettingsFile,
  writeSettings,
} from './settings-file.ts';
import { addCommands, commandNames, removeCommands } from './slash-commands.ts';
import { table, wrap } from './text.ts';

/** The marketplace that our plugin is in. */
const MARKETPLACE = 'claude-smart';
const EMPTY = '{}\n';

function built(name: string): string {
  const file = path.join(packageRoot(), 'dist', name);
  if (fs.existsSync(file)) return file;
  throw new AppError('not_built', `${file} is missing.`, { hint: 'In the folder of claude-smart: npm run build' });
}

/** The folder and those above it that are not there yet, outermost first. */
const missingFolders = (folder: string): string[] =>
  fs.existsSync(folder) || path.dirname(folder) === folder ? [] : [...missingFolders(path.dirname(folder)), folder];

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';
const settingsOf = (run: Run): SettingsFile => readSettings(claudeConfigDir(run.env));

/** The text without our entries, as the person has it. */
function bare(settings: SettingsFile, memory: Memory | undefined): string | undefined {
  if (settings.text === undefined || isBlank(settings.text)) return settings.text;
  const text = removeHooks(settings.text, settings.file, memory?.made);
  if (memory?.blank === undefined || text !== EMPTY) return text;
  return memory.blank ?? undefined;
}

function refusePlugin(settings: SettingsFile): void {
  if (settings.text === undefined || isBlank(settings.text)) return;
  const plugin = enabledPlugin(parseSettings(settings.text, settings.file), PLUGIN);
  if (plugin === undefined) return;
  throw new AppError(
    'plugin_enabled',
    `the plugin ${plugin} is switched on in ${settings.file}: it has these hooks already.`,
    {
      hint: `Nothing more is needed. To use settings.json instead: claude plugin uninstall ${plugin}, then claude-smart install`,
    },
  );
}

const ownIn = (settings: SettingsFile): [event: string, command: string][] =>
  settings.text === undefined || isBlank(settings.text) ? [] : ownCommands(parseSettings(settings.text, settings.file));

function isInstalled(settings: SettingsFile, hookFile: string): boolean {
  const wanted = EVENTS.map((event) => `${event} ${commandLine(hookFile, event)}`);
  const there = ownIn(settings).map(([event, command]) => `${event} ${command}`);
  return [...wanted].sort().join('\n') === there.sort().join('\n');
}

function writeDaemonPath(paths: Paths, daemonFile: string): void {
  makeFolder(paths.run);
  fs.writeFileSync(daemonPathFile(paths), `${daemonFile}\n`, { mode: 0o600 });
}

/** The other way round. */
function refuseHooks(settings: SettingsFile): void {
  if (ownIn(settings).length === 0) return;
  throw new AppError('hooks_installed', `the hooks are in ${settings.file} already: the plugin would double them.`, {
    hint: 'Nothing more is needed. To use the plugin instead: claude-smart uninstall, then claude-smart install --plugin',
  });
}

/** The commands alone on stdout, so that they can be handed on to a shell. */
function printPluginWay(run: Run): void {
  const { out } = run;
  out.remark(`Run these two commands, then start a new Claude Code session. The plugin is called ${PLUGIN}:`);
  out.print(
    `claude plugin marketplace add ${quotedIfNeeded(packageRoot())}\nclaude plugin install ${PLUGIN}@${MARKETPLACE}`,
  );
}

const quotedIfNeeded = (file: string): string =>
  /^[\w./:@+-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;

export interface InstallOptions {
  print?: boolean;
  plugin?: boolean;
}

export function install(run: Run, options: InstallOptions): void {
  const { out } = run;
  if (options.plugin) {
    refuseHooks(settingsOf(run));
    // The plugin is copied without the daemon: this is how its hooks find the one of this package.
    writeDaemonPath(pathsOf(run), built('daemon.mjs'));
    printPluginWay(run);
    return;
  }
  const hookFile = built('hook.cjs');
  if (options.print) {
    out.json({ hooks: Object.fromEntries(allGroups(hookFile).map(([event, group]) => [event, [group]])) });
    return;
  }
  const paths = pathsOf(run);
  const settings = settingsOf(run);
  refusePlugin(settings);
  const already = isInstalled(settings, hookFile);
  if (!already) merge(run, settings, hookFile);
  writeDaemonPath(paths, built('daemon.mjs'));
  out.print(
    already ? `Installed already; nothing was changed in ${settings.file}.` : installedText(run, settings, hookFile),
  );
}

function merge(run: Run, settings: SettingsFile, hookFile: string): void {
  const paths = pathsOf(run);
  const known = recall(paths, settings.file);
  const before = bare(settings, known);
  const start = before === undefined || isBlank(before) ? EMPTY : before;
  const { text, made } = addHooks(start, settings.file, allGroups(hookFile));
  const folders = [...(known?.folders ?? []), ...missingFolders(path.dirname(settings.file))];
  folders.push(...addCommands(claudeConfigDir(run.env)));
  const memory = { file: settings.file, made, folders, ...(isBlank(before) ? { blank: before ?? null } : {}) };
  // First the memory: entries without it would be taken out less exactly, memory without entries harms nothing.
  remember(paths, memory);
  writeSettings(settings, text);
}

const installedText = (run: Run, settings: SettingsFile, hookFile: string): string =>
  [
    run.out.colors.bold('Installed.'),
    table(
      [
        ['settings', settings.file],
        ['hooks', `${EVENTS.join(', ')}`],
        [
          'commands',
          commandNames()
            .map((name) => `/claude-smart:${name}`)
            .join(', '),
        ],
        ['program', hookFile],
      ],
      run.out.width,
    ),
    wrap(
      'Claude Code reads it when its next session starts. To take it out again: claude-smart uninstall',
      run.out.width,
    ),
  ].join('\n');

export async function uninstall(run: Run): Promise<void> {
  const paths = pathsOf(run);
  const settings = settingsOf(run);
  const memory = recall(paths, settings.file);
  const text = bare(settings, memory);
  const changed = text !== settings.text;
  if (changed) writeSettings(settings, text);
  const { removed, kept } = removeCommands(claudeConfigDir(run.env), memory?.folders ?? []);
  forget(paths);
  fs.rmSync(daemonPathFile(paths), { force: true });
  const stopped = (await stopDaemon(paths)) !== 'none';
  const rest = text === undefined ? 'The file is gone: it held nothing else.' : 'The rest of it is as it was.';
  const lines = [
    changed ? `Our hooks are out of ${settings.file}. ${rest}` : `There were no hooks of ours in ${settings.file}.`,
    ...(removed > 0 ? ['The slash commands are removed.'] : []),
    ...(kept.length > 0 ? [`You changed these, so they stay: ${kept.join(', ')}`] : []),
    ...(stopped ? ['The daemon is stopped.'] : []),
    ...(changed ? [`What was learned stays in ${paths.emend} and ${paths.home}.`] : []),
  ];
  run.out.print(lines.join('\n'));
}
