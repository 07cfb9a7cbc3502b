import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { Meaning } from '../../src/daemon/meaning.ts';
import { openContext } from '../../src/learn/context.ts';
import { recordChange } from '../../src/store/changes.ts';
import { vectorCounts } from '../../src/store/embeddings.ts';
import { AT, addRule, Machine } from '../cli/machine.ts';

const MODEL = 'all-MiniLM-L6-v2/int8';

/** A model's life over a store that holds one rule, which no vector has been made for. */
function withOneRule() {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa1');
    recordChange(store.db, { item_id: 'aaaaaa1', at: AT, change: 'add', why: 'a test', turns: [] });
  });
  const context = openContext(machine.env, systemClock);
  const said: string[] = [];
  const meaning = new Meaning(context, (line) => void said.push(line));
  onTestFinished(async () => {
    await meaning.close();
    context.store.close();
  });
  return { db: context.store.db, meaning, said };
}

test('vectors that another model took the place of are made anew with the next load, though no item changed', async () => {
  const { db, meaning, said } = withOneRule();
  // Those of the quiet time only: what waits for the model waits in real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  // Run before what closes the model: the last that was named comes first.
  onTestFinished(() => void vi.useRealTimers());
  const first = await meaning.warm();
  while (vectorCounts(db, MODEL).vectors === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  db.run(sql`update embeddings set model = 'another'`);
  meaning.fill();
  vi.advanceTimersByTime(15 * 60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await meaning.warm(), 'it was let go').not.toBe(first);
  while (said.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(vectorCounts(db, MODEL).vectors).toBe(1);
});

test('vectors that the database refused are made a while later, though nothing changed', async () => {
  const { db, meaning, said } = withOneRule();
  db.run(sql`create trigger full before insert on embeddings begin select raise(abort, 'the disk is full'); end`);
  await meaning.warm();
  await expect.poll(() => said).toContain('vectors wait: the disk is full');
  db.run(sql`drop trigger full`);
  meaning.fill();
  expect(vectorCounts(db, MODEL).vectors, 'not at once').toBe(0);
  const now = performance.now() + 70_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  meaning.fill();
  clock.mockRestore();
  await expect.poll(() => vectorCounts(db, MODEL).vectors).toBe(1);
});
