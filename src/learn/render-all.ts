/** Renders every project's snapshot anew: for whatever may have changed what counts in any of them. */
import { renderSnapshots } from '../inject/snapshot.ts';
import type { Context } from './context.ts';

export const renderAll = ({ store, paths, clock, config }: Omit<Context, 'env'>): void =>
  renderSnapshots(store.db, paths, clock, config, 'all');
