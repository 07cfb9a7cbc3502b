/**
 * What claude-smart costs a person at every tool call: the real Claude Code on a loopback API that asks for 40 of them,
 * without a plugin, with ours, and with two bare Node command hooks, interleaved. The figure is the time from the end of
 * one model answer to the arrival of the next request, so the model and the network have no part in it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ALLOW_BASH, PERSON_ENTRYPOINT } from '../test/e2e/conversation.ts';
import { Home, pluginFolder, repository } from '../test/e2e/home.ts';
import { learnerOf } from '../test/e2e/learner.ts';
import { LoopbackApi, type Script } from '../test/e2e/loopback-api.ts';
import { isOurs, split, text, useTool } from '../test/e2e/model-script.ts';

const TOOL_CALLS = 40;
const ROUNDS = 3;
/** The first calls of a session meet cold caches in all variants alike. */
const WARM_UP = 3;
const TARGET = 0.2;

const VARIANTS = ['none', 'ours', 'bare'] as const;
type Variant = (typeof VARIANTS)[number];

export interface SessionFigures {
  /** Milliseconds per tool call, median over all rounds. */
  median: Record<Variant, number>;
  /** The medians of the single rounds, to show how steady they are. */
  rounds: Record<Variant, number[]>;
  /** (ours − none) / (bare − none). */
  ratio: number;
}

export async function run(): Promise<void> {
  const figures = await measure(pluginFolder);
  const names = { none: 'no plugin', ours: 'claude-smart', bare: 'two bare Node hooks' };
  console.log(`\nReal session, ${TOOL_CALLS} tool calls, ${ROUNDS} rounds interleaved, median ms per tool call`);
  for (const variant of VARIANTS) {
    const steady = figures.rounds[variant].map((value) => value.toFixed(1)).join(' ');
    const added = variant === 'none' ? '' : `+${(figures.median[variant] - figures.median.none).toFixed(1)}`;
    console.log(
      `  ${names[variant].padEnd(20)} ${figures.median[variant].toFixed(1).padStart(7)} ${added.padStart(7)}   rounds ${steady}`,
    );
  }
  const verdict = figures.ratio <= TARGET ? 'met' : 'MISSED';
  console.log(`  ours adds ${figures.ratio.toFixed(3)} of what bare hooks add (target ${TARGET}: ${verdict})\n`);
}

export async function measure(plugin: string): Promise<SessionFigures> {
  const api = await LoopbackApi.start(split({ agent: asksForTools, learner: learnerOf([]) }), 0);
  const home = Home.make(api.url);
  try {
    const plugins = { none: [], ours: ['--plugin-dir', plugin], bare: ['--plugin-dir', bareHooks(home.root)] };
    const gaps: Record<Variant, number[][]> = { none: [], ours: [], bare: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const step of VARIANTS.keys()) {
        // Another variant goes first in each round, so that none always follows the same one.
        const variant = VARIANTS[(round + step) % VARIANTS.length] as Variant;
        gaps[variant].push(await gapsOfOneSession(api, home, plugins[variant]));
        // What the daemon learns from one session must not slow down the next variant's.
        if (variant === 'ours') await smart(home, 'learn');
      }
    }
    requireCaptured(home);
    const each = <T>(what: (variant: Variant) => T) => ({ none: what('none'), ours: what('ours'), bare: what('bare') });
    const all = each((variant) => median(gaps[variant].flat()));
    const ratio = (all.ours - all.none) / (all.bare - all.none);
    return { median: all, rounds: each((variant) => gaps[variant].map(median)), ratio };
  } finally {
    await smart(home, 'daemon', 'stop');
    home.endLeftovers();
    await api.stop();
    home.remove();
  }
}

const smart = (home: Home, ...args: string[]) => home.run('node', [path.join(repository, 'dist', 'cli.mjs'), ...args]);

const asksForTools: Script = (request) => {
  const results = request.messages.filter((message) =>
    JSON.stringify(message.content).includes('"tool_result"'),
  ).length;
  if (results >= TOOL_CALLS) return text('That was all.');
  return useTool('Bash', { command: 'true', description: 'nothing' });
};

async function gapsOfOneSession(api: LoopbackApi, home: Home, args: string[]): Promise<number[]> {
  api.requests.length = 0;
  const env = { CLAUDE_CODE_ENTRYPOINT: PERSON_ENTRYPOINT };
  const ran = await home.run('claude', ['-p', ...ALLOW_BASH, ...args], { input: 'go on until I say stop', env });
  if (ran.code !== 0) throw new Error(`claude ended with ${ran.code}: ${ran.stdout} ${ran.stderr}`);
  const calls = api.calls.filter((call) => !isOurs(call.body));
  if (calls.length !== TOOL_CALLS + 1) throw new Error(`${calls.length} requests instead of ${TOOL_CALLS + 1}`);
  const gaps = calls.slice(1).map((call, index) => call.at - (calls[index]?.done ?? call.at));
  return gaps.slice(WARM_UP);
}

/** A door that was not connected costs nothing, so a figure counts only when the calls were captured, and by the door. */
function requireCaptured(home: Home): void {
  const folder = path.join(home.home, '.claude-smart', 'sessions');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const lines = names.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n'));
  const records = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const captured = records.filter((record) => record.type === 'ToolEnd' && record.uuid === undefined).length;
  const wanted = ROUNDS * (TOOL_CALLS - WARM_UP);
  if (captured < wanted) throw new Error(`the MCP door captured ${captured} tool results of at least ${wanted}`);
}

/** The cheapest command hooks there can be on Node: they read nothing and do nothing. */
function bareHooks(root: string): string {
  const folder = path.join(root, 'bare-hooks');
  fs.mkdirSync(path.join(folder, '.claude-plugin'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'hooks'));
  const entry = [{ hooks: [{ type: 'command', command: 'node', args: ['-e', '0'], timeout: 10 }] }];
  const hooks = { PreToolUse: entry, PostToolUse: entry };
  fs.writeFileSync(path.join(folder, '.claude-plugin', 'plugin.json'), '{"name":"bare","version":"0.0.1"}');
  fs.writeFileSync(path.join(folder, 'hooks', 'hooks.json'), JSON.stringify({ hooks }));
  return folder;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}
