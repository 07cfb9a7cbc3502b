/** The shapes of real session files. The figures were counted apart from this reader, with jq over the raw lines. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/capture/transcript.ts';
import type { BufferRecord, ToolEndRecord } from '../../src/core/interaction.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data/transcripts');
const present = fs.existsSync(FOLDER);

/** human turns, rejections, of these with a reason, interrupts, tool calls, tool results, assistant texts that are not blank */
const COUNTS: Record<string, number[]> = {
  t01: [0, 0, 0, 0, 0, 0, 0],
  t02: [1, 0, 0, 0, 1, 0, 1],
  t03: [1, 0, 0, 0, 1, 1, 1],
  t04: [1, 0, 0, 0, 1, 1, 1],
  t05: [1, 1, 1, 0, 3, 3, 1],
  t06: [1, 0, 0, 0, 3, 3, 2],
  t07: [3, 0, 0, 0, 3, 3, 3],
  t08: [1, 0, 0, 0, 3, 3, 2],
  t09: [2, 0, 0, 0, 4, 4, 2],
  t10: [2, 0, 0, 0, 9, 9, 6],
  t11: [1, 1, 1, 0, 16, 16, 9],
  t12: [4, 1, 0, 1, 7, 7, 5],
  t13: [1, 0, 0, 0, 15, 15, 4],
  t14: [4, 1, 0, 1, 31, 31, 9],
  t15: [1, 0, 0, 0, 4, 4, 2],
  t16: [3, 5, 4, 1, 38, 38, 15],
  t17: [2, 0, 0, 0, 10, 10, 9],
  t18: [2, 1, 0, 1, 20, 20, 16],
  t19: [1, 0, 0, 0, 35, 35, 7],
  t20: [0, 0, 0, 0, 40, 40, 11],
  t21: [9, 0, 0, 0, 60, 60, 18],
  t22: [6, 0, 0, 0, 36, 36, 24],
  t23: [12, 1, 1, 0, 43, 43, 27],
};

const read = (name: string) => fs.readFileSync(path.join(FOLDER, `${name}.jsonl`));

function count(records: readonly BufferRecord[]): number[] {
  const of = (type: string) => records.filter((record) => record.type === type);
  const rejections = (of('ToolEnd') as ToolEndRecord[]).filter(({ status }) => status === 'rejected');
  const kinds = ['Interrupt', 'ToolStart', 'ToolEnd', 'Assistant'].map((type) => of(type).length);
  return [of('User').length, rejections.length, rejections.filter(({ reason }) => reason).length, ...kinds];
}

describe.skipIf(!present)('the shapes of real session files', () => {
  it('has a figure for every file', () => {
    expect(fs.readdirSync(FOLDER).sort()).toEqual(Object.keys(COUNTS).map((name) => `${name}.jsonl`));
  });

  it.each(Object.entries(COUNTS))('%s is counted as it is', (name, expected) => {
    expect(count(readTranscript(read(name), 0).records)).toEqual(expected);
  });

  it.each(Object.keys(COUNTS))('%s reads the same in two halves, wherever it is cut', (name) => {
    const bytes = read(name);
    const whole = readTranscript(bytes, 0);
    for (const share of [0.1, 0.37, 0.5, 0.83]) {
      const tools = new Map<string, string>();
      const first = readTranscript(bytes.subarray(0, Math.floor(bytes.length * share)), 0, { tools });
      const second = readTranscript(bytes, first.upTo, { tools });
      expect([...first.records, ...second.records]).toEqual(whole.records);
    }
  });

  it('takes no machine-made text for a human turn', () => {
    const marks = /^\s*<(?!pasted)[a-z]|Request interrupted by user\]?$|^This session is being continued|^Caveat:/i;
    for (const name of Object.keys(COUNTS)) {
      for (const record of readTranscript(read(name), 0).records) {
        if (record.type === 'User') expect(record.text).not.toMatch(marks);
      }
    }
  });

  it('names every tool, gives every record its own uuid and a time', () => {
    for (const name of Object.keys(COUNTS)) {
      const { records } = readTranscript(read(name), 0);
      for (const record of records) {
        if (record.type === 'ToolEnd') expect(record.tool).not.toBe('unknown');
        expect(record.ts).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
      expect(new Set(records.map(({ uuid }) => uuid)).size).toBe(records.length);
    }
  });
});
