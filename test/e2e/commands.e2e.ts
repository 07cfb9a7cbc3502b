import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pluginFolder } from './home.ts';
import { learnerOf, PNPM, type Shown } from './learner.ts';
import type { Script } from './loopback-api.ts';
import { isOurs, lastTurn, split, text, useTool, wholeText } from './model-script.ts';
import { Sandbox } from './sandbox.ts';

// The plugin's slash commands, as a person types them: no tool is allowed beforehand, so what needs asking would ask.
const PLUGIN = ['--plugin-dir', pluginFolder, '--permission-mode', 'default'];
const NASTY = 'no, pnpm not npm $(touch pwned) `touch pwned` "; touch pwned #';

/** Does what the command's text asks of the model: gives the note on stdin in a heredoc with a quoted delimiter. */
const obedient: Script = (request) => {
  const { words, hasToolResult } = lastTurn(request);
  const note = /<note>\n([\s\S]*?)\n<\/note>/.exec(words)?.[1];
  if (hasToolResult || note === undefined) return text('Noted.');
  const end = 'NOTE_4711471147';
  return useTool('Bash', { command: `claude-smart tag - <<'${end}'\n${note}\n${end}`, description: 'note it' });
};

test('/emend:show puts what was learned before the model, without asking', async () => {
  const sandbox = await Sandbox.open(split({ agent: () => text('Done.'), learner: learnerOf([PNPM]) }));
  const talk = sandbox.talkWithPlugin();
  await talk.say('no, pnpm not npm');
  await talk.end();
  await sandbox.smartJson('learn');

  const { terminal } = sandbox;
  await terminal.start(PLUGIN);
  await terminal.say('/emend:show');
  await terminal.waitFor('● Done.');
  await terminal.exit();
  const request = sandbox.api.calls.findLast((call) => !isOurs(call.body));
  const shown = wholeText(request?.body ?? { model: '', messages: [] });
  expect(shown).toContain('What claude-smart has learned for this project');
  expect(shown).toContain(`${PNPM.rule.trigger}: ${PNPM.rule.content}`);
});

test('/emend:review puts the inbox before the model, with its ids, without asking', async () => {
  const sandbox = await Sandbox.open(split({ agent: () => text('Done.'), learner: learnerOf([PNPM]) }));
  const talk = sandbox.talkWithPlugin();
  await talk.say('no, pnpm not npm');
  await talk.end();
  await sandbox.smartJson('learn');
  const { rules } = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);

  const { terminal } = sandbox;
  await terminal.start(PLUGIN);
  await terminal.say('/emend:review');
  await terminal.waitFor('● Done.');
  await terminal.exit();
  const request = sandbox.api.calls.findLast((call) => !isOurs(call.body));
  const shown = wholeText(request?.body ?? { model: '', messages: [] });
  expect(shown).toContain('1 item to look at');
  expect(shown).toContain(rules[0]?.id.slice(0, 6));
  expect(shown).toContain('│ no, pnpm not npm');
});

test('a note of /emend:tag reaches the program as text, whatever is in it, and is learned', async () => {
  const sandbox = await Sandbox.open(split({ agent: obedient, learner: learnerOf([PNPM]) }));
  const { terminal } = sandbox;
  await terminal.start(PLUGIN);
  await terminal.say(`/emend:tag ${NASTY}`);
  await terminal.waitFor(/● Noted\.|Do you want to proceed/);
  expect(terminal.screen()).not.toContain('Do you want to proceed');
  await terminal.exit();

  const [session = ''] = sandbox.sessions();
  const notes = sandbox.buffer(session).filter((line) => line.type === '[correction]');
  expect(notes).toMatchObject([{ note: NASTY }]);
  expect(fs.existsSync(path.join(sandbox.home.project, 'pwned'))).toBe(false);
  await sandbox.smartJson('learn');
  const shown = await sandbox.smartJson<Shown>('show', '--project', sandbox.home.project);
  expect(shown.rules).toMatchObject([{ content: PNPM.rule.content }]);
});
