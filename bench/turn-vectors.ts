/** Labelled messages with the vectors that the head reads. The model is the one that a session would use. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { headScore, headTexts, type TurnVectors } from '../src/core/signal/head.ts';
import { isUnexplained, noticed } from '../src/core/signal/head-signal.ts';
import { CORRECTION_FROM } from '../src/core/signal/judge.ts';
import { openEmbedder } from '../src/platform/embed/embedder.ts';
import { findModel } from '../src/platform/embed/find-model.ts';
import { pathsFrom } from '../src/platform/paths.ts';
import type { Judged, Row } from './signal-rows.ts';

/** Short prompts of sessions as they go, most without any known phrase: the phrases and their weights were made without them. */
export const PLAIN = path.resolve(import.meta.dirname, '../test/fixtures/signals-plain.jsonl');

export type Embedded<T> = T & { vectors: TurnVectors };
export type EmbeddedRow = Embedded<Row>;

/** Throws an Error that says why there is no model. */
export async function embedRows<T extends Row>(rows: readonly T[]): Promise<Embedded<T>[]> {
  const found = findModel(process.env, pathsFrom(process.env));
  if ('missing' in found) throw new Error(`${found.missing}: the head needs the model`);
  const embedder = await openEmbedder(found);
  const known = new Map<string, Float32Array>();
  const vectorOf = async (text: string): Promise<Float32Array | undefined> => {
    if (text === '') return undefined;
    const vector = known.get(text) ?? (await embedder.embed(text));
    known.set(text, vector);
    return vector;
  };
  const embedded: Embedded<T>[] = [];
  try {
    for (const row of rows) {
      const { said, reply } = headTexts(row);
      embedded.push({ ...row, vectors: { said: await vectorOf(said), reply: await vectorOf(reply) } });
    }
  } finally {
    await embedder.close();
  }
  return embedded;
}

const isTyped = ({ context }: Row): boolean => context === 'prompt' || context === 'after_interrupt';

/** The row's decision after the second look that a stored turn gets. */
export function headed<T extends Judged & { vectors: TurnVectors }>(row: T): T {
  const { score, reason } = row;
  if (!isTyped(row) || !isUnexplained({ kind: 'prompt', score, reason }, row)) return row;
  const signal = noticed(headScore(row, row.vectors), row);
  return { ...row, decision: signal.score >= CORRECTION_FROM, score: signal.score, reason: signal.reason };
}

export const FOLDS = 10;

/** Rows that answer the same reply are in one fold: what was learned of the reply must not help to guess. */
export const foldOf = ({ prev }: Pick<Row, 'prev'>): number =>
  createHash('sha256').update(`fold:${prev}`).digest().readUInt32BE(0) % FOLDS;
