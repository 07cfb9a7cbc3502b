/** How the stages ask the model: a function, so that caps, records and the program itself stay with whoever wires them. */
import type { FailureClass } from '../store/schema.ts';

interface Spent {
  usd: number;
  inputTokens: number;
  outputTokens: number;
  durationMs: number;
}

type CallSuccess = Spent & {
  ok: true;
  text: string;
  /** What `--json-schema` filled; absent with a `claude` that does not know the flag. */
  structured?: unknown;
};

export type CallFailure = Spent & {
  ok: false;
  class: FailureClass;
  message: string;
  resetsAt: string | null;
  /** What was said all the same, when it was malformed: kept for a look. */
  reply?: string;
  /** No program ran, so nothing was asked and nothing counts. */
  neverStarted?: true;
};

export type CallOutcome = CallSuccess | CallFailure;

export type ModelCaller = (request: {
  purpose: 'extract' | 'relate' | 'lift' | 'repair';
  projectId: string;
  system: string;
  prompt: string;
  schema: object;
  model: string;
}) => Promise<CallOutcome>;
