/**
 * The promise of the two sources: however the doors miss events, however the transcript lags, however often and however
 * concurrently they are compared, each thing is recorded once. Real files; the order of events comes from fast-check.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { appendRecords } from '../../src/capture/buffer.ts';
import { catchUp } from '../../src/capture/catchup.ts';
import { assistantRecord, toolEndRecord, toolStartRecord, userRecord } from '../../src/capture/record.ts';
import type { BufferRecord, SessionRecord } from '../../src/core/interaction.ts';
import type { Line } from './transcript-lines.ts';
import { at, interrupt, jsonl, rejection, reply, result, SESSION, text, typed, use } from './transcript-lines.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'once-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

/** A thing that happens: the record that its door makes, if it has one, and its line in the transcript. */
interface Thing {
  name: string;
  door: BufferRecord | undefined;
  line: Line;
  /** The transcript may have a final reply before the Stop hook runs. */
  lineFirst: boolean;
}

const KINDS = ['user', 'say', 'final', 'start', 'end', 'rejected', 'interrupt'] as const;

function thing(kind: (typeof KINDS)[number], n: number, word: string): Thing {
  const id = `toolu_${n}`;
  const make = (name: string, line: Line, door?: BufferRecord): Thing => ({
    name,
    door,
    line,
    lineFirst: kind === 'final',
  });
  switch (kind) {
    case 'user':
      return make(`User ${word}`, typed(n, word), userRecord(at(n), `${word} `));
    case 'say':
      return make(`Assistant ${word}`, reply(n, text(word)));
    case 'final':
      return make(`Assistant ${word}`, reply(n, text(word)), assistantRecord(at(n), word));
    case 'start':
      return make(`ToolStart ${id}`, reply(n, use(id, 'Bash')), toolStartRecord(at(n), 'Bash', id, {}));
    case 'end':
      return make(
        `ToolEnd ${id}`,
        result(n, id, 'ok'),
        toolEndRecord(at(n), 'Bash', id, { status: 'ok', output: 'ok' }),
      );
    case 'rejected':
      return make(`ToolEnd ${id}`, rejection(n, id, word));
    case 'interrupt':
      return make('Interrupt ', interrupt(n));
  }
}

type Step =
  | { happens: (typeof KINDS)[number]; word: number; seen: boolean }
  | { flush: number }
  | 'catch up'
  | 'begin'
  | 'append';

const stepOf = (extra: Step[]): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ happens: fc.constantFrom(...KINDS), word: fc.nat(3), seen: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ flush: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.constantFrom<Step>('catch up', ...extra) },
  );

const nameOf = (record: BufferRecord): string | undefined => {
  if (record.type === 'User' || record.type === 'Assistant') return `${record.type} ${record.text.trim()}`;
  if (record.type === 'ToolStart' || record.type === 'ToolEnd') return `${record.type} ${record.tool_use_id}`;
  return record.type === 'Interrupt' ? 'Interrupt ' : undefined;
};

let run = 0;

function play(steps: readonly Step[], unique: boolean): { happened: string[]; recorded: string[] } {
  const folder = path.join(root, String(run++));
  const buffer = path.join(folder, 'b.jsonl');
  const transcript = path.join(folder, 't.jsonl');
  const header = (): SessionRecord => ({
    type: 'Session',
    ts: at(0),
    session_id: SESSION,
    cwd: '/',
    project_id: 'p',
    project_label: 'p',
    transcript_path: transcript,
  });
  appendRecords(buffer, [{ type: 'SessionStart', ts: at(0), source: 'startup' }], header);
  fs.writeFileSync(transcript, '');

  const happened: string[] = [];
  const lagging: Line[] = [];
  const flush = (count: number) => fs.appendFileSync(transcript, jsonl(...lagging.splice(0, count)));
  /** What runs that began earlier are going to append. */
  const pending: Buffer[] = [];
  const append = () => fs.appendFileSync(buffer, pending.shift() ?? '');

  for (const [n, step] of steps.entries()) {
    if (step === 'catch up') catchUp(buffer, at(1e6));
    else if (step === 'append') append();
    else if (step === 'begin') {
      const size = fs.statSync(buffer).size;
      fs.copyFileSync(buffer, `${buffer}.copy`);
      catchUp(`${buffer}.copy`, at(1e6));
      pending.push(fs.readFileSync(`${buffer}.copy`).subarray(size));
    } else if ('flush' in step) flush(step.flush);
    else {
      const { name, door, line, lineFirst } = thing(step.happens, n + 1, unique ? `word ${n}` : `word ${step.word}`);
      happened.push(name);
      lagging.push(line);
      if (lineFirst && step.word === 0) flush(lagging.length);
      if (step.seen && door) appendRecords(buffer, [door], header);
    }
  }
  while (pending.length > 0) append();
  flush(lagging.length);
  catchUp(buffer, at(1e6));
  catchUp(buffer, at(1e6));

  const uuids = new Set<string>();
  const recorded: string[] = [];
  for (const line of fs.readFileSync(buffer, 'utf8').split('\n')) {
    if (line === '') continue;
    const record = JSON.parse(line) as BufferRecord;
    // As publish does.
    if (record.uuid !== undefined && uuids.has(record.uuid)) continue;
    if (record.uuid !== undefined) uuids.add(record.uuid);
    recorded.push(nameOf(record) ?? '');
  }
  fs.rmSync(folder, { recursive: true });
  return { happened: happened.sort(), recorded: recorded.filter((name) => name !== '').sort() };
}

it('records each thing once, also when the same words come again and again', () => {
  fc.assert(
    fc.property(fc.array(stepOf([]), { maxLength: 40 }), (steps) => {
      const { happened, recorded } = play(steps, false);
      expect(recorded).toEqual(happened);
    }),
    { numRuns: 400 },
  );
});

it('records each thing once when several runs overlap', () => {
  fc.assert(
    fc.property(fc.array(stepOf(['begin', 'append']), { maxLength: 40 }), (steps) => {
      const { happened, recorded } = play(steps, true);
      expect(recorded).toEqual(happened);
    }),
    { numRuns: 400 },
  );
});
