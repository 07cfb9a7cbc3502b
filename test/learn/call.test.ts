import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { modelCaller } from '../../src/learn/call.ts';
import { type Context, openContext } from '../../src/learn/context.ts';
import { spentToday } from '../../src/store/calls.ts';
import { fakeClaude } from '../fixtures/fake-claude.ts';
import { temporaryHome } from '../fixtures/home.ts';

const NOW = new Date('2026-03-04T10:00:00.000Z');
const request = { purpose: 'extract', projectId: 'p', system: 's', prompt: 'p', schema: {}, model: 'haiku' } as const;

function world(env: Record<string, string> = {}): Context {
  const home = temporaryHome('calls');
  const claude = fakeClaude(path.join(home.root, 'fake'));
  const context = openContext({ ...home.env, ...claude.env, ...env }, () => NOW);
  onTestFinished(() => context.store.close());
  context.store.db.run("insert into projects values ('p', 'p', '/p', '2026-03-04T10:00:00.000Z')");
  return context;
}

test('a call that ran is counted although reading what it said throws', async () => {
  const context = world();
  let told = 0;
  const clock = () => {
    told += 1;
    if (told > 1) throw new Error('the clock stopped');
    return NOW;
  };
  await expect(modelCaller({ ...context, clock })(request)).rejects.toThrow('the clock stopped');
  expect(spentToday(context.store.db, NOW)).toMatchObject({ calls: 1 });
});

test('one that never started is not', async () => {
  const context = world({ CLAUDE_SMART_CLAUDE: 'no-such-claude' });
  expect(await modelCaller(context)(request)).toMatchObject({ ok: false, class: 'setup' });
  expect(spentToday(context.store.db, NOW)).toMatchObject({ calls: 0 });
});
