/**
 * Where hooks of the settings way and the plugin's are both switched on, Claude Code runs both at every event. Then the plugin
 * has it, and the copy from settings.json stands aside.
 */

import { join } from 'node:path';
import type { Payload } from '../capture/payload.ts';
import { parseJson } from '../core/outside.ts';
import { claudeConfigDir } from '../platform/paths.ts';
import { readText } from '../platform/read-text.ts';
import { cwdOf, type Door } from './door.ts';

const NAME = 'settings.json';
/** Strings stay; comments and last commas, which people leave in settings, go. */
const LOOSE = /("(?:[^"\\\n]|\\.)*")|\/\/.*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;

function enabledIn(file: string): Record<string, unknown> {
  return parseJson(readText(file)?.replace(LOOSE, '$1'))?.enabledPlugins ?? {};
}

/** On, when it is installed and the nearest settings file that names it says so: this checkout's, the project's, the person's. */
export function pluginIsOn(door: Door, payload: Payload): boolean {
  const config = claudeConfigDir(door.env);
  const installed = readText(join(config, 'plugins/installed_plugins.json'))?.match(/(?<=")emend@[^"]*(?=")/g);
  if (!installed) return false;
  const project = join(door.env.CLAUDE_PROJECT_DIR ?? cwdOf(door, payload), '.claude');
  const files = [join(config, NAME), join(project, NAME), join(project, 'settings.local.json')];
  const enabled: Record<string, unknown> = Object.assign({}, ...files.map(enabledIn));
  return installed.some((id) => enabled[id]);
}
