import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { socketAddress } from '../../src/platform/paths.ts';
import type { RecallRequest } from '../../src/platform/protocol.ts';
import { projectOf } from '../../src/publish/project-id.ts';
import { openStore } from '../../src/store/open.ts';
import { noteProject } from '../../src/store/projects.ts';
import { addRule } from '../cli/machine.ts';
import { request, runningDaemon, until, VERSION } from '../fixtures/daemon.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';

function homeWithRule(id: string): Home {
  const home = temporaryHome();
  const store = openStore(home.paths.database);
  const project = projectOf(home.project);
  noteProject(store.db, { id: project.id, label: project.label, path: project.root }, '2026-01-01T00:00:00.000Z');
  addRule(store, project.id, id, {
    trigger: 'adding a dependency',
    content: 'Use pnpm, never npm.',
    cues: ['add the zod dependency', 'install a package'],
  });
  store.close();
  return home;
}

/** Takes the question to the daemon, and is gone before it looks. */
async function askAndLeave(home: Home, question: RecallRequest): Promise<void> {
  const socket = net.createConnection(socketAddress(home.paths));
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(`${JSON.stringify(question)}\n`, resolve));
  socket.destroy();
  await once(socket, 'close');
}

test('nothing is handed to an asker that left: the session is told at its next question', async () => {
  const id = newId();
  const home = homeWithRule(id);
  const daemon = await runningDaemon(home);
  const log = () => fs.readFileSync(path.join(home.paths.logs, 'daemon.log'), 'utf8');
  // First the words alone decide, then the model is there.
  for (const session_id of ['by-words', 'by-meaning']) {
    const question: RecallRequest = {
      ...{ op: 'recall', version: VERSION, event: 'UserPromptSubmit', session_id, cwd: home.project },
      prompt: 'please add the zod dependency',
    };
    daemon.kill('SIGSTOP');
    await askAndLeave(home, question);
    daemon.kill('SIGCONT');
    expect(await request(home, question), session_id).toMatchObject({ ids: [id] });
    await until('the model', () => log().includes('made 1 vectors'));
  }
});
