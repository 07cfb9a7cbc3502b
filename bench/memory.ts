/**
 * Resident memory of the two programs that stay: the daemon without and with the embedding model, and the plugin's MCP server.
 * The vectors of the many items are made up: what they take does not depend on what they say.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { DIMENSIONS, normalised } from '../src/core/vectors.ts';
import { ask } from '../src/platform/ask.ts';
import { socketAddress } from '../src/platform/paths.ts';
import { projectOf } from '../src/publish/project-id.ts';
import { proposalOf, ruleOf } from '../src/reconcile/lesson.ts';
import { putVector, staleItems } from '../src/store/embeddings.ts';
import { insertRule } from '../src/store/rules.ts';
import { randomFrom } from './corpus.ts';
import { dist, lessons, makeWorld, type World } from './world.ts';

/** The bundled one's. */
const MODEL = 'all-MiniLM-L6-v2/int8';

/** VmRSS of a process, in MB; Linux only. */
function residentMegabytes(pid: number | undefined): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const line = (name: string, megabytes: number, target: number) =>
  console.log(
    `  ${name.padEnd(32)} ${megabytes.toFixed(0).padStart(4)} MB   target ${target} MB ${megabytes <= target ? 'met' : 'MISSED'}`,
  );

const PROMPTS = 200;
const MANY = 10_000;

const AT = '2026-01-01T00:00:00.000Z';

/** Rules as learning leaves them, and a vector of this model for each. */
function fill({ context, project }: World, count: number): void {
  const projectId = projectOf(project).id;
  const { store } = context;
  const random = randomFrom(count);
  store.transaction((tx) => {
    for (const one of lessons(count)) insertRule(tx, ruleOf(proposalOf(one, projectId, AT).lesson));
    for (const item of staleItems(tx, MODEL, count)) {
      const vector = normalised(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5)) as Float32Array;
      putVector(tx, item, { model: MODEL, vector, at: AT });
    }
  });
}

const recallOf = (session_id: string, { project: cwd }: World, prompt: string) =>
  ({ op: 'recall', version: 'bench', event: 'UserPromptSubmit', session_id, cwd, prompt }) as const;

async function daemonMegabytes(world: World): Promise<number> {
  const daemon = await world.daemonUp();
  const address = socketAddress(world.context.paths);
  for (let n = 0; n < PROMPTS; n++) {
    const prompt = `add a retry to the checkout webhook handler ${n}`;
    await ask(address, recallOf('memory', world, prompt), 1_000);
  }
  // A person's search waits for the model, so it was there for some of the prompts, or there is none.
  await ask(address, { op: 'search', version: 'bench', cwd: world.project, query: 'retry', limit: 5 }, 10_000);
  for (let n = 0; n < PROMPTS; n++) {
    const prompt = `add a timeout to the checkout webhook handler ${n}`;
    await ask(address, recallOf('more', world, prompt), 1_000);
  }
  return residentMegabytes(daemon.pid);
}

async function daemonLine(name: string, items: number, target: number, model: boolean): Promise<void> {
  const world = await makeWorld(0);
  if (!model) world.env.EMEND_MODEL_DIR = world.root;
  try {
    fill(world, items);
    line(name, await daemonMegabytes(world), target);
  } finally {
    await world.close();
  }
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
  console.log(`\nresident memory, after ${2 * PROMPTS} prompts`);
  await daemonLine('daemon, 1,000 rules, words only', 1_000, 120, false);
  await daemonLine('daemon, 1,000 rules, int8 model', 1_000, 220, true);
  await daemonLine('daemon, 10,000 rules, int8 model', MANY, 220, true);
  const world = await makeWorld(30);
  try {
    line('MCP server, 500 tool events', await serverMegabytes(world), 60);
  } finally {
    await world.close();
  }
}
