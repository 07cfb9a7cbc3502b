/**
 * The main job in a minute, in a temporary home: a recorded developer works on a made-up project for two days, what they
 * corrected is learned, and the third session is told. The model is a stand-in that returns recorded replies; with `--live`
 * it is your own `claude` (three or four small calls on your plan), with `--record` what it says is kept as the new replies.
 * The story checks itself: a demo that does not show what it promises fails.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import pc from 'picocolors';
import { type RecordedSession, replaySession } from '../eval/replay.ts';
import type { Doors } from '../eval/tool-door.ts';
import { wrap } from '../src/cli/text.ts';
import { PROJECT, STORY } from './story.ts';

const REPO = path.resolve(import.meta.dirname, '..');
const REPLIES = path.join(REPO, 'demo/replies');
const record = process.argv.includes('--record');
const live = record || process.argv.includes('--live');
const MARGIN = 3;
const WIDTH = Math.max(50, Math.min(100, process.stdout.columns ?? 100)) - MARGIN;

// Whoever reads only the beginning (`npm run demo | head`) ends the demo, and is owed no stack trace.
process.stdout.on('error', () => process.exit(0));

const say = (text = '') => console.log(text);
const step = (n: number, title: string) => say(`\n${pc.bold(pc.cyan(wrap(`${n}. ${title}`, WIDTH, MARGIN)))}`);
const indented = (text: string) => text.replace(/^(?=.)/gm, ' '.repeat(MARGIN));
const LABEL = 8;
const labelled = (color: (text: string) => string, label: string, text: string) =>
  say(indented(color(label.padEnd(LABEL)) + wrap(text, WIDTH, LABEL)));

interface World extends Doors {
  root: string;
  project: string;
}

async function makeWorld(): Promise<World> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'claude-smart demo '));
  const project = path.join(root, PROJECT);
  fs.mkdirSync(project);
  await execa('git', ['init', '--quiet', project]);
  // Your own settings would change the story.
  const yours = Object.entries(process.env).filter(
    ([name]) => !/^(CLAUDE_SMART_|EMEND_|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(yours),
    CLAUDE_SMART_HOME: path.join(root, 'claude-smart'),
    EMEND_HOME: path.join(root, 'emend'),
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    // The demo learns in the foreground, to show it; no daemon is to outlive it.
    CLAUDE_SMART_DAEMON: path.join(root, 'no-daemon.mjs'),
    ...(pc.isColorSupported ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
    COLUMNS: String(WIDTH),
  };
  if (record) fs.rmSync(REPLIES, { recursive: true, force: true });
  // Recorded replies answer exact requests. What is compared by meaning may differ by a hair from one processor to the next, and
  // with it the requests: the recorded story goes by words.
  if (record || !live) env.EMEND_MODEL_DIR = path.join(root, 'no-model');
  if (record || !live) env.CLAUDE_SMART_CLAUDE = path.join(REPO, 'eval/bin/claude');
  if (record) Object.assign(env, { EVAL_LIVE: 'claude', EVAL_RECORD: REPLIES });
  else if (!live) env.EVAL_REPLIES = REPLIES;
  return { dist: path.join(REPO, 'dist'), env, root, project };
}

/** As `show` and `why` print them. */
const SHORT_ID = 6;
const SHORT_SESSION = 8;

const MARKS = { ok: '✓', error: '✗ failed', rejected: '⊘ rejected by you' };

function showTurns(session: RecordedSession): void {
  for (const turn of session.turns) {
    labelled(pc.green, 'you', turn.user);
    for (const { name, input, status, reason } of turn.tools) {
      labelled(pc.dim, '', pc.dim(`${name} ${String(input.command ?? input.file_path)} ${MARKS[status]}`));
      if (reason) labelled(pc.yellow, '', `“${reason}”`);
    }
    labelled(pc.blue, 'claude', turn.assistant);
  }
}

function claudeSmart(world: World, ...args: string[]) {
  return execa(process.execPath, [path.join(world.dist, 'cli.mjs'), ...args], {
    cwd: world.project,
    env: world.env,
    extendEnv: false,
    all: true,
  });
}

async function command(world: World, ...args: string[]): Promise<void> {
  say(`   ${pc.bold(`$ claude-smart ${args.join(' ')}`)}`);
  say(indented((await claudeSmart(world, ...args)).all));
}

const placeOf = ({ root, project }: World) => ({ cwd: project, transcripts: path.join(root, 'transcripts') });

/** Returns the session's id. */
async function day(world: World, session: RecordedSession): Promise<string> {
  showTurns(session);
  const { sessionId } = await replaySession(world, placeOf(world), session);
  const file = path.join(String(world.env.CLAUDE_SMART_HOME), 'sessions', `${sessionId}.jsonl`);
  const types = fs.readFileSync(file, 'utf8').matchAll(/"type":"(User|Assistant|ToolEnd)"/g);
  const count = { User: 0, Assistant: 0, ToolEnd: 0 };
  for (const [, type] of types) count[type as keyof typeof count] += 1;
  const seen = `${count.User} prompts, ${count.ToolEnd} tool calls, ${count.Assistant} replies`;
  say(indented(pc.dim(wrap(`captured: ${seen}, in ${path.relative(world.root, file)}`, WIDTH))));
  return sessionId;
}

interface Told {
  rules: { id: string; content: string; status: string; superseded_by: string | null }[];
}

/** What the demo promises. A live model may put things otherwise, so there it is only said. */
function expectThat(what: string, holds: boolean): void {
  if (holds) return;
  if (live) say(indented(pc.yellow(`(this time not so: ${what})`)));
  else throw new Error(`the demo does not show what it promises: ${what}`);
}

/** What became of the rule that no longer holds. */
async function showReplaced(world: World): Promise<void> {
  const { rules } = JSON.parse((await claudeSmart(world, 'history', '--json')).stdout) as Told;
  const old = rules.find(
    ({ content }) => content.includes('--no-file-parallelism') && content.includes('db:test:reset'),
  );
  await command(world, 'history', ...(old ? [old.id.slice(0, SHORT_ID)] : []));
  expectThat(
    'the old way to run the tests is archived, with a link',
    old?.status === 'ARCHIVED' && old.superseded_by !== null,
  );
  expectThat(
    'pull requests are still the rule',
    rules.some(({ content, status }) => status === 'CURRENT' && /pull request/i.test(content)),
  );
}

/** Where a rule comes from, and where everything ended that was said in a session. */
async function askWhy(world: World, sessionId: string): Promise<void> {
  const { rules } = JSON.parse((await claudeSmart(world, 'show', '--json')).stdout) as Told;
  const tests = rules.find(({ content }) => /pnpm test/.test(content));
  if (tests) await command(world, 'why', tests.id.slice(0, SHORT_ID));
  expectThat('there is a rule about the tests to ask for', tests !== undefined);
  say();
  await command(world, 'why-not', sessionId.slice(0, SHORT_SESSION));
}

async function tell(world: World): Promise<void> {
  const apart = live
    ? 'nothing of yours is read, and only your own claude is asked'
    : 'nothing of yours is read, there is no login and no network, and what the model answers was recorded before';
  say(pc.bold('claude-smart: correct it once, and the next session knows.'));
  say(
    pc.dim(
      wrap(
        `Two made-up sessions of work, what is learned from them, and what the third is told. It happens in ${world.root}: ${apart}.`,
        WIDTH,
      ),
    ),
  );

  step(1, `A day of work on ${PROJECT}, a made-up project. The hooks capture it as it happens.`);
  await day(world, STORY.dayOne);

  step(
    2,
    'The session is over. What it teaches is read out of it once: in daily life in the background, here in front of you.',
  );
  await command(world, 'learn');
  await command(world, 'show');

  step(3, 'Another session. The world has changed, and the developer says so.');
  const dayTwo = await day(world, STORY.dayTwo);
  await command(world, 'learn');
  await showReplaced(world);

  step(4, 'Ask it: where does this rule come from, and what became of everything I said that day?');
  await askWhy(world, dayTwo);

  step(5, 'The point of it all: what the next session is told before your first word.');
  const { atStart } = await replaySession(world, placeOf(world), STORY.dayThree);
  say(
    atStart
      .split('\n')
      .map((line) => indented(wrap(line, WIDTH, line.startsWith('- ') ? 2 : 0)))
      .join('\n'),
  );
  expectThat(
    'the third session is told to use pnpm and to run plain `pnpm test`',
    /pnpm/.test(atStart) && /plain `?pnpm test/i.test(atStart),
  );
  expectThat('the third session is not told what was withdrawn', !/^- .*reset the test database first/im.test(atStart));

  const next = `To have it in your own sessions: ${pc.cyan('README.md, "Install it"')}.`;
  say(`\n${pc.bold('That is all of it.')} ${next}`);
}

const world = await makeWorld();
const leave = () => fs.rmSync(world.root, { recursive: true, force: true });
process.on('exit', leave);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
try {
  await tell(world);
} catch (error) {
  const { shortMessage, message } = error as { shortMessage?: string; message: string };
  console.error(`demo: ${shortMessage ?? message}`);
  process.exitCode = 1;
}
