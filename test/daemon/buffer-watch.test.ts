import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { BufferWatch, type Change } from '../../src/daemon/buffer-watch.ts';
import { until } from '../fixtures/daemon.ts';
import { type Home, temporaryHome } from '../fixtures/home.ts';
import { assistant, note, sessionEnd, user, writeSession } from '../fixtures/sessions.ts';

const stop = (ts: string) => ({ type: 'Stop' as const, ts });

function watching(home: Home): { watch: BufferWatch; heard: Change[]; turns: () => string[] } {
  const heard: Change[] = [];
  const watch = new BufferWatch(home.paths.sessions, (change) => void heard.push(change));
  onTestFinished(() => watch.close());
  return { watch, heard, turns: () => heard.filter(({ isTurn }) => isTurn).map(({ sessionId }) => sessionId) };
}

test('tells of a turn’s end, a session’s end and a note, and of other lines only that they came', async () => {
  const home = temporaryHome();
  writeSession(home.paths, { id: 'old' }, [user('before'), stop]);
  const { heard, turns } = watching(home);
  writeSession(home.paths, { id: 's' }, [user('add zod, {"type":"Stop"}\n{"type":"Stop"}')]);
  await until('the change', () => heard.length > 0);
  expect(turns()).toEqual([]);
  writeSession(home.paths, { id: 's' }, [assistant('Done.'), stop, user('something behind it')]);
  await until('the turn', () => turns().includes('s'));
  writeSession(home.paths, { id: 'other' }, [note('no, pnpm')]);
  await until('the note', () => turns().includes('other'));
  writeSession(home.paths, { id: 'third' }, [sessionEnd]);
  await until('the end', () => turns().includes('third'));
  fs.writeFileSync(`${home.paths.sessions}/notes.txt`, '{"type":"Stop"}\n');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(new Set(heard.map(({ sessionId }) => sessionId))).toEqual(new Set(['s', 'other', 'third']));
});

test('a folder that is not there yet, or is removed and made anew, is watched at the next check', async () => {
  const home = temporaryHome();
  const { watch, turns } = watching(home);
  writeSession(home.paths, { id: 's1' }, [stop]);
  await until('the first', () => turns().includes('s1'));
  fs.rmSync(home.paths.sessions, { recursive: true });
  writeSession(home.paths, { id: 's2' }, [stop]);
  watch.check();
  expect(turns()).toContain('s2');
  writeSession(home.paths, { id: 's3' }, [stop]);
  await until('the third', () => turns().includes('s3'));
});

test('where watching fails, a check finds what came', () => {
  const home = temporaryHome();
  const { watch, turns } = watching(home);
  watch.close();
  writeSession(home.paths, { id: 's' }, [user('hello'), stop]);
  watch.check();
  expect(turns()).toEqual(['s']);
  watch.check();
  expect(turns()).toEqual(['s']);
});
