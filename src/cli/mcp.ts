/**
 * `claude-smart mcp`: the tools that the plugin gives to Claude Code (search, show, why, tag), for any other client that speaks
 * MCP on stdio. It is the plugin's own server, run in this process: what it prints is the protocol and nothing else.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../core/errors.ts';
import { packageRoot } from '../platform/package-root.ts';
import type { Run } from './run.ts';

/** Resolves when it is told to stop; the server itself ends the process with its stdin. */
export async function mcp(run: Run): Promise<void> {
  const file = path.join(packageRoot(), 'dist', 'mcp.mjs');
  if (!fs.existsSync(file))
    throw new AppError('not_built', `${file} is missing.`, { hint: 'In the folder of claude-smart: npm run build' });
  await import(pathToFileURL(file).href);
  await new Promise<void>((resolve) => {
    run.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  process.stdin.destroy();
}
