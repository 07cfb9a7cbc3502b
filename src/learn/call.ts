/**
 * The one way to the model for extract and reconcile: the daily caps are asked first, and every call's cost is written down,
 * failed ones and such as nothing could be made of too, unless no program ever ran. A cap that is reached is a failure of its own kind, which costs the job nothing.
 */
import { iso } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { localTime, nextUtcDay } from '../core/when.ts';
import type { ModelCaller } from '../extract/caller.ts';
import { callClaude } from '../extract/claude.ts';
import { recordCall, spentToday } from '../store/calls.ts';
import type { Context } from './context.ts';

const switchedOff = (setting: string) => `model calls are switched off by ${setting}=0`;

/** Says which cap is reached and until when, or undefined while there is room. */
export function capReached({ store, config, clock }: Context): string | undefined {
  const { dailyCalls, dailyUsd } = config;
  if (dailyCalls === 0) return switchedOff('CLAUDE_SMART_DAILY_CALLS');
  if (dailyUsd === 0) return switchedOff('CLAUDE_SMART_DAILY_USD');
  const now = clock();
  const today = spentToday(store.db, now);
  const until = `until ${localTime(nextUtcDay(now))}`;
  if (today.calls >= dailyCalls) {
    return `${today.calls} model calls are used up ${until} (CLAUDE_SMART_DAILY_CALLS is ${dailyCalls})`;
  }
  if (today.usd >= dailyUsd) {
    return `$${today.usd.toFixed(2)} are used up ${until} (CLAUDE_SMART_DAILY_USD is ${dailyUsd})`;
  }
  return undefined;
}

export function modelCaller(context: Context, signal?: AbortSignal): ModelCaller {
  return async ({ purpose, projectId, system, prompt, schema, model }) => {
    const { config, paths, env, store, clock } = context;
    const at = iso(clock);
    const record = (spent: Omit<Parameters<typeof recordCall>[1], 'id' | 'project_id' | 'purpose' | 'at'>) =>
      recordCall(store.db, { id: newId(), project_id: projectId, purpose, at, ...spent });
    let ran = false;
    const outcome = await callClaude({
      config,
      paths,
      env,
      system,
      prompt,
      schema,
      model: config.model ?? model,
      signal,
      now: clock,
      onRun: () => {
        ran = true;
      },
    }).catch((error: unknown) => {
      // It may have cost something: a call that is not counted would be made again and again.
      if (ran) record({ duration_ms: 0, input_tokens: 0, output_tokens: 0, usd: 0, failure: 'transient' });
      throw error;
    });
    if (!outcome.ok && outcome.neverStarted) return outcome;
    record({
      duration_ms: outcome.durationMs,
      input_tokens: outcome.inputTokens,
      output_tokens: outcome.outputTokens,
      usd: outcome.usd,
      failure: outcome.ok ? null : outcome.class,
    });
    return outcome;
  };
}
