import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import { catchUp } from '../../src/capture/catchup.ts';
import { missing } from '../../src/capture/catchup-match.ts';
import { assistantRecord, matchKey, toolEndRecord, toolStartRecord, userRecord } from '../../src/capture/record.ts';
import type { BufferRecord, SessionRecord } from '../../src/core/interaction.ts';
import type { Line } from './transcript-lines.ts';
import {
  at,
  interrupt,
  jsonl,
  queued,
  rejection,
  reply,
  result,
  SESSION,
  text,
  typed,
  use,
} from './transcript-lines.ts';

const NOW = '2026-05-01T12:00:00.000Z';
let home: string;
let buffer: string;
let transcript: string;
let header: SessionRecord;

beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'catch up '));
  buffer = path.join(home, 'sessions', `${SESSION}.jsonl`);
  transcript = path.join(home, 'transcript.jsonl');
  header = {
    type: 'Session',
    ts: at(0),
    session_id: SESSION,
    cwd: home,
    project_id: 'p',
    project_label: 'p',
    transcript_path: transcript,
  };
});
afterEach(() => fs.rmSync(home, { recursive: true }));

const door = (...records: BufferRecord[]) => appendRecords(buffer, records, () => header);
const start = (source = 'startup', ms = 0): BufferRecord => ({ type: 'SessionStart', ts: at(ms), source });
const stop = (ms: number): BufferRecord => ({ type: 'Stop', ts: at(ms) });
const write = (...lines: Line[]) => fs.appendFileSync(transcript, jsonl(...lines));
const records = () =>
  fs
    .readFileSync(buffer, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BufferRecord);
const told = () =>
  records().flatMap((record) => {
    if (record.type === 'User' || record.type === 'Assistant') return `${record.type}: ${record.text}`;
    if (record.type === 'ToolStart') return `start ${record.tool}`;
    if (record.type === 'ToolEnd') return `${record.status} ${record.tool}${record.reason ? `: ${record.reason}` : ''}`;
    return record.type === 'Interrupt' ? 'Interrupt' : [];
  });
const cursor = () => records().findLast((record) => record.type === 'Transcript');

describe('what the doors missed', () => {
  it('is added from the transcript, once', () => {
    door(start(), userRecord(at(1), 'one'), stop(9));
    write(
      typed(1, 'one'),
      reply(2, text('Looking.')),
      reply(3, use('t1', 'Bash', { command: 'ls' })),
      result(4, 't1', 'a'),
    );
    write(reply(5, text('Done.')));
    for (let i = 0; i < 3; i++) catchUp(buffer, NOW);
    expect(told()).toEqual(['User: one', 'Assistant: Looking.', 'start Bash', 'ok Bash', 'Assistant: Done.']);
  });

  it('is a prompt whose hook did not fire, and a rejection with its reason', () => {
    door(start(), stop(9));
    write(
      typed(1, 'install it'),
      reply(2, use('t1', 'Bash')),
      rejection(3, 't1', 'use pnpm'),
      interrupt(4),
      typed(5, 'go on'),
    );
    write(queued(6, 'and use tabs'));
    catchUp(buffer, NOW);
    catchUp(buffer, NOW);
    expect(told()).toEqual([
      'User: install it',
      'start Bash',
      'rejected Bash: use pnpm',
      'Interrupt',
      'User: go on',
      'User: and use tabs',
    ]);
  });

  it('is not the last reply, which the payload brought before the transcript had it', () => {
    door(start(), userRecord(at(1), 'hi'), assistantRecord(at(3), 'Hello.'), stop(3));
    write(typed(1, 'hi'));
    catchUp(buffer, NOW);
    write(reply(2, text('Hello.\n')));
    catchUp(buffer, NOW);
    door(userRecord(at(8), 'bye'), stop(9));
    write(typed(8, 'bye'));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: hi', 'Assistant: Hello.', 'User: bye']);
  });

  it('may say the same words as before', () => {
    door(start(), userRecord(at(1), 'continue'));
    write(typed(1, 'continue'), typed(2, 'continue'));
    catchUp(buffer, NOW);
    write(typed(3, 'continue'));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: continue', 'User: continue', 'User: continue']);
  });

  it('has its tool named by a call that lies before the cursor, however far', () => {
    door(start());
    write(reply(1, use('t1', 'ExitPlanMode')));
    catchUp(buffer, NOW);
    for (let i = 0; i < 40; i++) door(userRecord(at(i), `${i} ${'x'.repeat(8000)}`));
    write(typed(50, 'words'));
    catchUp(buffer, NOW);
    write(rejection(60, 't1', 'shorter'));
    catchUp(buffer, NOW);
    expect(records().at(-2)).toMatchObject({
      type: 'ToolEnd',
      tool: 'ExitPlanMode',
      plan: 'rejected',
      reason: 'shorter',
    });
  });

  it('counts a door record that was appended while the transcript was read', () => {
    door(start());
    write(typed(1, 'one'));
    catchUp(buffer, NOW);
    // A second run that began before this door record and ended after it.
    const before = fs.readFileSync(buffer);
    const elsewhere = `${buffer}.other`;
    fs.writeFileSync(elsewhere, before);
    write(typed(2, 'two'));
    catchUp(elsewhere, NOW);
    door(userRecord(at(3), 'three'));
    for (let i = 0; i < 12; i++) door({ type: 'StopFailure', ts: at(3), error: 'x'.repeat(8000) });
    fs.appendFileSync(buffer, fs.readFileSync(elsewhere).subarray(before.length));
    write(typed(3, 'three'));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: one', 'User: three', 'User: two']);
  });
});

describe('a session that began elsewhere', () => {
  const before = [typed(1, 'old prompt'), reply(2, text('Old reply.')), interrupt(3)];

  it.each(['fork', 'resume'])('teaches only what came after its %s', (source) => {
    write(...before);
    door(start(source, 100), userRecord(at(105), 'new prompt'), stop(120));
    write(typed(104, 'new prompt'), reply(110, text('New reply.')));
    catchUp(buffer, NOW);
    write(reply(130, text('More.')));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: new prompt', 'Assistant: New reply.', 'Assistant: More.']);
  });

  it('stays so when its transcript is rewritten', () => {
    door(start('fork', 100));
    write(...before, typed(104, 'new prompt'));
    catchUp(buffer, NOW);
    fs.writeFileSync(transcript, jsonl(...before, typed(204, 'x')));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: new prompt', 'User: x']);
  });

  it('goes on where its buffer stopped when it is resumed', () => {
    door(start(), userRecord(at(1), 'one'));
    write(typed(1, 'one'), reply(2, text('Crashed here.')));
    door(start('resume', 50), userRecord(at(61), 'two'), stop(70));
    write(typed(60, 'two'));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: one', 'User: two', 'Assistant: Crashed here.']);
  });

  it('teaches from the turn on in which capture began', () => {
    write(...before, typed(10, 'this turn'), reply(11, use('t1', 'Bash')), result(20, 't1', 'ok'));
    door(toolEndRecord(at(19), 'Bash', 't1', { status: 'ok', output: 'ok' }), stop(30));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['ok Bash', 'User: this turn', 'start Bash']);
  });

  it('does not take lines that belong to another session', () => {
    door(start());
    write({ ...typed(1, 'copied'), sessionId: 'another' }, typed(2, 'own'));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: own']);
  });
});

describe('the transcript', () => {
  it('may be torn: the line is taken when it is whole', () => {
    door(start());
    const line = jsonl(typed(1, 'one'));
    fs.writeFileSync(transcript, line.slice(0, 30));
    catchUp(buffer, NOW);
    fs.appendFileSync(transcript, line.slice(30));
    catchUp(buffer, NOW);
    expect(told()).toEqual(['User: one']);
  });

  it.each([
    ['deleted', () => {}],
    ['a folder', () => fs.mkdirSync(transcript)],
    ['no JSONL', () => fs.writeFileSync(transcript, 'PK\u0003\u0004\nhello\n')],
    ['empty', () => fs.writeFileSync(transcript, '')],
  ])('may be %s: nothing is written', (_, make) => {
    make();
    door(start());
    const before = fs.readFileSync(buffer);
    expect(catchUp(buffer, NOW)).toBe(false);
    expect(fs.readFileSync(buffer)).toEqual(before);
  });

  it('may be rewritten shorter: nothing is taken twice, nothing new is lost', () => {
    const lines = [typed(1, 'one'), reply(2, text('One.')), interrupt(3), typed(4, 'two'), reply(5, text('Two.'))];
    door(start(), userRecord(at(1), 'one'));
    write(...lines);
    catchUp(buffer, NOW);
    fs.writeFileSync(transcript, jsonl(...lines.filter((_, i) => i !== 1), typed(6, 'three')));
    catchUp(buffer, NOW);
    write(typed(7, 'four'));
    catchUp(buffer, NOW);
    expect(told()).toEqual([
      'User: one',
      'Assistant: One.',
      'Interrupt',
      'User: two',
      'Assistant: Two.',
      'User: three',
      'User: four',
    ]);
  });

  it('is read from the cursor on, and quiet lines leave no cursor', () => {
    door(start());
    write(typed(1, 'one'));
    catchUp(buffer, NOW);
    expect(cursor()).toMatchObject({ up_to: fs.statSync(transcript).size, ahead: [] });
    const size = fs.statSync(buffer).size;
    write({ type: 'last-prompt' }, { type: 'cost-state' });
    catchUp(buffer, NOW);
    expect(fs.statSync(buffer).size).toBe(size);
    write({ type: 'api-request-blob', text: 'x'.repeat(300_000) });
    catchUp(buffer, NOW);
    expect(cursor()).toMatchObject({ up_to: fs.statSync(transcript).size });
  });

  it('of more than 32 MB is read in several calls, also when one line is longer than a piece', () => {
    door(start());
    write(typed(1, 'first'), { type: 'progress', data: 'x'.repeat(9_000_000) }, typed(2, 'second'));
    for (let i = 0; i < 34; i++) write({ type: 'progress', data: 'x'.repeat(1_000_000) });
    write(typed(3, 'third'));
    expect(catchUp(buffer, NOW)).toBe(true);
    expect(told()).toEqual(['User: first', 'User: second']);
    expect(catchUp(buffer, NOW)).toBe(false);
    expect(told()).toEqual(['User: first', 'User: second', 'User: third']);
  });

  it('may wait a moment for the doors', () => {
    door(start());
    write(typed(1, 'one'), typed(2500, 'two'));
    catchUp(buffer, at(3000), 2000);
    door(userRecord(at(2501), 'two'));
    catchUp(buffer, at(9000), 2000);
    expect(told()).toEqual(['User: one', 'User: two']);
  });
});

describe('the buffer', () => {
  it('gets records and cursor in one append, with nothing readable by others', () => {
    door(start());
    write(typed(1, 'token sk-ant-api03-not-a-real-one <private>x</private>'));
    catchUp(buffer, NOW);
    expect(records().map(({ type }) => type)).toEqual(['Session', 'SessionStart', 'User', 'Transcript']);
    expect(fs.readFileSync(buffer, 'utf8')).not.toContain('<private>');
  });

  it.each([
    ['missing', () => {}],
    ['empty', () => fs.writeFileSync(buffer, '')],
    ['without a header', () => fs.writeFileSync(buffer, '{"published_up_to":3}\n{"type":"Stop","ts":"x"}\n')],
    ['garbage', () => fs.writeFileSync(buffer, 'garbage\n\0\0\n')],
  ])('may be %s', (_, make) => {
    fs.mkdirSync(path.dirname(buffer));
    make();
    write(typed(1, 'one'));
    const before = fs.existsSync(buffer) ? fs.readFileSync(buffer, 'utf8') : undefined;
    catchUp(buffer, NOW);
    expect(fs.existsSync(buffer) ? fs.readFileSync(buffer, 'utf8') : undefined).toBe(before);
  });

  it('may hold blank, broken and torn lines', () => {
    door(start(), userRecord(at(1), 'one'));
    fs.appendFileSync(buffer, '\n{"published_up_to":10}\nbroken\n{"type":"User","te');
    write(typed(1, 'one'), typed(2, 'two'));
    catchUp(buffer, NOW);
    catchUp(buffer, NOW);
    const whole = fs
      .readFileSync(buffer, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"text":'));
    expect(whole.map((line) => JSON.parse(line).text)).toEqual(['one', 'two']);
  });
});

describe('missing', () => {
  it('keeps the newest keys that wait, and at most 200', () => {
    const waiting = Array.from({ length: 300 }, (_, i) => toolStartRecord(at(i), 'Bash', `t${i}`, {}));
    const { ahead } = missing(waiting, [], ['u:old']);
    expect(ahead).toHaveLength(200);
    expect(ahead.at(-1)).toBe('s:t299');
    expect(ahead[0]).toBe('s:t100');
  });

  it('lets each waiting key stand for one record, and a uuid for itself', () => {
    const one = { ...userRecord(at(0), 'go'), uuid: 'a#0' };
    const two = { ...userRecord(at(1), 'go'), uuid: 'b#0' };
    const key = matchKey(one) as string;
    expect(missing([], [one, two], [key])).toEqual({ add: [two], ahead: [] });
    expect(missing([], [one, two], [key], new Set(['a#0']))).toEqual({ add: [], ahead: [] });
    expect(missing([], [one, one], [])).toEqual({ add: [one], ahead: [] });
    expect(missing([userRecord(at(0), 'go'), one], [two], [])).toEqual({ add: [], ahead: [] });
  });
});

describe('a line that is too long for a conversation', () => {
  const MB = 1024 * 1024;
  const turn = () => Buffer.from(jsonl(typed(9, 'use pnpm, not npm')));

  it('is passed over, and what follows it is read', () => {
    appendRecords(buffer, [{ type: 'SessionStart', ts: at(0), source: 'startup' }], () => header);
    fs.writeFileSync(transcript, '');
    fs.truncateSync(transcript, 70 * MB);
    fs.appendFileSync(transcript, Buffer.concat([Buffer.from('\n'), turn()]));
    while (catchUp(buffer, NOW));
    expect(fs.readFileSync(buffer, 'utf8')).toContain('use pnpm, not npm');
  });

  it('costs little where it never ends', () => {
    appendRecords(buffer, [{ type: 'SessionStart', ts: at(0), source: 'startup' }], () => header);
    fs.writeFileSync(transcript, '');
    fs.truncateSync(transcript, 3_000 * MB);
    const started = performance.now();
    expect(catchUp(buffer, NOW)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
