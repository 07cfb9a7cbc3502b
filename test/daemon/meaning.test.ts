import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { Meaning } from '../../src/daemon/meaning.ts';
import { openContext } from '../../src/learn/context.ts';
import { recordChange } from '../../src/store/changes.ts';
import { vectorCounts } from '../../src/store/embeddings.ts';
import { AT, addRule, Machine } from '../cli/machine.ts';

test('vectors that the database refused are made a while later, though nothing changed', async () => {
  const machine = new Machine();
  machine.seed((store, project) => {
    addRule(store, project, 'aaaaaa1');
    recordChange(store.db, { item_id: 'aaaaaa1', at: AT, change: 'add', why: 'a test', turns: [] });
  });
  const context = openContext(machine.env, systemClock);
  const { db } = context.store;
  db.run(sql`create trigger full before insert on embeddings begin select raise(abort, 'the disk is full'); end`);
  const said: string[] = [];
  const meaning = new Meaning(context, (line) => void said.push(line));
  onTestFinished(async () => {
    await meaning.close();
    context.store.close();
  });
  await meaning.warm();
  await expect.poll(() => said).toContain('vectors wait: the disk is full');
  db.run(sql`drop trigger full`);
  meaning.fill();
  expect(vectorCounts(db, 'all-MiniLM-L6-v2/int8').vectors, 'not at once').toBe(0);
  const now = performance.now() + 70_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  meaning.fill();
  clock.mockRestore();
  await expect.poll(() => vectorCounts(db, 'all-MiniLM-L6-v2/int8').vectors).toBe(1);
});
