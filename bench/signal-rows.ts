/** Labelled messages: files in the format of signals-dev.jsonl, how they are split, and how a decision is scored against them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import * as z from 'zod';
import { CORRECTION_FROM, judge } from '../src/core/signal/judge.ts';

const Row = z.object({
  id: z.string(),
  lang: z.string(),
  text: z.string(),
  prev: z.string(),
  context: z.enum(['prompt', 'after_interrupt', 'tool_rejection', 'plan_rejection']),
  correction: z.boolean(),
  durable: z.boolean().default(false),
});
export type Row = z.infer<typeof Row>;

/** Throws an Error that names the file and the line. */
export function readRows(file: string): Row[] {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${file}: cannot be read`, { cause });
  }
  const rows: Row[] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new Error(`${file}:${i + 1}: not JSON`);
    }
    const row = Row.safeParse(value);
    if (!row.success) {
      const [issue] = row.error.issues;
      throw new Error(`${file}:${i + 1}: ${issue?.path.join('.') || 'line'}: ${issue?.message}`);
    }
    rows.push(row.data);
  });
  if (rows.length === 0) throw new Error(`${file}: holds no rows`);
  return rows;
}

/** Three rows in ten are kept aside: nobody looks at them while the phrases and weights are made. */
export const isAside = (id: string): boolean =>
  createHash('sha256').update(`signals:${id}`).digest().readUInt32BE(0) / 2 ** 32 < 0.3;

export interface Judged extends Row {
  decision: boolean;
  score: number;
  reason: string;
}

export const judgeRows = (rows: readonly Row[]): Judged[] =>
  rows.map((row) => {
    const { score, reason } = judge(row);
    return { ...row, decision: score >= CORRECTION_FROM, score, reason };
  });

export interface Figures {
  rows: number;
  positive: number;
  precision: number;
  recall: number;
  f1: number;
}

export function figures(judged: readonly Pick<Judged, 'correction' | 'decision'>[]): Figures {
  const both = judged.filter((row) => row.correction && row.decision).length;
  const positive = judged.filter((row) => row.correction).length;
  const found = judged.filter((row) => row.decision).length;
  const precision = found === 0 ? (positive === 0 ? 1 : 0) : both / found;
  const recall = positive === 0 ? 1 : both / positive;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { rows: judged.length, positive, precision, recall, f1 };
}
