/**
 * Interactions in the order of time. The buffer's order is that of capture: what Stop found in the transcript (a rejection, an
 * interrupt) stands behind what came after it.
 */
import { type BufferRecord, type Interaction, isInteraction } from '../core/interaction.ts';
import { SIGNAL_CONTEXT } from '../core/signal.ts';

/** The interactions before one, oldest first. */
export type Earlier = (record: Interaction) => Interaction[];

export function earlierIn(records: readonly BufferRecord[]): Earlier {
  const ordered = records.filter(isInteraction).toSorted((a, b) => Date.parse(a.ts) - Date.parse(b.ts));
  const places = new Map(ordered.map((record, place) => [record, place]));
  return (record) => {
    const place = places.get(record) ?? ordered.length;
    return ordered.slice(Math.max(0, place - SIGNAL_CONTEXT), place);
  };
}
