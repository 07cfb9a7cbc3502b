/** `claude-smart merge A B`: A lives on in B, which keeps its words and rests on the turns of both. */

import { namedItem } from './named.ts';
import { type ActOptions, perform, tell, withItem } from './perform.ts';
import type { Run } from './run.ts';

export const merge = (run: Run, from: string, into: string, options: ActOptions): Promise<void> =>
  withItem(run, from, (context, { row }) => {
    const { db } = context.store;
    tell(run, db, perform(context, { do: 'merge', id: row.id, into: namedItem(db, into).row.id }), options);
  });
