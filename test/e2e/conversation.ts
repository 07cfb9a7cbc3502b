/**
 * A person's session without a terminal: one `claude -p` that takes several turns as JSON lines. It runs with the entrypoint
 * of the VS Code extension, which starts Claude Code in just this way; hooks see a person's session, not a headless one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import readline from 'node:readline';
import type { Home } from './home.ts';

/** `claude -p` overwrites `cli` and an unset entrypoint with `sdk-cli`, and leaves this one as it is. */
export const PERSON_ENTRYPOINT = 'claude-vscode';

/** Tools run without asking, also for root, where --dangerously-skip-permissions is refused. */
export const ALLOW_BASH = ['--permission-mode', 'default', '--allowedTools', 'Bash'];

/** One line of `--output-format stream-json`; hook lines say how a hook ended. */
export interface StreamEvent {
  type: string;
  subtype?: string;
  session_id?: string;
  hook_event?: string;
  outcome?: string;
  stdout?: string;
  stderr?: string;
  output?: string;
  is_error?: boolean;
  result?: string;
  [field: string]: unknown;
}

export class Conversation {
  readonly events: StreamEvent[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<number>;
  #stderr = '';
  #waiting: { until: (event: StreamEvent) => boolean; done: (event: StreamEvent) => void } | undefined;

  constructor(home: Home, args: string[], env: Record<string, string> = {}) {
    const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
    this.#child = spawn('claude', ['-p', ...stream, '--include-hook-events', ...ALLOW_BASH, ...args], {
      cwd: home.project,
      env: { ...home.env, CLAUDE_CODE_ENTRYPOINT: PERSON_ENTRYPOINT, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const lines = readline.createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => this.#receive(line));
    this.#child.stderr?.on('data', (part) => {
      this.#stderr += part;
    });
    this.#closed = new Promise((resolve) => this.#child.on('close', (code) => resolve(code ?? -1)));
  }

  get sessionId(): string {
    const id = this.events.find((event) => event.session_id)?.session_id;
    if (id === undefined) throw new Error(`No session yet. ${this.#stderr}`);
    return id;
  }

  /** Says one thing and waits for the end of the agent's turn. */
  async say(text: string): Promise<StreamEvent> {
    const result = this.#next((event) => event.type === 'result', `the answer to ${JSON.stringify(text)}`);
    const message = { role: 'user', content: [{ type: 'text', text }] };
    this.#child.stdin?.write(`${JSON.stringify({ type: 'user', message })}\n`);
    return await result;
  }

  /** Ends the session as a closed window does: the input ends, SessionEnd fires. */
  async end(): Promise<number> {
    this.#child.stdin?.end();
    return await this.#closed;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** How this session's hooks ended, as `event: outcome`; for failures with what they said. */
  hookOutcomes(): string[] {
    return this.events
      .filter((event) => event.subtype === 'hook_response')
      .map((event) => `${event.hook_event}: ${event.outcome}${event.stderr ? ` (${event.stderr.trim()})` : ''}`);
  }

  #next(until: (event: StreamEvent) => boolean, what: string): Promise<StreamEvent> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${what} did not come: ${why} ${this.#stderr}`));
      const timer = setTimeout(() => fail('after 60 s.'), 60_000);
      const done = (event: StreamEvent) => {
        clearTimeout(timer);
        resolve(event);
      };
      this.#waiting = { until, done };
      void this.#closed.then((code) => {
        clearTimeout(timer);
        fail(`claude ended with ${code}.`);
      });
    });
  }

  #receive(line: string): void {
    if (!line.startsWith('{')) return;
    const event = JSON.parse(line) as StreamEvent;
    this.events.push(event);
    if (!this.#waiting?.until(event)) return;
    const { done } = this.#waiting;
    this.#waiting = undefined;
    done(event);
  }
}
