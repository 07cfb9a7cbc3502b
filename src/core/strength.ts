/**
 * How much a lesson has going for it, 0 to 1: for ranking, never for deleting. Pure, and monotone: more turns, a newer
 * saying and later use never make it weaker; time alone never makes it stronger.
 */
export interface Standing {
  /** How many turns it rests on. */
  evidence: number;
  /** ISO time of the newest of them. */
  learned_at: string;
  /** When the person said it; null: only observed. Absent of a fact, which a person always said. */
  said_at?: string | null;
}
/** How often it was told because something asked for it, and when last (ISO). */
export interface Use {
  used: number;
  last_used: string | null;
}

const DAY_MS = 86_400_000;
/** Days after which a saying, or a use, counts half. Lessons age slowly: most are right for years. */
const SAID_HALF_LIFE = 180;
const USED_HALF_LIFE = 60;
const WEIGHT = { evidence: 0.4, said: 0.1, recency: 0.25, use: 0.25 };

const fading = (at: string, now: string, halfLife: number): number =>
  0.5 ** (Math.max(0, Date.parse(now) - Date.parse(at)) / DAY_MS / halfLife);

/** `now` is ISO. A lesson that was never used counts as used when it was said, so that a new one need not prove itself. */
export function strengthOf(row: Standing, use: Use | undefined, now: string): number {
  const evidence = row.evidence / (row.evidence + 1);
  const recency = fading(row.learned_at, now, SAID_HALF_LIFE);
  const used = use?.last_used && use.last_used > row.learned_at ? use.last_used : row.learned_at;
  // Often is more than once, but only as long as it is still used.
  const often = 1 - 0.5 / (1 + (use?.used ?? 0));
  return (
    WEIGHT.evidence * evidence +
    WEIGHT.said * (row.said_at === null ? 0 : 1) +
    WEIGHT.recency * recency +
    WEIGHT.use * often * fading(used, now, USED_HALF_LIFE)
  );
}
