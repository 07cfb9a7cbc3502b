/** What each command hook costs, from start to exit, with the daemon up, killed (its socket file stays) and not there at all. */
import { spawnSync } from 'node:child_process';
import { dist, makeWorld, median, type World } from './world.ts';

const ROUNDS = 25;

type Daemon = 'up' | 'down' | 'absent';
interface Row {
  name: string;
  target: number;
  payload: (n: number) => Record<string, unknown>;
}

const longOutput = 'src/file.ts: something happened here\n'.repeat(60);

const ROWS: Row[] = [
  {
    name: 'PostToolUse (capture)',
    target: 1.15,
    payload: (n) => ({
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: `toolu_${n}`,
      tool_input: { command: 'pnpm test' },
      tool_response: { stdout: longOutput, stderr: '' },
    }),
  },
  { name: 'SessionEnd (capture)', target: 1.15, payload: () => ({ hook_event_name: 'SessionEnd', reason: 'other' }) },
  {
    name: 'Stop (capture)',
    target: 1.15,
    payload: (n) => ({ hook_event_name: 'Stop', last_assistant_message: `Done with ${n}.` }),
  },
  {
    name: 'UserPromptSubmit (search)',
    target: 1.35,
    payload: (n) => ({
      hook_event_name: 'UserPromptSubmit',
      prompt: `add a retry to the checkout webhook handler ${n}`,
    }),
  },
  {
    name: 'SessionStart (inject)',
    target: 1.2,
    payload: () => ({ hook_event_name: 'SessionStart', source: 'startup' }),
  },
];

/** A daemon publishes a tenth of a second after a turn's event; a person's next event does not fall into that, and neither does a run here. */
const REST_MS = 200;

const timed = async (args: string[], world: World, input: string): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const from = process.hrtime.bigint();
  spawnSync(process.execPath, args, { env: world.env, cwd: world.project, input });
  return Number(process.hrtime.bigint() - from) / 1e6;
};

async function measure(world: World, daemon: Daemon): Promise<void> {
  const bare: number[] = [];
  const own = ROWS.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timed(['-e', '0'], world, ''));
    for (const [index, row] of ROWS.entries()) {
      // SessionStart begins a session; the others go on in one that has its header already.
      const session = row.name.startsWith('SessionStart') ? `${daemon}-start-${round}` : `${daemon}-session`;
      const payload = { session_id: session, cwd: world.project, ...row.payload(round) };
      own[index]?.push(await timed([dist('hook.cjs')], world, JSON.stringify(payload)));
    }
  }
  const base = median(bare);
  console.log(
    `\ncommand hooks, daemon ${daemon}: median of ${ROUNDS} interleaved runs; bare node ${base.toFixed(1)} ms`,
  );
  for (const [index, row] of ROWS.entries()) {
    const ms = median(own[index] ?? []);
    const ratio = ms / base;
    const verdict = ratio <= row.target ? 'met' : 'MISSED';
    console.log(
      `  ${row.name.padEnd(27)} ${ms.toFixed(1).padStart(6)} ms   × ${ratio.toFixed(3)}   target ${row.target} ${verdict}`,
    );
  }
}

export async function hooks(): Promise<void> {
  const world = await makeWorld();
  try {
    await measure(world, 'absent');
    await world.daemonUp();
    await measure(world, 'up');
    await world.daemonDown();
    await measure(world, 'down');
  } finally {
    await world.close();
  }
}
