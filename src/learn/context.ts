/** What the daemon and the CLI share: places, settings, the open store, the time, and how to call the model. */
import type { Clock } from '../core/clock.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { type Paths, pathsFrom } from '../platform/paths.ts';
import { openStore, type Store } from '../store/open.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Context {
  paths: Paths;
  config: Config;
  store: Store;
  clock: Clock;
  env: Env;
}

/** Opens everything; throws an AppError that a person can act on. The caller closes `store`. */
export function openContext(env: Env, clock: Clock): Context {
  const paths = pathsFrom(env);
  return { paths, config: loadConfig(paths, env), store: openStore(paths.database), clock, env };
}
