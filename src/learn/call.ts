/**
 * The one way to the model for extract and reconcile: the daily caps are asked first, and every call's cost is written down,
 * failed ones too. A cap that is reached is a failure of its own kind, which costs the job nothing.
 */
import { iso } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { ModelCaller } from '../extract/caller.ts';
import { callClaude } from '../extract/claude.ts';
import { recordCall, spentToday } from '../store/calls.ts';
import type { Context } from './context.ts';

/** Says which cap is reached, or undefined while there is room. */
export function capReached({ store, config, clock }: Context): string | undefined {
  const today = spentToday(store.db, clock());
  if (today.calls >= config.dailyCalls) {
    return `today's ${today.calls} model calls are used up (CLAUDE_SMART_DAILY_CALLS is ${config.dailyCalls})`;
  }
  if (today.usd >= config.dailyUsd) {
    return `today's $${today.usd.toFixed(2)} are used up (CLAUDE_SMART_DAILY_USD is ${config.dailyUsd})`;
  }
  return undefined;
}

export function modelCaller(context: Context, signal?: AbortSignal): ModelCaller {
  return async ({ purpose, projectId, system, prompt, schema, model }) => {
    const { config, paths, env, store, clock } = context;
    const at = iso(clock);
    const outcome = await callClaude({
      config,
      paths,
      env,
      system,
      prompt,
      schema,
      model: config.model ?? model,
      signal,
    });
    recordCall(store.db, {
      id: newId(),
      project_id: projectId,
      purpose,
      at,
      duration_ms: outcome.durationMs,
      input_tokens: outcome.inputTokens,
      output_tokens: outcome.outputTokens,
      usd: outcome.usd,
      failure: outcome.ok ? null : outcome.class,
    });
    return outcome;
  };
}
