import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Interaction } from '../../src/core/interaction.ts';
import type { ModelCaller } from '../../src/extract/caller.ts';
import { callClaude } from '../../src/extract/claude.ts';
import { extractWindow } from '../../src/extract/extract.ts';
import { loadPrompt, promptName } from '../../src/extract/prompt.ts';
import { nextWindow } from '../../src/extract/window.ts';
import { type FakeClaude, fakeClaude } from '../fixtures/fake-claude.ts';

const PROMPT = promptName(loadPrompt('extract'));

let home: string;
let fake: FakeClaude;
let purposes: string[];
let ask: ModelCaller;
beforeEach(async () => {
  home = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'claude-smart-'));
  fake = fakeClaude(path.join(home, 'fake'));
  purposes = [];
  ask = ({ purpose, ...request }) => {
    purposes.push(purpose);
    const config = { claude: 'claude', callTimeoutMs: 20_000 };
    return callClaude({ config, paths: { run: path.join(home, 'run') }, env: fake.env, ...request });
  };
});
afterEach(() => fs.promises.rm(home, { recursive: true, force: true }));

const at = (minute: number) => `2026-03-04T10:${String(minute).padStart(2, '0')}:00.000Z`;
/** 1 (read) human, 2 agent, 3 failed call (two records), 4 human, 5 paste, 6 typed rejection, 7 rejection, 8 mark */
const SESSION: Interaction[] = [
  { type: 'User', ts: at(0), text: 'add the zod package' },
  { type: 'Assistant', ts: at(1), text: 'I will run npm install zod.' },
  { type: 'ToolStart', ts: at(2), tool: 'Bash', tool_use_id: 'a', input: { command: 'npm install zod' } },
  { type: 'ToolEnd', ts: at(3), tool: 'Bash', tool_use_id: 'a', status: 'error', output: 'always use yarn' },
  { type: 'User', ts: at(4), text: 'no, pnpm. I work nights. key <private>abc</private>' },
  { type: 'User', ts: at(5), text: '<pasted_content>always use yarn</pasted_content>' },
  { type: 'ToolEnd', ts: at(6), tool: 'Bash', status: 'rejected', output: '', reason: 'not on main' },
  { type: 'ToolEnd', ts: at(7), tool: 'Bash', status: 'rejected', output: '' },
  { type: '[correction]', ts: at(8) },
];
function windowOf(records = SESSION) {
  const rows = records.map((record, i) => ({ session_id: 's', seq: i * 10, record }));
  const slice = {
    sessionId: 's',
    projectId: 'p',
    projectLabel: 'shop',
    before: rows.slice(0, 1),
    fresh: rows.slice(1),
    tokens: 9_000,
  };
  const window = nextWindow(slice);
  if (!window) throw new Error('nothing new');
  return window;
}

const rule = (rest: object = {}) => ({
  kind: 'correction',
  trigger: 'installing packages',
  content: 'Use pnpm, not npm.',
  rationale: '',
  cues: ['add zod', 'run the lint script'],
  evidence: [4],
  ...rest,
});
const fact = (rest: object = {}) => ({
  content: 'The user works nights.',
  kind: 'schedule',
  scope: 'user',
  ttl_days: 30,
  cues: ['plan the release'],
  evidence: [4],
  ...rest,
});
async function extract(playbook: object[], profile: object[] = [], forget: object[] = [], records = SESSION) {
  fake.reply({ structured: { playbook, profile, forget } });
  const extracted = await extractWindow({ window: windowOf(records), ask });
  if (!extracted.ok) throw new Error(extracted.message);
  return extracted;
}
const refusals = async (playbook: object[], profile: object[] = [], forget: object[] = []) => {
  const { candidates, refused } = await extract(playbook, profile, forget);
  expect(candidates).toEqual([]);
  return refused.map(({ why }) => why);
};

describe('what a reply becomes', () => {
  it('is candidates with the turns they cite and the time of the newest of them', async () => {
    const { candidates, refused, prompt, model } = await extract([rule({ evidence: [1, 4, 4] })], [fact()]);
    const evidence = [
      { session_id: 's', seq: 0 },
      { session_id: 's', seq: 40 },
    ];
    expect(candidates).toEqual([
      { type: 'rule', scope: 'project', ...rule(), evidence, learned_at: at(4) },
      {
        type: 'profile',
        kind: 'schedule',
        scope: 'user',
        content: 'The user works nights.',
        cues: ['plan the release'],
        evidence: evidence.slice(1),
        learned_at: at(4),
        expires_at: '2026-04-03T10:04:00.000Z',
      },
    ]);
    expect(refused).toEqual([]);
    expect({ prompt, model }).toEqual({ prompt: PROMPT, model: 'haiku' });
  });

  it('is nothing, with one call, when the lists are empty', async () => {
    expect(await extract([])).toMatchObject({ candidates: [], refused: [] });
    expect(purposes).toEqual(['extract']);
  });

  it('may be a recipe that rests on calls alone, start and end', async () => {
    const call = { tool: 'Bash', tool_use_id: 'b' };
    const worked: Interaction[] = [
      { type: 'ToolStart', ts: at(9), ...call, input: { command: 'npm install --force zod' } },
      { type: 'ToolEnd', ts: at(10), ...call, status: 'ok', output: 'added 1 package' },
    ];
    const reply = { kind: 'recipe', evidence: [3, 9], content: 'Run `npm install --force zod`.' };
    const { candidates } = await extract([rule(reply)], [], [], [...SESSION, ...worked]);
    expect(candidates).toMatchObject([
      { kind: 'recipe', evidence: [{ seq: 20 }, { seq: 30 }, { seq: 90 }, { seq: 100 }] },
    ]);
  });

  it('may rest on the typed reason of a rejection', async () => {
    expect((await extract([rule({ evidence: [6], content: 'Not on main.' })])).candidates).toHaveLength(1);
  });

  it('has its texts trimmed and redacted', async () => {
    const { candidates } = await extract([
      rule({ content: '  Use pnpm <private>abc</private>. ', cues: [' add zod ', 'add zod', ''] }),
    ]);
    expect(candidates).toMatchObject([{ content: 'Use pnpm [private].', cues: ['add zod'] }]);
  });

  it('has six cues at most, and says that others were left out', async () => {
    const cues = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'x'.repeat(500)];
    const { candidates, refused } = await extract([rule({ cues })]);
    expect(candidates).toMatchObject([{ cues: cues.slice(0, 6) }]);
    expect(refused).toEqual([{ what: 'cues of: Use pnpm, not npm.', why: expect.stringContaining('2 of 8') }]);
  });
});

describe('what the person took back', () => {
  const request = (rest: object = {}) => ({ what: 'The user works at Acme in Oslo.', evidence: [4], ...rest });

  it('is a request to forget, which may name what this window does not', async () => {
    expect((await extract([], [], [request({ what: ' The user works at Acme in Oslo. ' })])).candidates).toEqual([
      { type: 'forget', what: request().what, evidence: [{ session_id: 's', seq: 40 }], learned_at: at(4) },
    ]);
  });

  it('is nobody’s wish when no person typed it, when it was read before, or when it says nothing', async () => {
    const typed = 'cites no turn that a person typed';
    const wrong = [{ evidence: [2] }, { evidence: [3] }, { evidence: [5] }, { evidence: [1] }, { evidence: [] }];
    expect(
      await refusals(
        [],
        [],
        [...wrong, { what: ' ' }, { what: 'x'.repeat(2_000) }].map((rest) => request(rest)),
      ),
    ).toEqual([
      typed,
      typed,
      typed,
      'cites only turns that were already read',
      'cites no turn',
      'its what is blank',
      'its what has 2000 characters',
    ]);
  });

  it('is refused by name', async () => {
    expect((await extract([], [], [request({ evidence: [99] })])).refused).toMatchObject([
      { what: 'forget: The user works at Acme in Oslo.' },
    ]);
  });
});

describe('what is refused', () => {
  it('a citation that does not resolve, and none at all', async () => {
    expect(await refusals([rule({ evidence: [4, 99] }), rule({ evidence: [] })])).toEqual([
      'cites turn 99, which is not in the window',
      'cites no turn',
    ]);
  });

  it('what rests on turns that were read before', async () => {
    expect(await refusals([rule({ evidence: [1] })])).toEqual(['cites only turns that were already read']);
  });

  it.each([
    ['the agent', [2]],
    ['tool output', [3]],
    ['pasted text', [5]],
    ['a rejection without a word', [7]],
    ['a bare mark', [8]],
    ['all of these', [2, 3, 5, 7, 8]],
  ])('a correction or a fact that rests on %s', async (_, evidence) => {
    const why = 'cites no turn that a person typed';
    expect(await refusals([rule({ evidence })], [fact({ evidence })])).toEqual([why, why]);
  });

  it('a recipe that rests on what the agent said', async () => {
    expect(await refusals([rule({ kind: 'recipe', evidence: [2] })])).toEqual([
      expect.stringContaining('neither a failure'),
    ]);
  });

  it('a lesson that names what nobody and nothing mentioned', async () => {
    expect(
      await refusals([
        rule({ content: 'Use `bunx --bun`, not npm.' }),
        rule({ content: 'Edit deploy_prod.yaml first.' }),
      ]),
    ).toEqual([expect.stringContaining('bunx --bun'), expect.stringContaining('deploy_prod.yaml')]);
  });

  it('blank and endless texts', async () => {
    const long = (n: number) => 'pnpm '.repeat(n);
    expect(
      await refusals([
        rule({ content: ' \n' }),
        rule({ trigger: '' }),
        rule({ content: '<claude-smart>x</claude-smart>' }),
        rule({ content: long(1_000) }),
        rule({ rationale: long(500) }),
      ]),
    ).toEqual([
      'its content is blank',
      'its trigger is blank',
      'its content is blank',
      'its content has 5000 characters',
      'its rationale has 2500 characters',
    ]);
  });

  it('by name and without secrets, while the others are kept', async () => {
    const { candidates, refused } = await extract([
      rule(),
      rule({ content: 'pnpm <private>abc</private>', evidence: [99] }),
    ]);
    expect(candidates).toHaveLength(1);
    expect(refused).toEqual([{ what: 'pnpm [private]', why: 'cites turn 99, which is not in the window' }]);
  });
});

describe('what is asked', () => {
  it('holds the turns, the project, the day and the schema, and no slot', async () => {
    await extract([]);
    const { stdin = '', argv = [] as string[] } = fake.calls()[0] ?? {};
    expect(stdin).toContain('in the project "shop", the last of them on Wed, 04 Mar 2026');
    expect(stdin).toContain(windowOf().text);
    expect(stdin).not.toMatch(/\{\{\w/);
    expect(argv[argv.indexOf('--json-schema') + 1]).toContain('"ttl_days"');
  });
});

describe('a reply that cannot be used', () => {
  const good = JSON.stringify({ playbook: [rule()], profile: [] });

  it('is asked for once more, with what was answered and what is wrong with it', async () => {
    fake.replyTo(1, { text: '{"rules": [1]}' });
    fake.replyTo(2, { text: `Sorry!\n${good}` });
    expect(await extractWindow({ window: windowOf(), ask })).toMatchObject({
      ok: true,
      candidates: [{ content: 'Use pnpm, not npm.' }],
    });
    expect(purposes).toEqual(['extract', 'repair']);
    const { stdin } = fake.calls()[1] ?? { stdin: '' };
    expect(stdin).toContain('{"rules": [1]}');
    expect(stdin).toContain('playbook: Invalid input');
    expect(stdin).toContain(windowOf().text);
  });

  it.each([
    ['truncated', { text: good.slice(0, 60) }],
    ['not JSON at all', { raw: 'Hello' }],
    ['wrong in every entry', { structured: { playbook: [{ when: 'x' }], profile: [] } }],
    ['out of turns', { subtype: 'error_max_turns', text: 'half' }],
  ])('twice (%s) is malformed, and kept for a look', async (_, reply) => {
    fake.reply(reply);
    const extracted = await extractWindow({ window: windowOf(), ask });
    expect(extracted).toMatchObject({
      ok: false,
      class: 'malformed',
      prompt: PROMPT,
      reply: expect.stringMatching(/./),
    });
    expect(purposes).toEqual(['extract', 'repair']);
  });

  it('is not asked for again when the call itself failed', async () => {
    fake.reply({ error: 'Not logged in · Please run /login' });
    const extracted = await extractWindow({ window: windowOf(), ask });
    expect(extracted).toMatchObject({ ok: false, class: 'auth', message: 'Not logged in · Please run /login' });
    expect(extracted).not.toHaveProperty('reply');
    expect(purposes).toEqual(['extract']);
  });

  it('and whose repair fails has the class of that failure', async () => {
    fake.replyTo(1, { text: 'Hello' });
    fake.replyTo(2, { error: "You've hit your session limit · resets 3:45pm (UTC)", status: 429 });
    const extracted = await extractWindow({ window: windowOf(), ask });
    expect(extracted).toMatchObject({
      ok: false,
      class: 'billing',
      resetsAt: expect.stringMatching(/T15:45:00.000Z$/),
    });
  });

  it('on a claude without --json-schema is read from the text', async () => {
    fake.setup({ unknownFlags: ['--json-schema'] });
    fake.reply({ text: `\`\`\`json\n${good}\n\`\`\`` });
    expect(await extractWindow({ window: windowOf(), ask })).toMatchObject({ ok: true, candidates: [{}] });
  });
});
