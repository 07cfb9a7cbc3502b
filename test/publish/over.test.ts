/** A session is over when its end is the last that the doors told of its course. */
import { expect, test } from 'vitest';
import { isOver } from '../../src/publish/over.ts';
import { temporaryHome } from '../fixtures/home.ts';
import { assistant, sessionEnd, sessionStart, user, writeSession } from '../fixtures/sessions.ts';

const late = (ts: string) => ({ ...user('late')(ts), uuid: 'u#0' });
const long = assistant('x '.repeat(40_000));

test.each([
  ['goes on', [user('a'), assistant('b')], false],
  ['is over at its end', [user('a'), sessionEnd], true],
  ['is over when its last turns were found in the transcript', [user('a'), sessionEnd, late], true],
  ['goes on when it was resumed', [user('a'), sessionEnd, sessionStart('resume')], false],
  ['goes on when somebody types again', [user('a'), sessionEnd, user('b')], false],
  ['is over behind much text', [user('a'), long, long, long, sessionEnd], true],
])('a session %s', (_, records, over) => {
  expect(isOver(writeSession(temporaryHome().paths, { id: 's' }, records))).toBe(over);
});
