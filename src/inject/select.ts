/**
 * What fits: whole items, best first, never more units or tokens than given and never more than the ceiling. Pure. A unit is a
 * UTF-16 unit, because that is what Claude Code counts; tokens are estimated, because that is what the context is made of.
 */
import { estimateTokens } from '../core/tokens.ts';
import { INJECTION_CEILING } from '../platform/config.ts';
import { FRAME_UNITS, type Item, lineUnits } from './render.ts';

export interface Selection {
  items: Item[];
  /** Items that were left out. */
  more: number;
}

export interface Room {
  units: number;
  tokens?: number;
  count?: number;
}

/** The frame is plain English. */
const FRAME_TOKENS = Math.ceil(FRAME_UNITS / 4);
/** Dash, brackets, id and line end; ids are ASCII. */
const lineTokens = (item: Item) => estimateTokens(item.text) + Math.ceil((lineUnits(item) - item.text.length) / 4);

/** Items that do not fit are left out, never cut; weaker ones behind them may still fit. */
export function select(ranked: readonly Item[], room: Room): Selection {
  const { tokens = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY } = room;
  let units = Math.min(room.units, INJECTION_CEILING) - FRAME_UNITS;
  let tokensLeft = tokens - FRAME_TOKENS;
  const items: Item[] = [];
  for (const item of ranked) {
    const [neededUnits, neededTokens] = [lineUnits(item), lineTokens(item)];
    if (items.length >= count || neededUnits > units || neededTokens > tokensLeft) continue;
    items.push(item);
    units -= neededUnits;
    tokensLeft -= neededTokens;
  }
  return { items, more: ranked.length - items.length };
}
