/** What the machine refused, in words, wherever it was refused; a bug stays a bug. */
import { AppError } from '../core/errors.ts';
import { pathsFrom } from '../platform/paths.ts';
import { explained } from '../platform/trouble.ts';
import { explainedBySqlite } from '../store/trouble.ts';
import type { Run } from './run.ts';

export function inWords(error: unknown, env: Run['env']): unknown {
  const refused = explained(error, env);
  if (refused instanceof AppError) return refused;
  const { database, sessions } = pathsFrom(env);
  return explainedBySqlite(refused, database, sessions);
}
