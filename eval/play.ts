/**
 * Plays one scenario in an empty temporary home: its sessions through the real doors, one drain by the real program, then
 * each probe through the real injection with a daemon up. Only shipped programs are run; nothing of the store is read but
 * what `show` and `history` print. Nothing outlives it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import type PQueue from 'p-queue';
import { EXIT } from '../src/cli/exit.ts';
import type { LearnReport } from '../src/learn/learn.ts';
import { itemsIn } from './match.ts';
import { type ModelEnv, unansweredIn } from './model.ts';
import type { Observation, Shelf, StoredFact, StoredRule, Told } from './observation.ts';
import { ask, type Place, replaySession } from './replay.ts';
import type { Probe, Scenario } from './scenario.ts';
import type { Doors } from './tool-door.ts';
import { type Ground, makeGround } from './workspaces.ts';

export interface Stage {
  dist: string;
  model: ModelEnv;
  /** Sessions are played here, a few at a time, however many scenarios wait for the model. */
  playing: PQueue;
  /** Probes run here one at a time: a hook waits for the daemon for a fifth of a second only. */
  probing: PQueue;
}

interface World extends Stage {
  scenario: Scenario;
  root: string;
  calls: string;
  ground: Ground;
  env: Record<string, string | undefined>;
}

const place = ({ root }: World, cwd: string): Place => ({ cwd, transcripts: path.join(root, 'transcripts') });

const roots = new Set<string>();
process.once('exit', () => {
  for (const root of roots) fs.rmSync(root, { recursive: true, force: true });
});

async function makeWorld(scenario: Scenario, stage: Stage): Promise<World> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'claude-smart-eval-')));
  roots.add(root);
  const calls = path.join(root, 'calls.jsonl');
  const env = {
    ...stage.model(scenario.id, calls, path.join(root, 'home')),
    CLAUDE_SMART_HOME: path.join(root, 'smart'),
    EMEND_HOME: path.join(root, 'emend'),
    CLAUDE_CODE_ENTRYPOINT: 'cli',
  };
  return { ...stage, scenario, root, calls, env, ground: await makeGround(scenario, path.join(root, 'work')) };
}

/** Without a daemon: what is read together must not depend on how fast this machine is. */
async function playSessions(world: World): Promise<void> {
  const { scenario, ground, dist } = world;
  const doors: Doors = { dist, env: { ...world.env, CLAUDE_SMART_DAEMON: 'none' } };
  for (const [i, session] of scenario.sessions.entries()) {
    const before = scenario.sessions[i - 1];
    const cleared = before?.end === 'clear' && before.workspace === session.workspace;
    // Ids in the order of time, as a backlog is read in the order of its files.
    const sessionId = `${String(i + 1).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const at = place(world, ground.cwdOf(session));
    await replaySession(doors, at, session, { source: cleared ? 'clear' : 'startup', sessionId });
  }
}

/** Exit codes of what the JSON says as well. */
const SAID_IN_JSON: ReadonlySet<number> = new Set([EXIT.failed, EXIT.nothing, EXIT.waiting]);

async function program<T>(world: World, cwd: string, args: string[], env: object = {}): Promise<T> {
  const { stdout, stderr, failed, exitCode } = await execa(
    process.execPath,
    [path.join(world.dist, 'cli.mjs'), ...args, '--json'],
    { cwd, env: { ...world.env, ...env }, extendEnv: false, reject: false },
  );
  if (failed && !SAID_IN_JSON.has(exitCode ?? -1))
    throw new Error(`claude-smart ${args.join(' ')}: ${stderr || stdout}`);
  return JSON.parse(stdout) as T;
}

function unreadIn({ jobs, paused, capped, published }: LearnReport): string {
  const lost = published.failed.map(({ file, why }) => `${path.basename(file)}: ${why}`);
  if (paused) lost.push(`paused: ${paused.message}`);
  if (capped) lost.push(capped);
  if (jobs.waiting + jobs.dead > 0) lost.push(`${jobs.waiting + jobs.dead} sessions not read to their end`);
  return lost.join('; ');
}

type Stored = { rules: StoredRule[]; profile: StoredFact[] };

async function shelf(world: World, key: string, cwd: string, atStart: string[]): Promise<Shelf> {
  const past = await program<Stored>(world, cwd, ['history']);
  const now = await program<Stored>(world, cwd, ['show']);
  const notCurrent = <T extends { status: string }>(items: T[]) => items.filter(({ status }) => status !== 'CURRENT');
  return {
    place: key,
    rules: [...now.rules, ...notCurrent(past.rules)],
    facts: [...now.profile, ...notCurrent(past.profile)],
    atStart,
  };
}

async function fire(doors: Doors, at: Place, probe: Probe): Promise<Told> {
  const { start, prompt } = await ask(doors, at, probe.query);
  const alone = await ask(doors, at, probe.query, false);
  return {
    start: itemsIn(start),
    prompt: itemsIn(prompt),
    alone: itemsIn(alone.prompt),
    units: start.length + prompt.length,
  };
}

const FIRST_TURN_MS = 500;

/** No call is allowed here, so that whatever a probe looks like, nothing is learned from it. */
async function probe(world: World): Promise<Pick<Observation, 'told' | 'shelves'>> {
  const { scenario, ground, dist, root } = world;
  const env = { ...world.env, CLAUDE_SMART_DAILY_CALLS: '0' };
  const doors: Doors = { dist, env };
  await program(world, root, ['daemon', 'start'], env);
  // A new daemon takes a tenth of a second for its first turn, behind the prompt; and whoever searches waits for the embedding model. A
  // person's next prompt comes later than both; without these, how fast this machine is decided what is told.
  await ask(doors, place(world, root), 'hello');
  await new Promise((resolve) => setTimeout(resolve, FIRST_TURN_MS));
  await program(world, root, ['search', 'whatever'], env);
  const told: Told[] = [];
  for (const one of scenario.probes) told.push(await fire(doors, place(world, ground.cwdOf(one)), one));
  const shelves: Shelf[] = [];
  for (const { key, cwd } of ground.places) {
    const { start } = await ask(doors, place(world, cwd), undefined);
    shelves.push(await shelf(world, key, cwd, itemsIn(start)));
  }
  return { told, shelves };
}

export async function play(scenario: Scenario, stage: Stage): Promise<Observation> {
  const world = await makeWorld(scenario, stage);
  try {
    await stage.playing.add(() => playSessions(world));
    const report = await program<LearnReport>(world, world.root, ['learn']);
    const seen = await stage.probing.add(() => probe(world));
    const { calls, usd, input_tokens, output_tokens } = report.spent;
    return {
      ...seen,
      refused: report.refused,
      cost: { calls, usd, input_tokens, output_tokens },
      unanswered: unansweredIn(world.calls),
      unread: unreadIn(report),
    };
  } finally {
    await program(world, world.root, ['daemon', 'stop']);
    fs.rmSync(world.root, { recursive: true, force: true, maxRetries: 3 });
  }
}
