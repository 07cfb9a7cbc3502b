/** `claude-smart keep ID`: what was learned is right. What waits to be kept counts from now on. */
import { acting } from './perform.ts';

export const keep = acting((id) => ({ do: 'keep', id }));
