/** What users of such tools asked for, held through the real programs: contradictions, duplicates, what is told and what never is. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { BufferRecord } from '../../src/core/interaction.ts';
import { snapshotFile } from '../../src/inject/snapshot.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';
import { learned, related, rule } from '../fixtures/replies.ts';
import { addFact, addRule, Machine } from './machine.ts';

interface Item {
  id: string;
  content: string;
  status: string;
  evidence: number;
  superseded_by: string | null;
}
interface Lists {
  rules: Item[];
  profile: Item[];
}
const at = (day: number, second: number) => `2026-01-0${day}T09:00:0${second}.000Z`;
const corrected = (day: number, said: string): BufferRecord[] => [
  { type: 'User', ts: at(day, 1), text: `add zod, try ${day}` },
  { type: 'ToolStart', ts: at(day, 2), tool: 'Bash', tool_use_id: `t${day}`, input: { command: 'install zod' } },
  {
    type: 'ToolEnd',
    ts: at(day, 3),
    tool: 'Bash',
    tool_use_id: `t${day}`,
    status: 'rejected',
    output: '',
    reason: said,
  },
  { type: 'SessionEnd', ts: at(day, 4), reason: 'other' },
];

class Learner extends Machine {
  readonly claude: FakeClaude;
  constructor() {
    super();
    this.claude = fakeClaude(path.join(this.root, 'model'));
    this.env = { ...this.env, ...this.claude.env, CLAUDE_SMART_CLAUDE: this.claude.program };
  }
  /** One session in which the person says that, and what comes of it: a rule, which relates to the others so. */
  async says(day: number, said: string, content: string, ...relations: string[]) {
    this.claude.rules(relations.length > 0 ? [{ match: '<pairs>', reply: related(...relations) }] : []);
    this.claude.reply(learned([rule('installing packages', content, [2])]));
    this.session(`day-${day}`, corrected(day, said));
    return this.run(['learn']);
  }
  history(): Promise<Item[]> {
    return this.json<Lists>(['history']).then(({ rules }) => rules);
  }
  async by(content: string): Promise<Item> {
    const found = (await this.history()).find((one) => one.content === content);
    if (!found) throw new Error(`nothing says ${content}`);
    return found;
  }
  get told(): string {
    return fs.readFileSync(snapshotFile(this.paths, projectOf(this.project).id), 'utf8');
  }
}

test('npm, pnpm, npm again: one counts, two are archived and linked; one is brought back and archives its rival', async () => {
  const machine = new Learner();
  await machine.says(1, 'no, use npm here', 'Use npm here.');
  await machine.says(2, 'no, use pnpm, npm is over', 'Use pnpm, npm is over.', 'contradicts');
  await machine.says(3, 'no, back to npm', 'Back to npm.', 'contradicts');
  const [first, second, third] = [
    await machine.by('Use npm here.'),
    await machine.by('Use pnpm, npm is over.'),
    await machine.by('Back to npm.'),
  ];
  expect(first).toMatchObject({ status: 'ARCHIVED', superseded_by: second.id });
  expect(second).toMatchObject({ status: 'ARCHIVED', superseded_by: third.id });
  expect(third).toMatchObject({ status: 'CURRENT', superseded_by: null });

  await machine.run(['restore', second.id.slice(0, 8)]);
  expect(await machine.by('Use pnpm, npm is over.')).toMatchObject({ status: 'CURRENT', superseded_by: null });
  expect(await machine.by('Back to npm.')).toMatchObject({ status: 'ARCHIVED', superseded_by: second.id });
  expect(machine.told).toContain('Use pnpm');
  for (const command of [['show'], ['search', 'installing packages with npm']]) {
    const { stdout } = await machine.run(command);
    expect(stdout).toContain('Use pnpm, npm is over.');
    expect(stdout).not.toMatch(/Use npm here|Back to npm/);
  }
  expect(machine.told).not.toMatch(/Use npm here|Back to npm/);
  // An older session, read late, does not undo what the person did.
  await machine.says(4, 'no, use npm here', 'Use npm here.', 'contradicts');
  expect(await machine.by('Use pnpm, npm is over.')).toMatchObject({ status: 'CURRENT' });
});

test('when everything is known already, nothing is stored, the turn is counted and the job is done', async () => {
  const machine = new Learner();
  await machine.says(1, 'no, use pnpm', 'Use pnpm.');
  await machine.says(2, 'no, use pnpm', 'Use pnpm.');
  expect(await machine.history()).toMatchObject([{ content: 'Use pnpm.', status: 'CURRENT', evidence: 4 }]);
  expect(await machine.json(['status'])).toMatchObject({ queue: { waiting: 0, dead: 0 }, counts: { rules: 1 } });
});

test('when what they have in common cannot be told, nothing is stored; it is asked again and then learned', async () => {
  const machine = new Learner();
  await machine.says(1, 'no, use npm here', 'Use npm here.');
  await machine.says(2, 'no, use pnpm, npm is over', 'Use pnpm, npm is over.', 'contradicts', 'contradicts');
  expect(await machine.history()).toMatchObject([{ content: 'Use npm here.', status: 'CURRENT', evidence: 2 }]);
  expect(await machine.json(['status'])).toMatchObject({ queue: { waiting: 1 } });
  machine.claude.rules([{ match: '<pairs>', reply: related('contradicts') }]);
  await machine.run(['learn']);
  expect(await machine.by('Use pnpm, npm is over.')).toMatchObject({ status: 'CURRENT' });
  expect(await machine.by('Use npm here.')).toMatchObject({ status: 'ARCHIVED' });
});

test('a project’s rule and a shared one disagree: the project’s is told, both are there, and the review shows both', async () => {
  const machine = new Learner();
  await machine.says(1, 'no, use npm here', 'Use npm here.');
  await machine.run(['share', (await machine.by('Use npm here.')).id]);
  await machine.says(2, 'no, use pnpm, npm is over', 'Use pnpm, npm is over.', 'contradicts');
  expect((await machine.history()).map(({ status }) => status)).toEqual(['CURRENT', 'CURRENT']);
  expect(machine.told).toContain('Use pnpm');
  expect(machine.told).not.toContain('Use npm here');
  expect((await machine.run(['show'])).stdout).not.toContain('Use npm here');
  const { stdout } = await machine.run(['review', '--list']);
  expect(stdout).toContain('Disagrees with, and wins in this project');
  expect(stdout).toMatch(/Use pnpm, npm is over\.[\s\S]*Use npm here\./);
});

test('in mode ask nothing counts before it is kept, and keeping it archives what it contradicts', async () => {
  const machine = new Learner();
  await machine.says(1, 'no, use npm here', 'Use npm here.');
  machine.env.CLAUDE_SMART_REVIEW = 'ask';
  await machine.says(2, 'no, use pnpm, npm is over', 'Use pnpm, npm is over.', 'contradicts');
  expect(machine.told).toContain('Use npm here');
  expect(machine.told).not.toContain('pnpm');
  await machine.run(['keep', (await machine.by('Use pnpm, npm is over.')).id]);
  expect(await machine.by('Use npm here.')).toMatchObject({ status: 'ARCHIVED' });
  expect(machine.told).toContain('Use pnpm');
  await machine.run(['undo']);
  expect(machine.told).toContain('Use npm here');
  expect(await machine.by('Use pnpm, npm is over.')).toMatchObject({ status: 'PENDING' });
});

test('what is archived, waits, or is over is never told, at no door', async () => {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'aaa0000001', { content: 'Deploy from staging only.', trigger: 'deploying' });
    addRule(store, project, 'bbb0000001', {
      content: 'Deploy by hand archived.',
      trigger: 'deploying',
      status: 'ARCHIVED',
    });
    addRule(store, project, 'ccc0000001', {
      content: 'Deploy with pending magic.',
      trigger: 'deploying',
      status: 'PENDING',
    });
    addFact(store, null, 'ddd0000001', {
      content: 'Deploys expired yesterday.',
      expires_at: '2026-01-01T00:00:00.000Z',
    });
  });
  // Any act renders what the next session is told.
  await machine.run(['share', 'aaa']);
  await machine.run(['undo']);
  const snapshot = fs.readFileSync(snapshotFile(machine.paths, projectOf(machine.project).id), 'utf8');
  machine.session('now');
  const prompt = {
    session_id: 'now',
    hook_event_name: 'UserPromptSubmit',
    cwd: machine.project,
    prompt: 'deploy from staging',
  };
  const start = { ...prompt, hook_event_name: 'SessionStart', source: 'startup' };
  const hook = path.join(path.dirname(machine.program), 'hook.mjs');
  const env = { CLAUDE_CODE_ENTRYPOINT: 'cli' };
  const doors = [];
  for (const payload of [start, prompt])
    doors.push(
      await machine.start(process.execPath, [hook, payload.hook_event_name], { input: JSON.stringify(payload), env }),
    );
  const search = await machine.run(['search', 'deploy from staging by hand']);
  const all = [snapshot, search.stdout, ...doors.map(({ stdout }) => stdout)].join('\n');
  expect(doors[0]?.stdout).toContain('Deploy from staging only.');
  expect(all).not.toMatch(/by hand archived|pending magic|expired yesterday/);
});

test('why tells the turns, the reading and the merge, also of a merge by hand', async () => {
  const machine = new Learner();
  await machine.says(1, 'no, use pnpm', 'Use pnpm.');
  await machine.says(2, 'no, installing breaks the workspace', 'Installing breaks the workspace.', 'unrelated');
  const [one, other] = [await machine.by('Use pnpm.'), await machine.by('Installing breaks the workspace.')];
  await machine.run(['merge', other.id, one.id]);
  const { stdout } = await machine.run(['why', one.id], { env: { COLUMNS: '200' } });
  for (const text of [
    'no, use pnpm',
    'no, installing breaks the workspace',
    'with prompt extract@',
    'you merged into it: Installing breaks the workspace.',
  ])
    expect(stdout).toContain(text);
  expect((await machine.run(['why', other.id])).stdout).toContain('it lives on in');
});
