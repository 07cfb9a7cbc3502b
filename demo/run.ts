/**
 * The main job in a minute, in a temporary home: a recorded developer works on a made-up project for two days, what they
 * corrected is learned, and the third session is told. The model is a stand-in that returns recorded replies; with `--live`
 * it is your own `claude` (three or four small calls on your plan).
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import pc from 'picocolors';
import { type RecordedSession, replaySession } from '../eval/replay.ts';
import type { Doors } from '../eval/tool-door.ts';
import { PROJECT, STORY } from './story.ts';

const REPO = path.resolve(import.meta.dirname, '..');
const live = process.argv.includes('--live');

const say = (text = '') => console.log(text);
const step = (n: number, title: string) => say(`\n${pc.bold(pc.cyan(`${n}. ${title}`))}`);
const indented = (text: string) => text.replace(/^(?=.)/gm, '   ');

interface World extends Doors {
  root: string;
  project: string;
}

async function makeWorld(): Promise<World> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'claude-smart demo '));
  const project = path.join(root, PROJECT);
  fs.mkdirSync(project);
  await execa('git', ['init', '--quiet', project]);
  const env: Record<string, string | undefined> = {
    ...process.env,
    CLAUDE_SMART_HOME: path.join(root, 'claude-smart'),
    EMEND_HOME: path.join(root, 'emend'),
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    // The demo learns in the foreground, to show it; no daemon is to outlive it.
    CLAUDE_SMART_DAEMON: 'none',
  };
  if (!live) env.CLAUDE_SMART_CLAUDE = path.join(REPO, 'demo/bin/claude');
  return { dist: path.join(REPO, 'dist'), env, root, project };
}

function showTurns(session: RecordedSession): void {
  for (const turn of session.turns) {
    say(`   ${pc.green('you')}     ${turn.user}`);
    for (const tool of turn.tools) {
      const mark = { ok: pc.green('✓'), error: pc.red('✗'), rejected: pc.yellow('⊘') }[tool.status];
      say(`   ${pc.dim(`        ${tool.name} ${String(tool.input.command ?? tool.input.file_path)}`)} ${mark}`);
      if (tool.reason) say(`   ${pc.yellow('reject')}  ${tool.reason}`);
    }
    say(`   ${pc.blue('claude')}  ${turn.assistant}`);
  }
}

async function claudeSmart(world: World, ...args: string[]): Promise<string> {
  const { all } = await execa(process.execPath, [path.join(world.dist, 'cli.mjs'), ...args], {
    cwd: world.project,
    env: { ...world.env, ...(pc.isColorSupported && { FORCE_COLOR: '1' }) },
    extendEnv: false,
    all: true,
  });
  return all;
}

async function command(world: World, ...args: string[]): Promise<void> {
  say(`   ${pc.bold(`$ claude-smart ${args.join(' ')}`)}`);
  say(indented(await claudeSmart(world, ...args)));
}

const placeOf = ({ root, project }: World) => ({ cwd: project, transcripts: path.join(root, 'transcripts') });

async function day(world: World, session: RecordedSession) {
  showTurns(session);
  return replaySession(world, placeOf(world), session);
}

function showBuffer(world: World, sessionId: string): void {
  const file = path.join(String(world.env.CLAUDE_SMART_HOME), 'sessions', `${sessionId}.jsonl`);
  const counts = new Map<string, number>();
  for (const line of fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { type } = JSON.parse(line);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  say(
    indented(
      pc.dim(
        `captured in ${path.relative(world.root, file)}: ${[...counts].map(([type, n]) => `${n} ${type}`).join(', ')}`,
      ),
    ),
  );
}

async function tell(world: World): Promise<void> {
  say(pc.bold('claude-smart: correct it once, and the next session knows.'));
  say(
    pc.dim(
      `Everything happens in ${world.root}; nothing of yours is read${live ? ', but your own claude is asked' : ', no login, no network'}.`,
    ),
  );

  step(1, `A day of work on ${PROJECT}. The hooks capture it as it happens.`);
  showBuffer(world, (await day(world, STORY.dayOne)).sessionId);

  step(2, 'The session is over: what it teaches is extracted, once, in the background. Here in the foreground:');
  await command(world, 'learn');
  await command(world, 'show');

  step(3, 'The next day. The world has changed, and the developer says so.');
  showBuffer(world, (await day(world, STORY.dayTwo)).sessionId);
  await command(world, 'learn');
  await command(world, 'history');

  step(4, 'Day three: what the new session is told before the first word.');
  const { atStart } = await replaySession(world, placeOf(world), STORY.dayThree);
  say(indented(atStart));
  if (!atStart.includes('pnpm')) throw new Error('the third session was not told what the first one taught');

  say(
    `\n${pc.bold('That is all of it.')} To have it in your own sessions: ${pc.cyan('claude-smart install')} (README.md has the plugin way, too).`,
  );
}

const world = await makeWorld();
try {
  await tell(world);
} finally {
  if (process.env.CLAUDE_SMART_DEMO_KEEP) say(pc.dim(`kept: ${world.root}`));
  else fs.rmSync(world.root, { recursive: true, force: true });
}
