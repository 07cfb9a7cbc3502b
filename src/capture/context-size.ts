/**
 * How large a session's context was when it was last sent, as its transcript says: the tokens that the last reply was made from.
 * The transcript is an outside format; what cannot be read says nothing.
 */
import fs, { closeSync, openSync, readSync } from 'node:fs';
import { attempt, parseJson } from '../core/outside.ts';

/** The last reply is near the end. */
const TAIL_BYTES = 512 * 1024;

const INPUT = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const;

function tailOf(file: string): string {
  const fd = openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(fd);
  }
}

function tokensIn(line: string): number {
  const record = parseJson(line);
  // A subagent has a context of its own.
  if (record?.type !== 'assistant' || record.isSidechain) return 0;
  const usage: Record<string, unknown> = record.message?.usage ?? {};
  return INPUT.reduce((sum, name) => sum + (Number(usage[name]) || 0), 0);
}

/** Tokens; undefined when the transcript is gone or does not say. */
export function contextTokens(transcript: string): number | undefined {
  const lines = (attempt(() => tailOf(transcript)) ?? '').split('\n').reverse();
  for (const line of lines) {
    const tokens = line.includes('"usage"') ? tokensIn(line) : 0;
    if (tokens > 0) return tokens;
  }
  return undefined;
}
