/** Resident memory of the two programs that stay: the daemon after work (no model), and the plugin's MCP server. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { ask } from '../src/platform/ask.ts';
import { socketAddress } from '../src/platform/paths.ts';
import { dist, makeWorld, type World } from './world.ts';

/** VmRSS of a process, in MB; Linux only. */
function residentMegabytes(pid: number | undefined): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const line = (name: string, megabytes: number, target: number) =>
  console.log(
    `  ${name.padEnd(32)} ${megabytes.toFixed(0).padStart(4)} MB   target ${target} MB ${megabytes <= target ? 'met' : 'MISSED'}`,
  );

async function daemonMegabytes(world: World): Promise<number> {
  const daemon = await world.daemonUp();
  const address = socketAddress(world.context.paths);
  for (let n = 0; n < 200; n++) {
    const prompt = `add a retry to the checkout webhook handler ${n}`;
    await ask(address, { op: 'recall', version: 'bench', session_id: 'memory', cwd: world.project, prompt }, 1_000);
  }
  return residentMegabytes(daemon.pid);
}

async function serverMegabytes(world: World): Promise<number> {
  const server = spawn(process.execPath, [dist('mcp.mjs')], { env: world.env, cwd: world.project });
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const call = async (id: number, method: string, params: object) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    await answers.next();
  };
  await call(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} });
  for (let n = 1; n <= 500; n++) {
    const input = {
      event: 'PostToolUse',
      session_id: 'memory',
      cwd: world.project,
      tool_name: 'Bash',
      tool_use_id: `t${n}`,
    };
    const response = {
      ...input,
      tool_input: '{"command":"ls"}',
      tool_response: JSON.stringify({ stdout: 'x'.repeat(4_000) }),
    };
    await call(n, 'tools/call', { name: 'hook', arguments: response });
  }
  const megabytes = residentMegabytes(server.pid);
  server.stdin.end();
  return megabytes;
}

export async function memory(): Promise<void> {
  if (process.platform !== 'linux') return console.log('\nmemory: only measured on Linux');
  const world = await makeWorld(1_000);
  try {
    console.log('\nresident memory');
    line('daemon, 1,000 rules, 200 prompts', await daemonMegabytes(world), 120);
    line('MCP server, 500 tool events', await serverMegabytes(world), 60);
  } finally {
    await world.close();
  }
}
