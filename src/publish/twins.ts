/**
 * What both sources tell, told once. Catching up compares a transcript with what the doors have seen so far; a door may still
 * speak after its line was read, or while it is. Here the later telling is found, whichever of the two it is. Pure.
 */
import { matchKey } from '../capture/record.ts';
import { type BufferRecord, type Interaction, isInteraction } from '../core/interaction.ts';

/** How many published interactions may hold the other telling. */
export const TWIN_CONTEXT = 200;

const times = (records: readonly Interaction[], types: readonly Interaction['type'][]): number[] =>
  records
    .filter(({ type }) => types.includes(type))
    .map(({ ts }) => Date.parse(ts))
    .sort((a, b) => a - b);

/** How many of `sorted` are at most `limit`. */
function atMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The records of `fresh` that the other source told of already, in `published` or before them in `fresh`. The same words
 * are the same thing only within a turn: no prompt between two replies, nothing done or said between two prompts. A tool
 * call has its own name.
 */
export function twinsIn(published: readonly Interaction[], fresh: readonly BufferRecord[]): ReadonlySet<BufferRecord> {
  const told = [...published, ...fresh.filter(isInteraction)];
  const prompts = times(told, ['User']);
  const deeds = times(told, ['Assistant', 'ToolStart', 'ToolEnd', 'Interrupt']);
  const isNear = (one: Interaction, other: Interaction): boolean => {
    if (one.type !== 'User' && one.type !== 'Assistant') return true;
    const [from = 0, to = 0] = [Date.parse(one.ts), Date.parse(other.ts)].sort((a, b) => a - b);
    const between = one.type === 'User' ? deeds : prompts;
    return atMost(between, to - 1) <= atMost(between, from);
  };
  const sources = new Map<string, { door?: Interaction; transcript?: Interaction }>();
  const twins = new Set<BufferRecord>();
  const old = new Set<BufferRecord>(published);
  for (const record of told) {
    const key = matchKey(record);
    if (key === undefined) continue;
    const last = sources.get(key) ?? {};
    const [own, other] =
      record.uuid === undefined ? (['door', 'transcript'] as const) : (['transcript', 'door'] as const);
    const twin = last[other];
    if (twin && !old.has(record) && isNear(twin, record)) twins.add(record);
    else sources.set(key, { ...last, [own]: record });
  }
  return twins;
}
