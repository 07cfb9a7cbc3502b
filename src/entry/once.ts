/**
 * Where hooks of the settings way and the plugin's are both switched on, Claude Code runs both at every event. Then the plugin
 * has it, and the copy from settings.json stands aside.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Payload } from '../capture/payload.ts';
import { claudeConfigDir } from '../platform/paths.ts';
import { cwdOf, type Door } from './door.ts';

const SWITCHED_ON = /"emend@[^"]*"\s*:\s*true/;

/** Looks into the three settings files that can switch a plugin on for this session. */
export function pluginIsOn(door: Door, payload: Payload): boolean {
  const project = path.join(door.env.CLAUDE_PROJECT_DIR ?? cwdOf(door, payload), '.claude');
  return [claudeConfigDir(door.env), project].some((folder) =>
    ['settings.json', 'settings.local.json'].some((name) => {
      try {
        return SWITCHED_ON.test(fs.readFileSync(path.join(folder, name), 'utf8'));
      } catch {
        return false;
      }
    }),
  );
}
