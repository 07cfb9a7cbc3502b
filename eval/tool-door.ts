/** The plugin's MCP server, spoken to as Claude Code does: one process a session, one call a tool event. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Doors {
  /** Folder of hook.mjs and mcp.mjs. */
  dist: string;
  env: Record<string, string | undefined>;
}

export class ToolDoor {
  readonly #server: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterableIterator<string>;
  #id = 0;

  constructor(doors: Doors, cwd: string) {
    this.#server = spawn(process.execPath, [path.join(doors.dist, 'mcp.mjs')], { cwd, env: doors.env });
    this.#answers = createInterface({ input: this.#server.stdout })[Symbol.asyncIterator]();
  }

  async #call(method: string, params: object): Promise<void> {
    this.#id += 1;
    this.#server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.#id, method, params })}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`mcp.mjs ended at ${method}`);
    JSON.parse(value);
  }

  open(): Promise<void> {
    const clientInfo = { name: 'replay', version: '1' };
    return this.#call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  }

  hook(input: object): Promise<void> {
    return this.#call('tools/call', { name: 'hook', arguments: input });
  }

  /** A crash of Claude Code takes its servers with it; otherwise they end with their stdin. */
  async close(crash: boolean): Promise<void> {
    const gone = new Promise((resolve) => this.#server.once('exit', resolve));
    if (crash) this.#server.kill('SIGKILL');
    else this.#server.stdin.end();
    await gone;
  }
}
