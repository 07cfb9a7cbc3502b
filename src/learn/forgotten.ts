/** What a person forgot while a model was reading it: nothing of the reply that rests on those turns is kept, in any column. */
import type { Candidate } from '../core/rule.ts';
import type { Window } from '../extract/window.ts';
import { interactionAt } from '../store/interactions.ts';
import type { Db } from '../store/open.ts';

interface Read {
  candidates: Candidate[];
  refused: { what: string; why: string }[];
  reply?: string | undefined;
}

/** In the transaction that keeps the reply. `window`: as the model was shown it. */
export function withoutForgotten<R extends Read>(tx: Db, { turns }: Window, read: R): R {
  const gone = turns
    .filter(({ ref, record }) => {
      const now = interactionAt(tx, ref.session_id, ref.seq)?.record;
      return JSON.stringify(now) !== JSON.stringify(record);
    })
    .map(({ ref }) => ref);
  if (gone.length === 0) return read;
  const isGone = ({ evidence }: Candidate): boolean =>
    evidence.some((ref) => gone.some(({ session_id, seq }) => session_id === ref.session_id && seq === ref.seq));
  const candidates = read.candidates.filter((candidate) => !isGone(candidate));
  return { ...read, candidates, refused: [], ...(read.reply === undefined ? {} : { reply: undefined }) };
}
