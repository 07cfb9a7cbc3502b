/**
 * Turns without their words: what stays of an interaction when what was said in it is forgotten. Its place, its kind and its
 * time stay, so that everything around it keeps its number; the journal is overwritten in place, byte for byte as long.
 */
import fs from 'node:fs';
import { matchKey } from '../capture/record.ts';
import type { BufferRecord, Interaction } from '../core/interaction.ts';
import { readBuffer } from '../core/watermark.ts';

/** The record with every word taken out of it; never longer than it was. */
export function blank(record: Interaction): Interaction {
  const { ts, uuid } = record;
  const base = { ts, ...(uuid === undefined ? {} : { uuid }) };
  switch (record.type) {
    case 'User':
    case 'Assistant':
      return { type: record.type, ...base, text: '' };
    case 'ToolStart':
      return { type: 'ToolStart', ...base, ...called(record), input: '' };
    case 'ToolEnd':
      return { type: 'ToolEnd', ...base, ...called(record), status: record.status, output: '' };
    case '[correction]':
      return { type: '[correction]', ...base };
    case 'Interrupt':
      return { type: 'Interrupt', ...base, tool: record.tool };
    case 'StopFailure':
      return { type: 'StopFailure', ...base, error: '' };
  }
}

const called = ({ tool, tool_use_id }: { tool: string; tool_use_id?: string }) => ({
  tool,
  ...(tool_use_id === undefined ? {} : { tool_use_id }),
});

/** Whether a line of a journal is that turn: the same line, or the other source's telling of it. */
function isTurn(record: BufferRecord, turn: Interaction): boolean {
  if (record.type !== turn.type) return false;
  if (record.uuid !== undefined && record.uuid === turn.uuid) return true;
  const key = matchKey(record);
  return key === undefined ? record.ts === turn.ts : key === matchKey(turn);
}

/** Takes the words of these turns out of a journal; returns how many lines were blanked. What has no words left is passed over. */
export function blankInJournal(file: string, turns: readonly Interaction[]): number {
  const fd = fs.openSync(file, 'r+');
  try {
    const bytes = fs.readFileSync(fd);
    let blanked = 0;
    for (const { seq, record } of readBuffer(bytes).lines) {
      const turn = turns.find((one) => isTurn(record, one));
      if (!turn) continue;
      const newline = bytes.indexOf(0x0a, seq);
      const length = (newline === -1 ? bytes.length : newline) - seq;
      const text = JSON.stringify(blank(record as Interaction));
      const fits = Buffer.byteLength(text) <= length ? text : '';
      fs.writeSync(fd, Buffer.from(fits + ' '.repeat(length - Buffer.byteLength(fits))), 0, length, seq);
      blanked += 1;
    }
    if (blanked > 0) fs.fsyncSync(fd);
    return blanked;
  } finally {
    fs.closeSync(fd);
  }
}
