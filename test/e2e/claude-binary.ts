/**
 * The real Claude Code, always the same version: `CLAUDE_BIN` when it is set, else installed once into a cache folder.
 * It is 384 MB, so `npm ci` does not bring it; where it cannot be had the suite fails and says why, it never passes silently.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const CLAUDE_VERSION = '2.1.332';
const repository = path.resolve(import.meta.dirname, '../..');

let checked: string | undefined;

/** Path of the binary; throws with what to do about it when there is none. */
export function claudeBinary(): string {
  checked ??= pinned(process.env.CLAUDE_BIN || installed() || install());
  return checked;
}

function pinned(binary: string): string {
  const version = versionOf(binary);
  if (version !== CLAUDE_VERSION) {
    throw new Error(`The end-to-end tests are pinned to Claude Code ${CLAUDE_VERSION}; ${binary} is ${version}.`);
  }
  return binary;
}

/** The native package holds the binary itself: no install script and no newer Node is needed to run it. */
function nativePackage(): string {
  const musl = process.platform === 'linux' && fs.existsSync('/lib/ld-musl-x86_64.so.1') ? '-musl' : '';
  return `@anthropic-ai/claude-code-${process.platform}-${os.arch()}${musl}`;
}

const cacheFolder = (): string =>
  process.env.CLAUDE_SMART_E2E_CACHE || path.join(repository, '.cache', `claude-code-${CLAUDE_VERSION}`);

function installed(): string | undefined {
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const file = path.join(cacheFolder(), 'node_modules', nativePackage(), name);
  return fs.existsSync(file) ? file : undefined;
}

function install(): string {
  const folder = cacheFolder();
  const wanted = `${nativePackage()}@${CLAUDE_VERSION}`;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
  console.error(`Installing ${wanted} (384 MB, once) into ${folder}`);
  try {
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', wanted], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
  } catch (error) {
    throw unavailable(wanted, String((error as { stderr?: unknown }).stderr ?? error));
  }
  const binary = installed();
  if (binary === undefined) throw unavailable(wanted, 'the package holds no binary for this platform');
  return binary;
}

const unavailable = (wanted: string, why: string): Error =>
  new Error(
    `The end-to-end tests need the real Claude Code and ${wanted} could not be installed.\n` +
      `Set CLAUDE_BIN to a claude ${CLAUDE_VERSION} binary, or CLAUDE_SMART_E2E_CACHE to a folder that has it.\n${why}`,
  );

function versionOf(binary: string): string {
  try {
    // A temporary HOME: even asking for the version must not touch the person's own settings.
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'claude-version-'));
    try {
      const env = { PATH: process.env.PATH, HOME: home, DISABLE_AUTOUPDATER: '1' };
      const printed = execFileSync(binary, ['--version'], { env, encoding: 'utf8', timeout: 60_000 });
      return printed.trim().split(' ')[0] ?? printed;
    } finally {
      fs.rmSync(home, { recursive: true, force: true });
    }
  } catch (error) {
    throw new Error(`Claude Code does not run at ${binary}: ${error instanceof Error ? error.message : error}`);
  }
}
