/**
 * What fits: whole items, best first, never more units than given and never more than the ceiling. Pure. A unit is a UTF-16
 * unit, because that is what Claude Code counts.
 */
import { INJECTION_CEILING } from '../platform/config.ts';
import { FRAME_UNITS, type Item, lineUnits } from './render.ts';

export interface Selection {
  items: Item[];
  /** Items that were left out. */
  more: number;
}

/** Items that do not fit are left out, never cut; weaker ones behind them may still fit. */
export function select(ranked: readonly Item[], units: number, most = Number.POSITIVE_INFINITY): Selection {
  let left = Math.min(units, INJECTION_CEILING) - FRAME_UNITS;
  const items: Item[] = [];
  for (const item of ranked) {
    const needed = lineUnits(item);
    if (items.length >= most || needed > left) continue;
    items.push(item);
    left -= needed;
  }
  return { items, more: ranked.length - items.length };
}
