/**
 * Interactive Claude Code in a tmux of its own: keys go in, the screen comes out. Nothing here sleeps for a fixed time;
 * every wait is for a text on the screen or a condition, with a deadline, and a miss shows the screen as it was.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Home } from './home.ts';

const COLUMNS = 160;
const ROWS = 60;

export class Terminal {
  readonly #home: Home;
  readonly #socket: string;

  constructor(home: Home) {
    this.#home = home;
    this.#socket = path.join(home.root, 'tmux.sock');
  }

  /** Starts `claude` with these arguments in the home's project and waits until it takes input. */
  async start(args: string[], env: Record<string, string> = {}): Promise<void> {
    const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
    const all = { ...this.#home.env, ...env };
    const given = Object.entries(all).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    this.#tmux(['new-session', '-d', ...size, ...given, '-c', this.#home.project, 'claude', ...args], all);
    await this.waitFor(/^[>❯]/m, 60_000);
  }

  /** Types a line and sends it. The text is typed literally; the Enter is its own key. */
  async say(line: string): Promise<void> {
    this.type(line);
    // The input box redraws after a burst of keys; an Enter that overtakes it would be taken as part of a paste.
    await this.waitFor(line.slice(0, 40));
    await new Promise((resolve) => setTimeout(resolve, 150));
    this.key('Enter');
  }

  /** Literal text, without an Enter. */
  type(words: string): void {
    this.#tmux(['send-keys', '-l', words]);
  }

  key(name: string): void {
    this.#tmux(['send-keys', name]);
  }

  /** Moves down in a menu until the wanted entry is the marked one. */
  async choose(marked: RegExp): Promise<void> {
    for (let presses = 0; presses < 10 && !marked.test(this.screen()); presses++) {
      this.key('Down');
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await this.waitFor(marked, 1_000);
  }

  /** What is on the screen and above it, without trailing blanks. */
  screen(): string {
    try {
      return this.#tmux(['capture-pane', '-p', '-J', '-S', '-2000']).replace(/[ \t]+$/gm, '');
    } catch {
      return '';
    }
  }

  async waitFor(wanted: string | RegExp, timeoutMs = 30_000): Promise<string> {
    const hit = (screen: string) => (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen));
    await until(
      () => hit(this.screen()),
      timeoutMs,
      () => `${wanted} is not on the screen:\n${this.screen()}`,
    );
    return this.screen();
  }

  /** Leaves with /exit, as a person does, and waits for the process to end. */
  async exit(): Promise<void> {
    await this.say('/exit');
    await until(
      () => !this.#alive(),
      30_000,
      () => `claude is still there:\n${this.screen()}`,
    );
  }

  kill(): void {
    if (this.#alive()) this.#tmux(['kill-server']);
  }

  #alive(): boolean {
    try {
      this.#tmux(['list-sessions']);
      return true;
    } catch {
      return false;
    }
  }

  #tmux(args: string[], env: Readonly<Record<string, string>> = this.#home.env): string {
    return execFileSync('tmux', ['-u', '-S', this.#socket, '-f', '/dev/null', ...args], {
      cwd: this.#home.project,
      env: { ...env, TERM: 'xterm-256color' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

/** Polls until the condition holds; fails with the reason that `why` tells at the deadline. */
export async function until(holds: () => boolean, timeoutMs: number, why: () => string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`After ${timeoutMs} ms: ${why()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
