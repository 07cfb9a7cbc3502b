/** A program in a terminal of its own: keys go in, the screen comes out. Every wait is for something on the screen. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Machine } from './machine.ts';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

export class Tmux {
  readonly #machine: Machine;
  readonly #socket: string;

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#socket = path.join(machine.root, 'tmux');
    onTestFinished(() => {
      spawnSync('tmux', ['-S', this.#socket, 'kill-server']);
    });
  }

  /** Runs the command line in the project's folder; the screen stays when it has ended, with its exit code. */
  start(args: string[], size: { columns: number; rows: number }, env: Record<string, string> = {}): void {
    // A pane has a TERM of its own.
    const line = [...(env.TERM ? ['env', `TERM=${env.TERM}`] : []), process.execPath, this.#machine.program, ...args]
      .map((word) => `'${word}'`)
      .join(' ');
    const set = Object.entries({ ...this.#machine.env, ...env }).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const where = ['-x', `${size.columns}`, '-y', `${size.rows}`, '-c', this.#machine.project];
    this.#tmux(['new-session', '-d', ...where, ...set, `${line}; echo "ended with $?"; sleep 60`]);
  }

  keys(...names: string[]): void {
    this.#tmux(['send-keys', ...names]);
  }

  resize(columns: number, rows: number): void {
    this.#tmux(['resize-window', '-x', `${columns}`, '-y', `${rows}`]);
  }

  screen(escapes = false): string {
    return this.#tmux(['capture-pane', '-p', ...(escapes ? ['-e'] : [])]).replace(/[ \t]+$/gm, '');
  }

  async sees(wanted: RegExp): Promise<string> {
    for (const end = performance.now() + 15_000; performance.now() < end; ) {
      const screen = this.screen();
      if (wanted.test(screen)) return screen;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${wanted} is not on the screen:\n${this.screen()}`);
  }

  #tmux(args: string[]): string {
    return execFileSync('tmux', ['-u', '-S', this.#socket, '-f', '/dev/null', ...args], {
      env: { ...this.#machine.env, TERM: 'xterm-256color' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
